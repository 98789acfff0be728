package ui

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/colour"
	"holdover/internal/testing/testkit"
)

// A theme is stored in the browser, behind an encrypting proxy in a secure cookie.
func TestThemeIsStoredInACookie(t *testing.T) {
	for _, c := range []struct {
		chosen string
		secure bool
		want   Theme
	}{{"dark", false, Dark}, {"light", true, Light}, {"sepia", false, Sepia}, {"", true, FollowSystem}, {`"><script>`, false, FollowSystem}} {
		form := url.Values{"theme": {c.chosen}, "back": {"/budgets"}}
		r := httptest.NewRequest(http.MethodPost, "/theme", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if c.secure {
			r.Header.Set("X-Forwarded-Proto", "https")
		}
		rec := httptest.NewRecorder()
		if err := SetTheme(rec, &Request{Request: r, Site: &Site{Options: Options{BehindProxy: true}}}); err != nil {
			t.Fatal(err)
		}
		next := httptest.NewRequest(http.MethodGet, "/", nil)
		for _, cookie := range rec.Result().Cookies() {
			next.AddCookie(cookie)
			if cookie.Secure != c.secure {
				t.Errorf("encrypted %v: the cookie is %+v", c.secure, cookie)
			}
		}
		if got := LookOf(next).Theme; got != c.want || rec.Header().Get("Location") != "/budgets" {
			t.Errorf("%q: theme %q, redirected to %q", c.chosen, got, rec.Header().Get("Location"))
		}
	}
}

// schemes maps each theme, in each colour scheme that it has, to its colours by the names of their properties.
func schemes(t *testing.T) map[string]map[string]colour.RGB {
	t.Helper()
	tokens := testkit.Must(os.ReadFile("assets/css/tokens.css"))(t)
	all := map[string]map[string]colour.RGB{"light": {}, "dark": {}}
	property := regexp.MustCompile(`--([a-z0-9-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));`)
	fill := func(css string, schemes map[string]int) {
		for _, found := range property.FindAllStringSubmatch(css, -1) {
			for scheme, at := range schemes {
				text := found[at]
				if found[4] != "" {
					text = found[4]
				}
				all[scheme][found[1]] = parsed(t, text)
			}
		}
	}
	fill(string(tokens), map[string]int{"light": 2, "dark": 3})
	themes := string(testkit.Must(os.ReadFile("assets/css/themes.css"))(t))
	for _, block := range regexp.MustCompile(`(?s)\[data-theme="([a-z]+)"\] \{\s+color-scheme: ([a-z ]+);(.*?)\}`).FindAllStringSubmatch(themes, -1) {
		of := map[string]int{}
		for _, scheme := range strings.Fields(block[2]) {
			name := block[1] + " " + scheme
			all[name] = maps.Clone(all[scheme])
			of[name] = map[string]int{"light": 2, "dark": 3}[scheme]
		}
		fill(block[3], of)
	}
	if len(all) != 6 {
		t.Fatalf("the schemes are %v", slices.Sorted(maps.Keys(all)))
	}
	return all
}

func parsed(t *testing.T, text string) colour.RGB {
	t.Helper()
	c, ok := colour.Parse(text)
	if !ok {
		t.Fatalf("%q is not a colour", text)
	}
	return c
}

var surfaceNames = []string{"surface", "paper", "raised", "band", "hover"}

// TestThemesAreReadable computes the contrast of text and its background by WCAG 2.2: at least 4.5 (level AA), and 7
// (level AAA) with high contrast.
func TestThemesAreReadable(t *testing.T) {
	t.Parallel()
	pairs := [][2]string{
		{"accent-ink", "accent"},
		{"accent", "accent-soft"},
		{"plus-ink", "plus-soft"},
		{"minus-ink", "minus-soft"},
		{"amber", "amber-soft"},
		{"ink-2", "zero-soft"},
		{"ink", "accent-soft"},
		{"ink", "plus-soft"},
		{"ink", "minus-soft"},
		{"ink", "amber-soft"},
	}
	selected := regexp.MustCompile(`::selection \{ background: var\(--([a-z-]+)\); color: var\(--([a-z-]+)\); \}`).FindStringSubmatch(string(testkit.Must(os.ReadFile("assets/css/base.css"))(t)))
	if len(selected) != 3 {
		t.Fatal("selected text has no colours of the theme")
	}
	pairs = append(pairs, [2]string{selected[2], selected[1]})
	for _, surface := range surfaceNames {
		for _, text := range []string{"ink", "ink-2", "ink-3", "accent", "minus", "amber", "plus-ink"} {
			pairs = append(pairs, [2]string{text, surface})
		}
	}
	for scheme, colours := range schemes(t) {
		least := colour.Readable
		if strings.HasPrefix(scheme, "contrast") {
			least = 7
		}
		for _, pair := range pairs {
			text, ok := colours[pair[0]]
			back, both := colours[pair[1]]
			if !ok || !both {
				t.Fatalf("%s has no %v", scheme, pair)
			}
			if got := colour.Contrast(text, back); got < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", scheme, pair[0], pair[1], got, least)
			}
		}
	}
}

// TestAccentColoursAreReadableInEveryTheme checks each shade of some accent colours on the surfaces of every theme.
func TestAccentColoursAreReadableInEveryTheme(t *testing.T) {
	t.Parallel()
	for _, hex := range []string{"000000", "ffffff", "ffff00", "ff0000", "0000ff", "00ff00", "808080", "1d5a40", "e91e63"} {
		light, dark := accentShades(parsed(t, hex))
		for scheme, colours := range schemes(t) {
			s := light
			if strings.HasSuffix(scheme, "dark") {
				s = dark
			}
			for _, surface := range surfaceNames {
				if got := colour.Contrast(s.Accent, colours[surface]); got < colour.Readable {
					t.Errorf("#%s in %s on %s has a contrast of %.2f", hex, scheme, surface, got)
				}
			}
		}
	}
}

// TestBarsEqualTheSurfacesOfThemes compares the colours of the bar above a page with the style sheets.
func TestBarsEqualTheSurfacesOfThemes(t *testing.T) {
	t.Parallel()
	all := schemes(t)
	for _, c := range ThemeChoices("") {
		for _, bar := range barsOf(c.Value) {
			scheme := strings.TrimSpace(string(c.Value) + " " + strings.TrimSuffix(strings.TrimPrefix(bar.Media, "(prefers-color-scheme: "), ")"))
			colours, ok := all[scheme]
			for _, s := range []string{" light", " dark"} {
				if !ok {
					colours, ok = all[scheme+s]
				}
			}
			if !ok || "#"+colours["surface"].Hex() != bar.Colour {
				t.Errorf("the bar of %q is %s, and the surface %v", scheme, bar.Colour, colours["surface"].Hex())
			}
		}
	}
}

func TestAccentStyleSheet(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"1d5a40.css": "--accent: light-dark(#1d5a40, #", "1D5A40.css": "", "1d5a40": "", "red.css": "", "1d5a40;}.css": "", ".css": ""} {
		r := httptest.NewRequest(http.MethodGet, "/accent/x", nil)
		r.SetPathValue("colour", path)
		rec := httptest.NewRecorder()
		err := AccentCSS(rec, &Request{Request: r})
		if (err == nil) != (want != "") || !strings.Contains(rec.Body.String(), want) {
			t.Errorf("%s: error %v, %s", path, err, rec.Body)
		}
	}
}
