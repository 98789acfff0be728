package ui

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"holdover/internal/app"
	"holdover/internal/httpx"
	"holdover/internal/people"
	"holdover/internal/waiting"
)

// Options are what the pages need to know of where they run.
type Options struct {
	// As, where it is somebody, makes every request, and nobody signs in.
	As app.Actor
	// BehindProxy believes X-Forwarded-Proto and X-Forwarded-For. Without a proxy anybody could send them.
	BehindProxy bool
	// FirstCode is what creates the owner. It is as random as a token, so that guesses need no limit. Where it is empty, the
	// owner is created at the command line.
	FirstCode string
}

// Secure says whether the browser's connection is encrypted.
func (o Options) Secure(r *http.Request) bool {
	return r.TLS != nil || o.BehindProxy && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// Origin is the address that a request came to, without a slash at its end.
func (o Options) Origin(r *http.Request) string {
	if o.Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// The cookie's name. The prefix makes browsers take it from nobody but this very host, over an encrypted connection.
const (
	plainCookie  = "holdover_session"
	secureCookie = "__Host-" + plainCookie
)

func (o Options) sessionCookie(r *http.Request) string {
	if o.Secure(r) {
		return secureCookie
	}
	return plainCookie
}

// SessionKey is the key of the browser's session, empty for none.
func (o Options) SessionKey(r *http.Request) string {
	return CookieOf(r, o.sessionCookie(r))
}

// CookieOf is what a browser keeps under a name, empty for nothing.
func CookieOf(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// KeepSession lets the browser keep the key of a session; an empty one lets it forget.
func (o Options) KeepSession(w http.ResponseWriter, r *http.Request, key string) {
	life := people.SessionLife
	if key == "" {
		life = -time.Second
	}
	o.keep(w, r, o.sessionCookie(r), key, life)
}

// keep lets the browser keep something for a time. No script reads it.
func (o Options) keep(w http.ResponseWriter, r *http.Request, name, value string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()),
		HttpOnly: true, Secure: o.Secure(r), SameSite: http.SameSiteLaxMode,
	})
}

// browserCookie is the name of what a browser says to be known from before.
func (o Options) browserCookie(r *http.Request) string {
	if o.Secure(r) {
		return "__Host-holdover_browser"
	}
	return "holdover_browser"
}

// KnownBrowser is what the browser says to be known from an earlier sign-in, empty for nothing.
func (r *Request) KnownBrowser() string {
	return CookieOf(r.Request, r.Options.browserCookie(r.Request))
}

// KeepBrowser lets the browser be known at later sign-ins.
func (r *Request) KeepBrowser(w http.ResponseWriter, key string) {
	r.Options.keep(w, r.Request, r.Options.browserCookie(r.Request), key, people.BrowserLife)
}

// hasSession says whether the browser has a session that it could sign out of.
func hasSession(r *http.Request) bool {
	return len(r.CookiesNamed(plainCookie))+len(r.CookiesNamed(secureCookie)) > 0
}

// Secure says whether the browser's connection is encrypted.
func (r *Request) Secure() bool { return r.Options.Secure(r.Request) }

// SessionKey is the key of the browser's session, empty for none.
func (r *Request) SessionKey() string { return r.Options.SessionKey(r.Request) }

// KeepSession lets the browser keep the key of a session; an empty one lets it forget.
func (r *Request) KeepSession(w http.ResponseWriter, key string) {
	r.Options.KeepSession(w, r.Request, key)
}

// Holder is whose something is that waits. The session is empty where nobody signs in.
type Holder = waiting.Holder

// Holder is who may come back to what this request leaves behind.
func (r *Request) Holder() Holder { return Holder{User: r.Actor.User, Session: r.SessionKey()} }

// Address is where the browser is, as far as that can be known.
func (r *Request) Address() string { return httpx.ClientAddress(r.Request, r.Options.BehindProxy) }

// AtThisMachine says whether the browser runs on the server's own machine. A proxy's request does not count, and neither does
// a foreign name in front of this address, with which another site's page could pass for ours.
func (r *Request) AtThisMachine() bool {
	for _, h := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"} {
		if r.Header.Get(h) != "" {
			return false
		}
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return !r.Options.BehindProxy && loopback(r.Address()) && (strings.EqualFold(host, "localhost") || loopback(strings.Trim(host, "[]")))
}

func loopback(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.Unmap().IsLoopback()
}

const themeCookie = "holdover_theme"

// themeOf is the theme the browser remembers.
func themeOf(r *http.Request) Theme { return themeNamed(CookieOf(r, themeCookie)) }

func themeNamed(name string) Theme {
	switch t := Theme(name); t {
	case Light, Dark:
		return t
	}
	return FollowSystem
}

// nearCookie keeps whether this browser offers payees near here: a device's choice, and nothing of where it is.
const nearCookie = "holdover_near"

// OffersNear says whether the browser is to offer payees near here.
func (r *Request) OffersNear() bool { return CookieOf(r.Request, nearCookie) == "1" }

// SetNear remembers in the browser whether it offers payees near here.
func (r *Request) SetNear(w http.ResponseWriter, on bool) {
	r.Remember(w, nearCookie, map[bool]string{true: "1", false: "0"}[on])
}

// SetTheme remembers a theme in the browser and goes back to the page.
func SetTheme(w http.ResponseWriter, r *Request) error {
	r.Remember(w, themeCookie, string(themeNamed(r.FormValue("theme"))))
	return r.Redirect(w, LocalPath(r.FormValue("back")))
}
