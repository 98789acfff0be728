package web

import (
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/cal"
	"holdover/internal/sample"
	"holdover/internal/store"
	"holdover/internal/testkit"
)

// world is a server over a database of its own.
type world struct {
	dir    string
	app    *app.App
	server *httptest.Server
}

func newWorld(t testing.TB) *world {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	dir := t.TempDir()
	a, err := app.Open(t.Context(), store.Config{Dir: dir}, log)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(New(a, log, Options{As: app.Machine()}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return &world{dir: dir, app: a, server: server}
}

// importSample brings the sample budget in and gives its id.
func (w *world) importSample(t testing.TB) string {
	t.Helper()
	doc, err := sample.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	got, err := w.app.Import(t.Context(), app.Machine(), doc, app.ImportOptions{FileName: sample.Name})
	if err != nil {
		t.Fatal(err)
	}
	return got.Budget.ID
}

func (w *world) importFile(t testing.TB, path string) string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	got, err := w.app.Import(t.Context(), app.Machine(), file, app.ImportOptions{FileName: filepath.Base(path)})
	if err != nil {
		t.Fatal(path, ": ", err)
	}
	return got.Budget.ID
}

// generated writes a plan with oracle/genplan.py and gives its path.
func generated(t testing.TB, options ...string) string {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed, so that no plan can be generated")
	}
	path := filepath.Join(t.TempDir(), "plan.json")
	args := append([]string{filepath.Join(testkit.RepoRoot(t), "oracle", "genplan.py"), "--out", path}, options...)
	if out, err := exec.Command(python, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// genuine are the plan files of real people, where they are at hand.
func genuine(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(testkit.RepoRoot(t), "..", "shared", "plans", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Log("the genuine plan files are not here; the rest is looked at")
	}
	return paths
}

// TestRealPagesInBrowser looks at every page with real data, wide and as a
// phone, light and dark, as TestPagesInBrowser does with made-up data.
func TestRealPagesInBrowser(t *testing.T) {
	requireAssets(t)
	w := newWorld(t)
	pages := w.realPages(t)
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			tab := browsertest.Tab(t, l.width, l.height)
			l.put(t, tab)
			for _, p := range pages {
				if p.variant && l.dark != l.phone { // the same pages with other data: wide and light, phone and dark
					continue
				}
				if only := os.Getenv("PREVIEW"); only != "" && only != p.name {
					continue
				}
				visit(t, tab, w.server.URL+p.path)
				browsertest.Shot(t, tab, "real-"+p.name+"-"+l.name)
				checkPage(t, tab, p.name)
			}
		})
	}
}

type realPage struct {
	name, path string
	variant    bool // of a page that is there already
}

func (w *world) realPages(t *testing.T) []realPage {
	home := "/budgets/" + w.importSample(t)
	yen := "/budgets/" + w.importFile(t, generated(t, "--seed", "3", "--years", "3", "--tx", "900", "--currency", "JPY"))
	dinar := "/budgets/" + w.importFile(t, generated(t, "--seed", "4", "--years", "2", "--tx", "600", "--currency", "KWD", "--cards", "2"))
	long := "/budgets/" + w.importFile(t, generated(t, "--seed", "1", "--years", "20", "--tx", "20000", "--name", "Twenty years"))
	menu := func(kind, about string) string { return home + "/menu?" + url.Values{kind: {about}}.Encode() }
	got, err := w.app.Screen(t.Context(), app.Machine(), home[len("/budgets/"):])
	if err != nil {
		t.Fatal(err)
	}
	category, group := got.Categories[1].ID, got.Groups[1].ID
	pages := []realPage{
		{name: "budget", path: home},
		{name: "accounts", path: home + "/accounts"},
		{name: "register-all", path: home + "/accounts/all"},
		{name: "register", path: w.firstAccount(t, home)},
		{name: "report", path: home + "/report"},
		{name: "history", path: home + "/history"},
		{name: "payees", path: home + "/payees"},
		{name: "scheduled", path: home + "/scheduled"},
		{name: "scheduled-new", path: home + "/scheduled/new"},
		{name: "budgets", path: "/budgets"},
		{name: "import", path: "/import"},
		{name: "guide", path: "/export-guide"},
		{name: "menu-to-budget", path: menu("to-budget", "2026-11")},
		{name: "file-menu", path: home + "/file"},
		{name: "menu-month", path: menu("month", "2026-11"), variant: true},
		{name: "menu-balance", path: menu("balance", category+".2026-11"), variant: true},
		{name: "menu-budgeted", path: menu("budgeted", category+".2026-11"), variant: true},
		{name: "menu-category", path: menu("category", category), variant: true},
		{name: "menu-group", path: menu("group", group), variant: true},
		{name: "transactions", path: linksOf(home[len("/budgets/"):]).transactions(category, cal.MakeMonth(2026, 10)), variant: true},
		{name: "register-oldest", path: home + "/accounts/all?last=1", variant: true},
		{name: "yen", path: yen, variant: true},
		{name: "dinar", path: dinar, variant: true},
		{name: "dinar-register", path: dinar + "/accounts/all", variant: true},
		{name: "20y", path: long, variant: true},
		{name: "20y-2012", path: long + "?month=2012-06", variant: true},
		{name: "20y-register", path: w.firstAccount(t, long), variant: true},
		{name: "20y-report", path: long + "/report", variant: true},
	}
	for _, path := range genuine(t) {
		name, at := filepath.Base(path), "/budgets/"+w.importFile(t, path)
		pages = append(pages, realPage{name, at, true}, realPage{name + "-report", at + "/report", true})
	}
	return pages
}

func (w *world) firstAccount(t *testing.T, home string) string {
	t.Helper()
	accounts, err := w.app.Accounts(t.Context(), app.Machine(), home[len("/budgets/"):])
	if err != nil || len(accounts) == 0 {
		t.Fatal(accounts, err)
	}
	return home + "/accounts/" + accounts[0].ID
}

func requireAssets(t testing.TB) {
	t.Helper()
	if rd, err := newRenderer(); err != nil || rd.assets.URL("app.css") == "" {
		t.Skip(Unbuilt)
	}
}
