package web

import (
	"context"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"holdover/internal/browsertest"
)

// TestPagesInBrowser looks at every preview in Chromium, wide and as a phone,
// light and dark: no accessibility violations (axe-core), nothing that the
// content security policy refused, no error on the console, no sideways
// scrolling of the page. Each leaves a picture. PREVIEW=name,name looks at those
// pages alone.
func TestPagesInBrowser(t *testing.T) {
	server := previewBrowserServer(t)
	for _, l := range looks {
		t.Run(l.name, func(t *testing.T) {
			tab := browsertest.Tab(t, l.width, l.height)
			l.put(t, tab)
			for _, name := range chosenPreviews() {
				visit(t, tab, server.URL+"/preview/"+name)
				browsertest.Shot(t, tab, "preview-"+name+"-"+l.name)
				checkPage(t, tab, name)
			}
		})
	}
}

// TestOpenedInBrowser opens what is closed at first: menus, splits and folded
// groups, and looks at them as at the pages.
func TestOpenedInBrowser(t *testing.T) {
	server := previewBrowserServer(t)
	for _, l := range []look{looks[0], looks[3]} {
		t.Run(l.name, func(t *testing.T) {
			tab := browsertest.Tab(t, l.width, l.height)
			l.put(t, tab)
			for _, c := range []struct{ name, page, click, phone string }{
				{"file-menu", "budget", ".sidebar .file", ".bottombar button"},
				{"month-picker", "budget-20y", ".picker", ".picker"},
				{"categories-menu", "budget", ".heads .dots", ".heads .dots"},
				{"folded", "budget", "#g-0001-group .fold", "#g-0001-group .fold"},
				{"split", "register", "#t-t4 .split", "#t-t4 .split"},
				{"report-table", "report", ".section:nth-of-type(2) summary", ".section:nth-of-type(2) summary"},
			} {
				visit(t, tab, server.URL+"/preview/"+c.page)
				button := c.click
				if l.phone {
					button = c.phone
				}
				if err := chromedp.Do(tab, chromedp.Click(chromedp.CSS(button))); err != nil {
					t.Fatal(c.name, ": ", err)
				}
				browsertest.Shot(t, tab, "opened-"+c.name+"-"+l.name)
				checkPage(t, tab, c.name)
			}
		})
	}
}

// look is a window to look at a page through.
type look struct {
	name          string
	width, height int
	dark, phone   bool
}

var looks = []look{
	{name: "wide-light", width: 1440, height: 900},
	{name: "wide-dark", width: 1440, height: 900, dark: true},
	{name: "phone-light", width: 390, height: 844, phone: true},
	{name: "phone-dark", width: 390, height: 844, phone: true, dark: true},
}

func (l look) put(t *testing.T, tab context.Context) {
	t.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	}); err != nil {
		t.Fatal(err)
	}
	if !l.phone {
		return
	}
	phone := chromedp.EmulateViewport(int64(l.width), int64(l.height), chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch)
	if err := chromedp.Do(tab, phone); err != nil {
		t.Fatal(err)
	}
}

func chosenPreviews() []string {
	only := os.Getenv("PREVIEW")
	var names []string
	for name := range previews() {
		if only == "" || strings.Contains(","+only+",", ","+name+",") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func previewBrowserServer(t *testing.T) *httptest.Server {
	t.Helper()
	if rd, err := newRenderer(); err != nil || rd.assets.URL("app.css") == "" {
		t.Skip(Unbuilt)
	}
	server := httptest.NewServer(previewServer(t))
	t.Cleanup(server.Close)
	return server
}

// visit opens a page and leaves the script the time to measure the room and ask
// for more months.
func visit(t *testing.T, tab context.Context, url string) {
	t.Helper()
	if err := chromedp.Do(tab, chromedp.Navigate(url), chromedp.Sleep(200*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
}

const tooWide = `document.documentElement.scrollWidth - document.documentElement.clientWidth`

func checkPage(t *testing.T, tab context.Context, name string) {
	t.Helper()
	t.Log("looking at ", name)
	browsertest.Accessible(t, tab)
	excess, err := chromedp.Run(tab, chromedp.Evaluate[int](tooWide))
	if err != nil {
		t.Fatal(err)
	}
	if excess > 0 {
		t.Errorf("%s is %d pixels wider than the window", name, excess)
	}
}
