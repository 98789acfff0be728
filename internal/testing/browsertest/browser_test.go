package browsertest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"holdover/internal/testing/browsertest"
)

const page = `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"></head><body><main><h1>A page</h1>%s</main></body></html>`

func serve(t *testing.T, content string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, fmt.Sprintf(page, content))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestTabClicksTypesAndReads(t *testing.T) {
	tab := browsertest.Tab(t, 390, 844)
	url := serve(t, `<button onclick="this.textContent = innerWidth + ' wide'">How wide</button>`)
	if err := chromedp.Do(tab, chromedp.Navigate(url), chromedp.Click(chromedp.CSS("button"))); err != nil {
		t.Fatal(err)
	}
	text, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS("button")))
	if err != nil || text != "390 wide" {
		t.Errorf("the button says %q (%v), want 390 wide", text, err)
	}
	browsertest.Accessible(t, tab)
	browsertest.Shot(t, tab, "browsertest")
}

func TestTabReportsErrorsOfThePage(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"exception", `<script>nowhere()</script>`, "nowhere is not defined"},
		{"logged", `<script>console.error("no figures")</script>`, "no figures"},
		{"nothing", `<p>Well.</p>`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := &recorder{TB: t}
			tab := browsertest.Tab(r, 800, 600)
			if err := chromedp.Do(tab, chromedp.Navigate(serve(t, c.content))); err != nil {
				t.Fatal(err)
			}
			r.end()
			if reported := strings.Join(r.errors, "\n"); (c.want == "") != (reported == "") || !strings.Contains(reported, c.want) {
				t.Errorf("errors %q, want %q", reported, c.want)
			}
		})
	}
}

func TestAccessibleFindsViolations(t *testing.T) {
	r := &recorder{TB: t}
	tab := browsertest.Tab(r, 800, 600)
	if err := chromedp.Do(tab, chromedp.Navigate(serve(t, `<img src="data:," width="9" height="9"><input>`))); err != nil {
		t.Fatal(err)
	}
	browsertest.Accessible(r, tab)
	r.end()
	for _, want := range []string{"image-alt", "label"} {
		if reported := strings.Join(r.errors, "\n"); !strings.Contains(reported, want) {
			t.Errorf("%s is not among %q", want, reported)
		}
	}
}

// either follows the colour scheme.
const either = `html { color-scheme: light dark; background: light-dark(#fff, #000) } `

// inScheme holds pages with a word that is unreadable or hidden in one colour scheme only.
var inScheme = map[string]map[string]string{
	"by a query": {
		browsertest.Light: `<style>@media (prefers-color-scheme: light) { p { color: #eee } }</style><p>Well.</p>`,
		browsertest.Dark:  `<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>Well.</p>`,
	},
	"by a function": {
		browsertest.Light: `<style>` + either + `p { color: light-dark(#eee, #eee) }</style><p>Well.</p>`,
		browsertest.Dark:  `<style>` + either + `p { color: light-dark(#222, #222) }</style><p>Well.</p>`,
	},
	"by its ground": {
		browsertest.Light: `<style>` + either + `p { color: #444; background: light-dark(#222, #eee) }</style><p>Well.</p>`,
		browsertest.Dark:  `<style>` + either + `p { color: #444; background: light-dark(#eee, #222) }</style><p>Well.</p>`,
	},
	"there alone": {
		browsertest.Light: `<style>p { display: none; color: #eee } @media (prefers-color-scheme: light) { p { display: block } }</style><p>Well.</p>`,
		browsertest.Dark:  `<style>p { display: none; color: #eee } @media (prefers-color-scheme: dark) { p { display: block } }</style><p>Well.</p>`,
	},
}

// Text that is readable in only one colour scheme is found if the page is checked in both, whichever one is shown.
func TestAccessibleLooksInEveryColourScheme(t *testing.T) {
	for _, c := range []struct {
		pale, shown string
		others      []string
		found       bool
	}{
		{browsertest.Dark, browsertest.Light, []string{browsertest.Dark}, true},
		{browsertest.Light, browsertest.Light, []string{browsertest.Dark}, true},
		{browsertest.Dark, browsertest.Dark, nil, true},
		{browsertest.Dark, browsertest.Light, nil, false},
	} {
		for how, pages := range inScheme {
			r := &recorder{TB: t}
			tab := browsertest.Tab(r, 800, 600)
			browsertest.SetColourScheme(r, tab, c.shown, c.others...)
			if err := chromedp.Do(tab, chromedp.Navigate(serve(t, pages[c.pale]))); err != nil {
				t.Fatal(err)
			}
			browsertest.Accessible(r, tab)
			browsertest.Accessible(r, tab) // again, after changes
			r.end()
			reported := strings.Join(r.errors, "\n")
			if times := strings.Count(reported, "color-contrast: "); times != map[bool]int{true: 2}[c.found] || c.found && !strings.Contains(reported, "("+c.pale+")") {
				t.Errorf("%+v, checked %s: reported %q", c, how, reported)
			}
		}
	}
}

// recorder is a nested test: it records errors instead of failing, and ends on request.
type recorder struct {
	testing.TB
	errors   []string
	cleanups []func()
}

func (r *recorder) Error(args ...any) { r.errors = append(r.errors, fmt.Sprint(args...)) }

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func (r *recorder) end() {
	for i := len(r.cleanups) - 1; i >= 0; i-- {
		r.cleanups[i]()
	}
}
