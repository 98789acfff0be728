package web_test

import (
	"encoding/json"
	"image"
	_ "image/png" // decodes the icons
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
	"holdover/internal/testing/testkit"
)

// TestHomeScreen reads the manifest and fetches the icons without sign-in, like a phone that adds Holdover to its
// home screen.
func TestHomeScreen(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := webtest.NewEnvWithSignIn(t, ui.Options{})
	w := walk.New(t, world, walk.PhoneLight)
	w.Open("/first-start")
	got, err := chromedp.Call(w.Tab, page.GetAppManifest, page.GetAppManifestParams{})
	if err != nil || len(got.Errors) > 0 {
		t.Fatalf("read the manifest: errors %+v, %v", got.Errors, err)
	}
	m := got.Manifest
	if m.Name != "Holdover" || m.Display != "kStandalone" || m.StartURL != world.Server.URL+"/" || m.Scope != m.StartURL || len(m.Icons) != 11 {
		t.Errorf("the manifest is %+v", m)
	}
	var raw struct {
		Shortcuts []struct{ Name, URL string }
		Share     struct{ Action, Method, Enctype string } `json:"share_target"`
	}
	testkit.NoError(t, json.Unmarshal([]byte(got.Data), &raw))
	if share := raw.Share; share.Action != "/share" || share.Method != http.MethodPost || share.Enctype != "multipart/form-data" {
		t.Errorf("files are shared into %+v", share)
	}
	p := world.Person(t)
	for _, s := range raw.Shortcuts {
		if status, at, _ := p.Get(s.URL); status != http.StatusOK {
			t.Errorf("the shortcut %s leads to %s with the status %d", s.Name, at, status)
		}
	}
	icons := map[string]string{w.Eval(`document.querySelector('link[rel=apple-touch-icon]').href`): "180x180"}
	for _, icon := range m.Icons {
		icons[icon.URL] = icon.Sizes
	}
	for url, sizes := range icons {
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		picture, _, err := image.DecodeConfig(res.Body)
		res.Body.Close()
		if wide := strings.Split(sizes, "x")[0]; err != nil || strings.TrimSuffix(sizes, "x"+wide) != wide || walk.Quoted(picture.Width) != wide || picture.Width != picture.Height {
			t.Errorf("%s is %+v, want %s: error %v", url, picture, sizes, err)
		}
	}
}

// TestHoldoverCanBeInstalled checks what Chromium and Lighthouse require: no error of the manifest or of an icon, and a service
// worker that controls the start page and answers it without a connection.
func TestHoldoverCanBeInstalled(t *testing.T) {
	t.Parallel()
	walk.RequireAssets(t)
	world := webtest.NewEnvWithSignIn(t, ui.Options{})
	world.AddAnnaAndBen(t)
	w := walk.New(t, world, walk.PhoneLight)
	w.Open("/sign-in")
	w.Eval(`navigator.serviceWorker.register('/sw.js')`)
	w.Until("the service worker", `navigator.serviceWorker.controller?.state === 'activated'`)
	got := testkit.Must(chromedp.Call(w.Tab, page.GetInstallabilityErrors, cdp.Empty{}))(t)
	for _, e := range got.InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // each tab of a test has its own cookies, like a private window
			t.Errorf("it cannot be installed: %s", e.ErrorID)
		}
	}
	world.Stop()
	w.Open("/")
	if at := w.Eval(`location.pathname + ' ' + document.body.className`); !strings.HasPrefix(at, "/ ") || !strings.Contains(at, "offline-page") {
		t.Errorf("without a connection the start page is %q", at)
	}
}

// TestAFileSharedTooEarly sends a file to the server that the service worker would have stored.
func TestAFileSharedTooEarly(t *testing.T) {
	t.Parallel()
	status, _, text := webtest.NewEnvWithSignIn(t, ui.Options{}).Person(t).Upload("/share", "receipt.png", make([]byte, 3<<20))
	if status != http.StatusConflict || !strings.Contains(text, "Open Holdover once, then share the file again") {
		t.Errorf("status %d: %s", status, text)
	}
}

// TestTheThemeColourEqualsTheStyleSheets compares the bar's colours with the style sheet's, for each choice of colours.
func TestTheThemeColourEqualsTheStyleSheets(t *testing.T) {
	t.Parallel()
	css, err := os.ReadFile(filepath.Join(testkit.RepoRoot(t), "internal/surface/ui/assets/css/tokens.css"))
	if err != nil {
		t.Fatal(err)
	}
	surface := regexp.MustCompile(`--surface: light-dark\((#\w+), (#\w+)\)`).FindStringSubmatch(string(css))
	world := webtest.NewEnvWithSignIn(t, ui.Options{})
	for theme, want := range map[string][]string{
		"":      {`content="` + surface[1] + `" media="(prefers-color-scheme: light)"`, `content="` + surface[2] + `" media="(prefers-color-scheme: dark)"`},
		"light": {`content="` + surface[1] + `"`}, "dark": {`content="` + surface[2] + `"`},
	} {
		ask, err := http.NewRequestWithContext(t.Context(), http.MethodGet, world.Server.URL+"/first-start", nil)
		if err != nil {
			t.Fatal(err)
		}
		ask.AddCookie(&http.Cookie{Name: "holdover_theme", Value: theme})
		res, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		var bars []string
		for _, found := range regexp.MustCompile(`<meta name="theme-color" (.*)>`).FindAllStringSubmatch(string(text), -1) {
			bars = append(bars, found[1])
		}
		if strings.Join(bars, "; ") != strings.Join(want, "; ") {
			t.Errorf("%q: %q, want %q", theme, bars, want)
		}
	}
}
