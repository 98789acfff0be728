package web_test

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestRealPagesInBrowser opens every page with real data, wide and as a phone, light and dark, as TestPagesInBrowser
// does with generated data.
func TestRealPagesInBrowser(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	w := walk.NewEnv(t, webtest.Pages)
	pages := realPages(t, w)
	for _, l := range walk.Sizes {
		t.Run(l.Name, func(t *testing.T) {
			tab := browsertest.Tab(t, l.Width, l.Height)
			for _, p := range pages {
				if only := os.Getenv("PREVIEW"); only != "" && only != p.name {
					continue
				}
				if p.variant {
					l.InOneColour().Apply(t, tab)
				} else {
					l.Apply(t, tab)
				}
				walk.Visit(t, tab, w.Server.URL+p.path)
				browsertest.Shot(t, tab, "real-"+p.name+"-"+l.Name)
				walk.Check(t, tab, p.name)
			}
		})
	}
}

type realPage struct {
	name, path string
	variant    bool // another page of a kind listed before, with other data
}

func realPages(t *testing.T, w *walk.Env) []realPage {
	home := "/budgets/" + w.ImportSample(t)
	yen := "/budgets/" + w.ImportFile(t, walk.Generated(t, "--seed", "3", "--years", "3", "--tx", "900", "--currency", "JPY"))
	dinar := "/budgets/" + w.ImportFile(t, walk.Generated(t, "--seed", "4", "--years", "2", "--tx", "600", "--currency", "KWD", "--cards", "2"))
	long := "/budgets/" + w.ImportFile(t, walk.Generated(t, "--seed", "1", "--years", "20", "--tx", "20000", "--name", "Twenty years"))
	menu := func(kind, about string) string { return home + "/menu?" + url.Values{kind: {about}}.Encode() }
	got, err := w.App.Screen(t.Context(), app.Machine(), home[len("/budgets/"):])
	if err != nil {
		t.Fatal(err)
	}
	category, group := got.Categories[1].ID, got.Groups[1].ID
	pages := []realPage{
		{name: "budget", path: home},
		{name: "accounts", path: home + "/accounts"},
		{name: "register-all", path: home + "/accounts/all"},
		{name: "register", path: w.FirstAccount(t, home)},
		{name: "report", path: home + "/report"},
		{name: "history", path: home + "/history"},
		{name: "download", path: home + "/download"},
		{name: "omitted", path: home + "/download/hledger/omitted"},
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
		{name: "transactions", path: ui.LinksOf(home[len("/budgets/"):]).Transactions(category, civil.MakeMonth(2026, 10)), variant: true},
		{name: "register-oldest", path: home + "/accounts/all?last=1", variant: true},
		{name: "yen", path: yen, variant: true},
		{name: "dinar", path: dinar, variant: true},
		{name: "dinar-register", path: dinar + "/accounts/all", variant: true},
		{name: "20y", path: long, variant: true},
		{name: "20y-2012", path: long + "?month=2012-06", variant: true},
		{name: "20y-register", path: w.FirstAccount(t, long), variant: true},
		{name: "20y-report", path: long + "/report", variant: true},
	}
	for _, path := range testkit.GenuinePlans(t) {
		name, at := filepath.Base(path), "/budgets/"+w.ImportFile(t, path)
		pages = append(pages, realPage{name, at, true}, realPage{name + "-report", at + "/report", true})
	}
	return pages
}
