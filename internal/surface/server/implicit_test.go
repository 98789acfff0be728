package server

import (
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest"
	"holdover/internal/testing/testkit"
)

// TestOfficialClientInBrowser uses the official client's browser build on another origin, with the older implicit
// form. It opens a page, consents, downloads a file and imports it into a second Holdover.
func TestOfficialClientInBrowser(t *testing.T) {
	build := filepath.Join(testkit.RepoRoot(t), "node_modules", "ynab", "dist", "browser", "ynab.js")
	if _, err := os.Stat(build); err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_BROWSER", err)
	}
	first, firstURL := running(t, web.Options{})
	importSample(t, first, "")
	toolURL := browserTool(t, first, firstURL, build)
	second, secondURL := running(t, web.Options{})
	importSample(t, second, "Own")
	tab := browsertest.Tab(t, 1280, 900)
	folder := browsertest.Downloads(t, tab)
	browsertest.Do(t, tab, chromedp.Navigate(toolURL), chromedp.Click(browsertest.Button("Connect")))
	signIn(t, tab)
	browsertest.Do(t, tab, chromedp.Click(browsertest.Button("Allow")), chromedp.Click(chromedp.Search(`//button[starts-with(., "Save ")]`)),
		chromedp.WaitVisible(chromedp.Search(`//p[.="saved"]`)))
	importInto(t, tab, secondURL, waitForDownload(t, folder))
	sameSoon(t, first, second)
}

// browserTool serves the page, registered as a program without a secret.
func browserTool(t *testing.T, source *app.App, sourceURL, build string) string {
	t.Helper()
	page, err := template.ParseFiles(filepath.Join("testdata", "implicit.html"))
	if err != nil {
		t.Fatal(err)
	}
	config := map[string]string{"source": sourceURL}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ynab.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, build) })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := page.Execute(w, config); err != nil {
			t.Error(err)
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	config["back"] = s.URL + "/"
	made, _ := register(t, source, users.OAuthRegistration{Name: "Browser tool", Redirects: []string{config["back"]}, Public: true, Implicit: true})
	config["client"] = made.ID
	return s.URL + "/"
}
