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

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/browsertest"
	"holdover/internal/sample"
	"holdover/internal/sourceapi"
	"holdover/internal/store"
	"holdover/internal/webtool"
)

const password = "plain words for signing in"

// running is a whole Holdover with its owner, Anna.
func running(t *testing.T) (*app.App, string) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	a, err := app.Open(t.Context(), store.Config{Dir: t.TempDir()}, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := a.CreateOwner(t.Context(), "Anna", password); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(Handler(Config{App: a, Log: log}))
	t.Cleanup(s.Close)
	return a, s.URL
}

// TestFromWebToolToSecondHoldover goes, by the visible words, from the tool's
// page through consent on a running Holdover to a file, and imports it into
// another. The tool stands below a path.
func TestFromWebToolToSecondHoldover(t *testing.T) {
	first, firstURL := running(t)
	second, secondURL := running(t)
	doc, err := sample.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer doc.Close()
	if _, err := first.Import(t.Context(), app.Machine(), doc, app.ImportOptions{FileName: sample.Name}); err != nil {
		t.Fatal(err)
	}
	toolURL := startTool(t, first, firstURL)

	tab := browsertest.Tab(t, 1280, 900)
	folder := t.TempDir()
	if _, err := chromedp.Call(tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder,
	}); err != nil {
		t.Fatal(err)
	}
	walk(t, tab, chromedp.Navigate(toolURL+"/"), chromedp.Click(chromedp.CSS("button.primary")))
	signIn(t, tab)
	walk(t, tab, chromedp.Click(button("Allow")), chromedp.Click(button("Download")), chromedp.WaitVisible(chromedp.CSS(".next")))
	file := arrived(t, folder)
	walk(t, tab, chromedp.Click(button("Disconnect")), chromedp.WaitVisible(chromedp.CSS(".said")))

	walk(t, tab, chromedp.Navigate(secondURL+"/"))
	signIn(t, tab)
	walk(t, tab, chromedp.Click(chromedp.Search(`//a[normalize-space()="Import file"]`)), chromedp.WaitReady(chromedp.CSS("input[type=file]")),
		chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}), chromedp.Click(button("Import")))
	for range 100 {
		if all, err := second.Budgets(t.Context(), app.Machine()); err != nil || len(all) == 1 {
			equal(t, first, second)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the file was not imported")
}

// startTool registers the tool at a Holdover and starts it.
func startTool(t *testing.T, source *app.App, sourceURL string) string {
	t.Helper()
	var handler http.Handler
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(s.Close)
	in, err := source.SignIn(t.Context(), app.Credentials{Name: "Anna", Password: password, Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	made, secret, err := source.RegisterOAuth(t.Context(), in.Who, app.OAuthRegistration{Name: "Web tool", Redirects: []string{s.URL + "/export/callback"}})
	if err != nil {
		t.Fatal(err)
	}
	address, err := sourceapi.ParseAddress(sourceURL)
	if err != nil {
		t.Fatal(err)
	}
	if handler, err = webtool.New(webtool.Config{
		Source: address, ClientID: made.ID, ClientSecret: secret.Reveal(), Public: s.URL + "/export", Log: slog.New(slog.DiscardHandler),
	}); err != nil {
		t.Fatal(err)
	}
	return s.URL + "/export"
}

func button(text string) chromedp.Search {
	return chromedp.Search(`//button[normalize-space()="` + text + `"]`)
}

func walk(t *testing.T, tab context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(tab, 20*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		where, _ := chromedp.Run(tab, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText`))
		t.Fatalf("%v\nat %s", err, where)
	}
}

func signIn(t *testing.T, tab context.Context) {
	t.Helper()
	walk(t, tab, chromedp.SendKeys(chromedp.CSS("#name"), "Anna"), chromedp.SendKeys(chromedp.CSS("#password"), password), chromedp.Click(button("Sign in")))
}

func arrived(t *testing.T, folder string) string {
	t.Helper()
	for range 100 {
		if files, _ := filepath.Glob(filepath.Join(folder, "*.json")); len(files) == 1 {
			if info, err := os.Stat(files[0]); err == nil && info.Size() > 0 {
				return files[0]
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no file arrived")
	return ""
}

// equal compares every month's figures of the only budgets of two Holdovers.
func equal(t *testing.T, a, b *app.App) {
	t.Helper()
	figures := func(of *app.App) (all []app.Month) {
		budgets, err := of.Budgets(t.Context(), app.Machine())
		if err != nil || len(budgets) != 1 {
			t.Fatal(budgets, err)
		}
		if all, err = of.Months(t.Context(), app.Machine(), budgets[0].ID, app.MonthSpan{}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	left, right := figures(a), figures(b)
	if len(left) == 0 || len(left) != len(right) {
		t.Fatalf("%d months and %d", len(left), len(right))
	}
	for i, m := range left {
		o := right[i]
		if m.Month != o.Month || m.ToBudget != o.ToBudget || m.Budgeted != o.Budgeted || m.Activity != o.Activity || m.Balance != o.Balance || m.Held != o.Held {
			t.Errorf("%s: %+v\n%+v", m.Month, m, o)
		}
	}
}
