package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/security"
	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/app/migration"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/model/sample"
	"holdover/internal/storage/sourceapi"
	"holdover/internal/surface/web"
	"holdover/internal/surface/webtool"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/testkit"
)

const password = "plain words for signing in"

// running starts a complete Holdover with its owner, Anna.
func running(t *testing.T, pages web.Options) (*app.App, string) {
	t.Helper()
	return runningAs(t, Config{Pages: pages})
}

func runningAs(t *testing.T, cfg Config) (*app.App, string) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	a := apptest.New(t)
	if err := a.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	cfg.App, cfg.Log = a, log
	s := httptest.NewServer(Handler(cfg))
	t.Cleanup(s.Close)
	return a, s.URL
}

func importSample(t *testing.T, a *app.App, name string) {
	t.Helper()
	open := testkit.Household
	if name != "" {
		open = sample.Open // another plan, since importing an existing one requires a confirmation
	}
	doc, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	if _, err := a.Import(t.Context(), app.Machine(), doc, migration.ImportOptions{Name: name, FileName: testkit.HouseholdName}); err != nil {
		t.Fatal(err)
	}
}

// TestFromWebToolToSecondHoldover follows the visible labels from the tool's page through consent on a running
// Holdover to a file, and imports the file into another. The tool is served below a path.
func TestFromWebToolToSecondHoldover(t *testing.T) {
	first, firstURL := running(t, web.Options{})
	importSample(t, first, "")
	listener := httptest.NewUnstartedServer(nil)
	public := "http://" + listener.Listener.Addr().String() + "/export"
	listener.Config.Handler = newTool(t, first, firstURL, public)
	listener.Start()
	t.Cleanup(listener.Close)
	fromToolToSecond(t, first, public)
}

// fromToolToSecond transfers the first Holdover's budget to a second one through the tool at an address.
func fromToolToSecond(t *testing.T, first *app.App, toolURL string) {
	t.Helper()
	second, secondURL := running(t, web.Options{})
	importSample(t, second, "Own")
	tab := browsertest.Tab(t, 1280, 900)
	if _, err := chromedp.Call(tab, security.SetIgnoreCertificateErrors, security.SetIgnoreCertificateErrorsParams{Ignore: true}); err != nil {
		t.Fatal(err)
	}
	folder := browsertest.Downloads(t, tab)
	browsertest.Do(t, tab, chromedp.Navigate(toolURL+"/"), chromedp.Click(chromedp.CSS("button.primary")))
	signIn(t, tab)
	browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Allow")), chromedp.Click(browsertest.Button("Download")), chromedp.WaitVisible(chromedp.CSS(".next")))
	file := waitForDownload(t, folder)
	browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Disconnect")), chromedp.WaitVisible(chromedp.CSS(".said")))
	importInto(t, tab, secondURL, file)
	sameSoon(t, first, second)
}

// sameSoon waits for an import and compares the figures.
func sameSoon(t *testing.T, first, second *app.App) {
	t.Helper()
	for range 100 {
		if all, err := second.Budgets(t.Context(), app.Machine()); err != nil || len(all) == 2 {
			compareFigures(t, first, second)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the file was not imported")
}

// importInto imports a file into a Holdover with the budget Own, by Switch file and Import file.
func importInto(t *testing.T, tab context.Context, url, file string) {
	t.Helper()
	browsertest.Do(t, tab, chromedp.Navigate(url+"/"))
	signIn(t, tab)
	browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Own")),
		chromedp.Click(chromedp.Search(`//a[normalize-space()="Switch file"]`)),
		chromedp.Click(chromedp.Search(`//a[normalize-space()="Import file"]`)))
	if err := browsertest.Settled(tab); err != nil { // a page that replaces another invalidates the elements found in it
		t.Fatal(err)
	}
	browsertest.Do(t, tab,
		chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}), chromedp.Click(browsertest.Button("Import")))
}

// newTool registers a tool with a public address at a Holdover, and returns it.
func newTool(t *testing.T, source *app.App, sourceURL, public string) http.Handler {
	t.Helper()
	made, secret := register(t, source, users.OAuthRegistration{Name: "Web tool", Redirects: []string{public + "/callback"}})
	address, err := sourceapi.ParseAddress(sourceURL)
	if err != nil {
		t.Fatal(err)
	}
	tool, err := webtool.New(webtool.Config{
		Source: address, ClientID: made.ID, ClientSecret: secret.Reveal(), Public: public, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// register registers a program as Anna.
func register(t *testing.T, a *app.App, want users.OAuthRegistration) (users.OAuthApplication, auth.Secret) {
	t.Helper()
	in, err := a.SignIn(t.Context(), users.Credentials{Name: "Anna", Password: password, Device: users.Device{Address: "192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	made, secret, err := a.RegisterOAuth(t.Context(), in.Who, want)
	if err != nil {
		t.Fatal(err)
	}
	return made, secret
}

func signIn(t *testing.T, tab context.Context) {
	t.Helper()
	if _, err := browsertest.Until[bool](tab, `document.readyState === 'complete' && !!document.querySelector('#password')`); err != nil {
		t.Fatal(err)
	}
	browsertest.Do(t, tab, chromedp.SendKeys(chromedp.CSS("#name"), "Anna"), chromedp.SendKeys(chromedp.CSS("#password"), password), chromedp.Click(browsertest.Button("Sign in")))
	if err := browsertest.Settled(tab); err != nil { // the page adjusts the number of months to the width, which can replace a clicked element
		t.Fatal(err)
	}
}

func waitForDownload(t *testing.T, folder string) string {
	t.Helper()
	for range 100 {
		if files, _ := filepath.Glob(filepath.Join(folder, "*.json")); len(files) == 1 {
			if info, err := os.Stat(files[0]); err == nil && info.Size() > 0 {
				return files[0]
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no file was downloaded")
	return ""
}

// compareFigures compares every month's figures of the budgets called Household of two
// Holdovers.
func compareFigures(t *testing.T, a, b *app.App) {
	t.Helper()
	figures := func(of *app.App) (all []app.Month) {
		household, err := of.FindBudget(t.Context(), app.Machine(), "Household")
		if err != nil {
			t.Fatal(err)
		}
		if all, err = of.Months(t.Context(), app.Machine(), household.ID, app.MonthSpan{}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	left, right := figures(a), figures(b)
	if len(left) == 0 || len(left) != len(right) {
		t.Fatalf("%d months and %d, want the same number", len(left), len(right))
	}
	for i, m := range left {
		o := right[i]
		if m.Month != o.Month || m.ToBudget != o.ToBudget || m.Budgeted != o.Budgeted || m.Activity != o.Activity || m.Balance != o.Balance || m.Held != o.Held {
			t.Errorf("month %s differs: %+v\n%+v", m.Month, m, o)
		}
	}
}
