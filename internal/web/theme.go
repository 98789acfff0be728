package web

import (
	"net/http"
	"time"
)

const themeCookie = "holdover_theme"

// themeOf is the theme the browser remembers.
func themeOf(r *http.Request) Theme {
	if c, err := r.Cookie(themeCookie); err == nil {
		return themeNamed(c.Value)
	}
	return FollowSystem
}

func themeNamed(name string) Theme {
	switch t := Theme(name); t {
	case Light, Dark:
		return t
	}
	return FollowSystem
}

// setTheme remembers a theme in the browser and goes back to the page.
func setTheme(w http.ResponseWriter, r *http.Request) error {
	remember(w, r, themeCookie, string(themeNamed(r.FormValue("theme"))))
	http.Redirect(w, r, localPath(r.FormValue("back")), http.StatusSeeOther)
	return nil
}

// remember keeps how a person likes to look at things in their browser. Nothing
// about money is in it.
func remember(w http.ResponseWriter, r *http.Request, name, value string) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int((400 * 24 * time.Hour).Seconds()),
		HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
	})
}
