package ui

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// homeScreen is the web app manifest with which a phone adds Holdover to its home screen and a browser installs it:
// it opens a window with the only budget or their list. See https://www.w3.org/TR/appmanifest/.
type homeScreen struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Description string     `json:"description"`
	Lang        string     `json:"lang"`
	Categories  []string   `json:"categories"`
	StartURL    string     `json:"start_url"`
	Scope       string     `json:"scope"`
	Display     string     `json:"display"`
	Displays    []string   `json:"display_override"`
	Background  string     `json:"background_color"`
	Theme       string     `json:"theme_color"`
	Icons       []homeIcon `json:"icons"`
	Shortcuts   []shortcut `json:"shortcuts"`
	Share       shareInto  `json:"share_target"`
}

// shortcut is an entry of the menu that a long press on the icon opens.
type shortcut struct {
	Name  string     `json:"name"`
	URL   string     `json:"url"`
	Icons []homeIcon `json:"icons"`
}

// shareInto describes the files that other apps can share with Holdover, and the request that contains them.
type shareInto struct {
	Action  string      `json:"action"`
	Method  string      `json:"method"`
	Enctype string      `json:"enctype"`
	Params  shareParams `json:"params"`
}

type shareParams struct {
	Files []sharedFiles `json:"files"`
}

type sharedFiles struct {
	Name   string   `json:"name"`
	Accept []string `json:"accept"`
}

type homeIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Kind    string `json:"type"`
	Purpose string `json:"purpose"`
}

// HomeScreen responds with the web app manifest. It contains no user data, since browsers request it without cookies.
func HomeScreen(w http.ResponseWriter, r *Request) error {
	icon := func(name string, pixels int, purpose string) homeIcon {
		return homeIcon{Source: r.Pages.Assets.URL(fmt.Sprintf("%s-%d.png", name, pixels)), Sizes: fmt.Sprintf("%dx%[1]d", pixels), Kind: "image/png", Purpose: purpose}
	}
	m := homeScreen{
		ID: "/", Name: "Holdover", Description: "An envelope budget on your own server", Lang: "en", Categories: []string{"finance", "productivity"},
		StartURL: "/", Scope: "/", Display: "standalone", Displays: []string{"standalone", "minimal-ui"}, Background: lightSurface, Theme: lightSurface,
		Share: shareInto{
			Action: "/share", Method: http.MethodPost, Enctype: "multipart/form-data",
			Params: shareParams{Files: []sharedFiles{{Name: "file", Accept: []string{"image/*", "application/pdf"}}}},
		},
	}
	for _, pixels := range []int{48, 72, 96, 128, 144, 192, 256, 384, 512} {
		m.Icons = append(m.Icons, icon("icon", pixels, "any"))
	}
	for _, pixels := range []int{192, 512} {
		m.Icons = append(m.Icons, icon("icon-maskable", pixels, "maskable"))
	}
	for _, s := range []shortcut{{Name: "Add transaction", URL: "/add"}, {Name: "Budget", URL: "/"}, {Name: "To approve", URL: "/to-approve"}} {
		s.Icons = []homeIcon{icon("icon", 96, "any"), icon("icon", 192, "any")}
		m.Shortcuts = append(m.Shortcuts, s)
	}
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("writing the web app manifest: %w", err)
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	_, err = w.Write(text)
	return err
}
