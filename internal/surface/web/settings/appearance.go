package settings

import (
	"net/http"

	"holdover/internal/base/apperr"
	"holdover/internal/base/colour"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// AppearancePage contains the appearance of this browser: colours, rows and hidden amounts. Each theme has a sample.
type AppearancePage struct {
	Settings
	Choices   []ui.ThemeChoice
	OwnColour bool        // an accent colour replaces that of the theme
	Colour    string      // "#1d5a40", of the field
	Adjusted  string      // how the colour is shown in other shades, or ""
	Low       bool        // tables have low rows
	Horizons  []ui.Option // how far upcoming transactions are shown
}

func (*AppearancePage) Template() string { return "settings_appearance" }

// suggestedAccent is the value of the colour field before a colour is chosen: the light theme's own.
const suggestedAccent = "#1d5a40"

// Appearance shows the appearance of this browser.
func Appearance(w http.ResponseWriter, r *ui.Request) error {
	look := ui.LookOf(r.Request)
	p := &AppearancePage{OwnColour: look.Accent != "", Colour: suggestedAccent}
	if p.OwnColour {
		p.Colour = "#" + look.Accent
		if c, ok := colour.Parse(look.Accent); ok {
			p.Adjusted = adjustedWords(ui.IsAdjusted(c))
		}
	}
	return showAppearance(w, r, p, look, nil)
}

func showAppearance(w http.ResponseWriter, r *ui.Request, p *AppearancePage, look ui.Look, failed error) error {
	me, err := me(r)
	if err != nil {
		return err
	}
	p.Settings, p.Choices, p.Low = settingsOf(r, &me, lookURL, failed), ui.ThemeChoices(look.Theme), look.Compact
	p.Horizons = r.HorizonOptions()
	return r.Render(w, httpx.StatusOf(failed), p)
}

func adjustedWords(inLight, inDark bool) string {
	switch {
	case inLight && inDark:
		return "This colour alone would be hard to read. Pages show a darker shade of it in light themes and a lighter one in dark themes."
	case inLight:
		return "In light themes this colour would be hard to read. Pages show a darker shade of it there."
	case inDark:
		return "In dark themes this colour would be hard to read. Pages show a lighter shade of it there."
	}
	return ""
}

// SetAppearance stores the appearance in this browser.
func SetAppearance(w http.ResponseWriter, r *ui.Request) error {
	look := ui.Look{Theme: ui.Theme(r.PostFormValue("theme")), Compact: r.PostFormValue("density") == "compact"}
	if r.PostFormValue("accent") == "own" {
		typed := r.PostFormValue("colour")
		c, ok := colour.Parse(typed)
		if !ok {
			err := apperr.New(apperr.Invalid, "%q is not a colour", typed).WithHint("choose a colour, or enter it as #1d5a40")
			return showAppearance(w, r, &AppearancePage{OwnColour: true, Colour: typed}, look, r.Logged(err))
		}
		look.Accent = c.Hex()
	}
	r.SetLook(w, look)
	r.SetHorizon(w, r.PostFormValue("upcoming"))
	return came(w, r, lookURL, "look")
}
