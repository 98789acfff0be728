package web_test

import (
	"image"
	_ "image/png" // decodes the icons
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

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
	if m.Name != "Holdover" || m.Display != "kStandalone" || m.StartURL != world.Server.URL+"/" || m.Scope != m.StartURL || len(m.Icons) != 2 {
		t.Errorf("the manifest is %+v", m)
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
