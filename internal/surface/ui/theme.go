package ui

import (
	"fmt"
	"net/http"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/colour"
)

// Theme is the user's choice of colours; empty follows the system.
type Theme string

const (
	FollowSystem Theme = ""
	Light        Theme = "light"
	Dark         Theme = "dark"
	Sepia        Theme = "sepia"
	Black        Theme = "black"
	HighContrast Theme = "contrast"
)

// ThemeChoice is a theme that can be chosen.
type ThemeChoice struct {
	Value   Theme
	Label   string
	Hint    string // its colours in a few words
	Current bool
}

// ThemeChoices returns all themes.
func ThemeChoices(chosen Theme) []ThemeChoice {
	all := []ThemeChoice{
		{Value: FollowSystem, Label: "System", Hint: "Light or dark, as this device is set"},
		{Value: Light, Label: "Light", Hint: "Dark text on warm white"},
		{Value: Dark, Label: "Dark", Hint: "Light text on dark green-grey"},
		{Value: Sepia, Label: "Sepia", Hint: "Brown text on the colour of old paper"},
		{Value: Black, Label: "Black", Hint: "Light text on black, for screens that save power with it"},
		{Value: HighContrast, Label: "High contrast", Hint: "The strongest contrast, light or dark as this device is set"},
	}
	for i := range all {
		all[i].Current = all[i].Value == chosen
	}
	return all
}

// quickThemes returns the themes of the switch that every page has.
func quickThemes(chosen Theme) []ThemeChoice { return ThemeChoices(chosen)[:3] }

func themeNamed(name string) Theme {
	for _, c := range ThemeChoices("") {
		if string(c.Value) == name {
			return c.Value
		}
	}
	return FollowSystem
}

// The colours of the bar that a phone draws above a page: --surface of the theme in tokens.css and themes.css.
const (
	lightSurface = "#fffefb"
	darkSurface  = "#1a1f1c"
)

// Bar is the colour of the bar above a page, for one colour scheme of the system or for all.
type Bar struct{ Colour, Media string }

func barsOf(chosen Theme) []Bar {
	switch chosen {
	case Light:
		return []Bar{{Colour: lightSurface}}
	case Dark:
		return []Bar{{Colour: darkSurface}}
	case Sepia:
		return []Bar{{Colour: "#f8f0de"}}
	case Black:
		return []Bar{{Colour: "#0a0a0a"}}
	case HighContrast:
		return bySystem("#ffffff", "#000000")
	}
	return bySystem(lightSurface, darkSurface)
}

func bySystem(light, dark string) []Bar {
	return []Bar{{light, "(prefers-color-scheme: light)"}, {dark, "(prefers-color-scheme: dark)"}}
}

// SystemBars returns the bars of a page that does not know the user's choice of colours.
func SystemBars() []Bar { return barsOf(FollowSystem) }

// The surfaces on which an accent colour must be readable: the darkest ones of the light themes and the lightest ones
// of the dark themes. The first one is the surface of most pages. TestAccentSurfacesCoverEveryTheme compares them with
// the style sheets.
var (
	lightSurfaces = []colour.RGB{{R: 0xff, G: 0xfe, B: 0xfb}, {R: 0xe6, G: 0xd8, B: 0xb9}, {R: 0xe5, G: 0xe5, B: 0xe5}}
	darkSurfaces  = []colour.RGB{{R: 0x1a, G: 0x1f, B: 0x1c}, {R: 0x26, G: 0x2d, B: 0x29}, {R: 0x2b, G: 0x2b, B: 0x2b}}
)

// accentShades returns the shades of an accent colour for light and for dark themes.
func accentShades(accent colour.RGB) (light, dark colour.Scheme) {
	return colour.Shades(accent, false, lightSurfaces...), colour.Shades(accent, true, darkSurfaces...)
}

// IsAdjusted reports whether the pages show an accent colour in another shade, because it would be hard to read.
func IsAdjusted(accent colour.RGB) (inLight, inDark bool) {
	light, dark := accentShades(accent)
	return light.Accent != accent, dark.Accent != accent
}

// accentURL returns the address of the style sheet of the chosen accent colour, or "".
func (l Look) accentURL() string {
	if l.Accent == "" {
		return ""
	}
	return "/accent/" + l.Accent + ".css"
}

// AccentCSS responds with the style sheet of an accent colour. The content security policy allows no style attributes,
// so each colour has an address, whose content never changes.
func AccentCSS(w http.ResponseWriter, r *Request) error {
	name, isCSS := strings.CutSuffix(r.PathValue("colour"), ".css")
	accent, ok := colour.Parse(name)
	if !ok || !isCSS || accent.Hex() != name {
		return apperr.New(apperr.NotFound, "there is no page at %s", r.URL.Path)
	}
	light, dark := accentShades(accent)
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_, err := fmt.Fprintf(w, ":root:root, .theme-sample[data-theme] { --accent: light-dark(#%s, #%s); --accent-ink: light-dark(#%s, #%s); --accent-soft: light-dark(#%s, #%s); }\n",
		light.Accent.Hex(), dark.Accent.Hex(), light.Ink.Hex(), dark.Ink.Hex(), light.Soft.Hex(), dark.Soft.Hex())
	return err
}
