package web

import (
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

const axeFile = "../../node_modules/axe-core/axe.min.js"

// TestPagesInBrowser looks at every preview in Chromium, wide and as a phone,
// light and dark: no accessibility violations (axe-core), nothing that the
// content security policy refused, no error on the console, no sideways
// scrolling of the page. Each leaves a screenshot in .cache/preview.
func TestPagesInBrowser(t *testing.T) {
	axe := browserNeeds(t)
	server := httptest.NewServer(previewServer(t))
	defer server.Close()
	b := startBrowser(t)
	names := []string{}
	for name := range previews() {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, look := range looks {
		for _, name := range names {
			if only := os.Getenv("PREVIEW"); only != "" && !strings.Contains(","+only+",", ","+name+",") {
				continue
			}
			t.Run(look.name+"/"+name, func(t *testing.T) {
				p := visit(t, b, look, server.URL+"/preview/"+name)
				p.screenshot(t, name+"-"+look.name)
				p.check(t, axe)
			})
		}
	}
}

// look is a window to look at a page through.
type look struct {
	name          string
	width, height int64
	dark, phone   bool
}

var looks = []look{
	{name: "wide-light", width: 1440, height: 900},
	{name: "wide-dark", width: 1440, height: 900, dark: true},
	{name: "phone-light", width: 390, height: 844, phone: true},
	{name: "phone-dark", width: 390, height: 844, phone: true, dark: true},
}

// browserNeeds skips where there is no browser or no browser code, unless the
// environment insists, as make test does.
func browserNeeds(t *testing.T) (axe string) {
	t.Helper()
	missing := ""
	if _, err := exec.LookPath("chromium"); err != nil {
		missing = "Chromium"
	}
	source, err := os.ReadFile(axeFile)
	if err != nil {
		missing = "axe-core"
	}
	if rd, err := newRenderer(); err != nil || rd.assets.URL("app.css") == "" {
		missing = "the bundled browser code (make assets)"
	}
	switch {
	case missing == "":
	case os.Getenv("HOLDOVER_REQUIRE_BROWSER") != "":
		t.Fatalf("%s is missing", missing)
	default:
		t.Skipf("%s is missing", missing)
	}
	return string(source)
}

// tab is the browser tab that everything is looked at in, and what its console said.
type tab struct {
	ctx  context.Context
	mu   sync.Mutex
	said []string
}

func (b *tab) listen() {
	for m, err := range chromedp.Console(b.ctx) {
		if err != nil {
			return
		}
		b.mu.Lock()
		b.said = append(b.said, m.String())
		b.mu.Unlock()
	}
}

// hush gives what was said since the last call.
func (b *tab) hush() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := b.said
	b.said = nil
	return said
}

func startBrowser(t *testing.T) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", false))
	t.Cleanup(cancel)
	ctx, cancelTab := chromedp.NewContext(ctx)
	t.Cleanup(cancelTab)
	ctx, cancelTime := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancelTime)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	b := &tab{ctx: ctx}
	go b.listen()
	return b
}

// visited is a page that stands in the browser.
type visited struct{ *tab }

func visit(t *testing.T, b *tab, l look, url string) visited {
	t.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}},
	}); err != nil {
		t.Fatal(err)
	}
	options := []chromedp.EmulateViewportOption{}
	if l.phone {
		options = append(options, chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	err := chromedp.Do(b.ctx,
		chromedp.EmulateViewport(l.width, l.height, options...),
		chromedp.Navigate("about:blank"),
		chromedp.Navigate(url),
		chromedp.Sleep(250*time.Millisecond), // the script measures the room and asks for more months
	)
	if err != nil {
		t.Fatal(err)
	}
	return visited{b}
}

func (p visited) screenshot(t *testing.T, name string) {
	t.Helper()
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(previewDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(previewDir, name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

const (
	axeRun = `axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.flatMap(v =>
		v.nodes.slice(0, 3).map(n => v.id + ': ' + n.target.join(' ') + ' | ' + n.failureSummary)))`
	tooWide = `document.documentElement.scrollWidth - document.documentElement.clientWidth`
)

func (p visited) check(t *testing.T, axe string) {
	t.Helper()
	if err := chromedp.Do(p.ctx, chromedp.Evaluate[chromedp.Void](axe)); err != nil {
		t.Fatal(err)
	}
	violations, err := chromedp.Run(p.ctx, chromedp.Evaluate[[]string](axeRun, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
	for _, said := range p.hush() {
		t.Errorf("the console said: %s", said)
	}
	excess, err := chromedp.Run(p.ctx, chromedp.Evaluate[int](tooWide))
	if err != nil {
		t.Fatal(err)
	}
	if excess > 0 {
		t.Errorf("the page is %d pixels wider than the window", excess)
	}
}
