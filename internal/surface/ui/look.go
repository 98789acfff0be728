package ui

import (
	"net/http"

	"holdover/internal/base/colour"
)

// Look is the appearance that a browser has chosen. Its cookies store it, so the server renders each page with it and
// amounts that the user hides are never shown for a moment.
type Look struct {
	Theme       Theme
	Accent      string // six hexadecimal digits; empty for the theme's own colour
	Compact     bool   // tables have low rows
	HideAmounts bool   // amounts are blurred until they are pointed at
}

const (
	themeCookie   = "holdover_theme"
	accentCookie  = "holdover_accent"
	densityCookie = "holdover_density"
	amountsCookie = "holdover_amounts"
)

const (
	compact = "compact" // the value of densityCookie for low rows
	hidden  = "hidden"  // the value of amountsCookie for blurred amounts
)

// LookOf returns the appearance that the cookies of a request contain.
func LookOf(r *http.Request) Look {
	look := Look{Theme: themeNamed(CookieOf(r, themeCookie)), Compact: CookieOf(r, densityCookie) == compact, HideAmounts: CookieOf(r, amountsCookie) == hidden}
	if c, ok := colour.Parse(CookieOf(r, accentCookie)); ok {
		look.Accent = c.Hex()
	}
	return look
}

// SetLook stores the theme, the accent colour and the density in the browser.
func (r *Request) SetLook(w http.ResponseWriter, look Look) {
	density := ""
	if look.Compact {
		density = compact
	}
	r.rememberLook(w, themeCookie, string(themeNamed(string(look.Theme))))
	r.rememberLook(w, accentCookie, look.Accent)
	r.rememberLook(w, densityCookie, density)
}

// SetTheme stores a theme in the browser and redirects to the page.
func SetTheme(w http.ResponseWriter, r *Request) error {
	r.rememberLook(w, themeCookie, string(themeNamed(r.FormValue("theme"))))
	return r.Redirect(w, LocalPath(r.FormValue("back")))
}

// SetAmounts stores in the browser whether it hides amounts, and redirects to the page.
func SetAmounts(w http.ResponseWriter, r *Request) error {
	value := ""
	if r.FormValue("amounts") == hidden {
		value = hidden
	}
	r.rememberLook(w, amountsCookie, value)
	return r.Redirect(w, LocalPath(r.FormValue("back")))
}

// rememberLook is Remember for a cookie that scripts may read: the page without a connection has no other source for it,
// and the script that hides amounts writes it.
func (r *Request) rememberLook(w http.ResponseWriter, name, value string) {
	http.SetCookie(w, r.Options.cookie(r.Request, name, value, preferenceLife))
}
