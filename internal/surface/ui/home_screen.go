package ui

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// homeScreen is the web app manifest with which a phone adds Holdover to its home screen and a browser installs it:
// it opens a window with the only budget or their list. See https://www.w3.org/TR/appmanifest/.
type homeScreen struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"`
	StartURL   string     `json:"start_url"`
	Scope      string     `json:"scope"`
	Display    string     `json:"display"`
	Background string     `json:"background_color"`
	Theme      string     `json:"theme_color"`
	Icons      []homeIcon `json:"icons"`
}

type homeIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Kind    string `json:"type"`
	Purpose string `json:"purpose"`
}

// HomeScreen responds with the web app manifest. It contains no user data, since browsers request it without cookies.
func HomeScreen(w http.ResponseWriter, r *Request) error {
	m := homeScreen{ID: "/", Name: "Holdover", StartURL: "/", Scope: "/", Display: "standalone", Background: surfaces[Light], Theme: surfaces[Light]}
	for _, pixels := range []int{192, 512} {
		icon := homeIcon{Source: r.Pages.Assets.URL(fmt.Sprintf("icon-%d.png", pixels)), Sizes: fmt.Sprintf("%dx%[1]d", pixels), Kind: "image/png", Purpose: "any maskable"}
		m.Icons = append(m.Icons, icon)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("writing the web app manifest: %w", err)
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_, err = w.Write(text)
	return err
}

// surfaces maps a theme to the colour of the bar that a phone draws above a page: --surface of tokens.css.
var surfaces = map[Theme]string{Light: "#fffefb", Dark: "#1a1f1c"}

// Bar is the colour of the bar above a page, for one colour scheme of the system or for all.
type Bar struct{ Colour, Media string }

func barsOf(chosen Theme) []Bar {
	if colour, ok := surfaces[chosen]; ok {
		return []Bar{{Colour: colour}}
	}
	return []Bar{{surfaces[Light], "(prefers-color-scheme: light)"}, {surfaces[Dark], "(prefers-color-scheme: dark)"}}
}

// SystemBars returns the bars of a page that does not know the user's choice of colours.
func SystemBars() []Bar { return barsOf(FollowSystem) }
