package ui

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/backups"
	"holdover/internal/app/openid"
	"holdover/internal/app/users"
	"holdover/internal/storage/pending"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/proxyauth"
)

// Options configures the pages for their environment.
type Options struct {
	// As, unless anonymous, is the actor of every request, without sign-in.
	As app.Actor
	// BehindProxy trusts X-Forwarded-Proto and X-Forwarded-For, which any client could send without a proxy.
	BehindProxy bool
	// Public is the address that users open, without a trailing slash, or empty if it is the address of the request.
	Public string
	// FirstCode is the code that creates the owner. It is as random as a token, so guesses need no limit. If it is
	// empty, the owner is created at the command line.
	FirstCode string
	// Backups makes and restores backups; it is nil for pages without them.
	Backups *backups.Backups
	// Provider is the identity provider at which users sign in; nil for none.
	Provider *openid.Provider
	// Proxy is the proxy that verifies the user of each request; nil for none.
	Proxy *proxyauth.Config
}

// Secure reports whether the browser's connection is encrypted.
func (o Options) Secure(r *http.Request) bool {
	return r.TLS != nil || o.BehindProxy && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// Origin returns the address that a request was sent to, without a trailing slash.
func (o Options) Origin(r *http.Request) string {
	if o.Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// PublicOrigin returns the address that the user of a request has opened.
func (o Options) PublicOrigin(r *http.Request) string {
	if o.Public != "" {
		return o.Public
	}
	return o.Origin(r)
}

// The cookie's name. Browsers accept the prefix only from this host over an encrypted connection.
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

// SessionKey returns the key of the browser's session, or "" if none exists.
func (o Options) SessionKey(r *http.Request) string {
	return CookieOf(r, o.sessionCookie(r))
}

// AccountCookie stores the account to which a transaction was last added in this browser. A new transaction begins in it
// unless the address names an account. It may belong to another budget.
const AccountCookie = "holdover_last_account"

// CookieOf returns the value of a cookie, or "".
func CookieOf(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// KeepSession sets the session cookie; an empty key deletes it.
func (o Options) KeepSession(w http.ResponseWriter, r *http.Request, key string) {
	life := users.SessionLife
	if key == "" {
		life = -time.Second
	}
	o.keep(w, r, o.sessionCookie(r), key, life)
}

// keep sets a cookie with a lifetime. Scripts cannot read it.
func (o Options) keep(w http.ResponseWriter, r *http.Request, name, value string, life time.Duration) {
	c := o.cookie(r, name, value, life)
	c.HttpOnly = true
	http.SetCookie(w, c)
}

func (o Options) cookie(r *http.Request, name, value string, life time.Duration) *http.Cookie {
	return &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()), Secure: o.Secure(r), SameSite: http.SameSiteLaxMode}
}

// browserCookie returns the name of the cookie that identifies a known browser.
func (o Options) browserCookie(r *http.Request) string {
	if o.Secure(r) {
		return "__Host-holdover_browser"
	}
	return "holdover_browser"
}

// KnownBrowser returns the key from an earlier sign-in of this browser, or "".
func (r *Request) KnownBrowser() string {
	return CookieOf(r.Request, r.Options.browserCookie(r.Request))
}

// KeepBrowser marks the browser as known for later sign-ins.
func (r *Request) KeepBrowser(w http.ResponseWriter, key string) {
	r.Options.keep(w, r.Request, r.Options.browserCookie(r.Request), key, users.BrowserLife)
}

// pendingCookie returns the name of the cookie of a pending sign-in.
func (o Options) pendingCookie(r *http.Request) string {
	if o.Secure(r) {
		return "__Host-holdover_pending"
	}
	return "holdover_pending"
}

// PendingSignIn returns the key of the browser's sign-in between the password and the second step, or "".
func (r *Request) PendingSignIn() string {
	return CookieOf(r.Request, r.Options.pendingCookie(r.Request))
}

// KeepPendingSignIn sets the cookie of a pending sign-in; an empty key deletes it.
func (r *Request) KeepPendingSignIn(w http.ResponseWriter, key string) {
	life := users.PendingLife
	if key == "" {
		life = -time.Second
	}
	r.Options.keep(w, r.Request, r.Options.pendingCookie(r.Request), key, life)
}

// hasSession reports whether the browser has a session to sign out of.
func hasSession(r *http.Request) bool {
	return len(r.CookiesNamed(plainCookie))+len(r.CookiesNamed(secureCookie)) > 0
}

// Secure reports whether the browser's connection is encrypted.
func (r *Request) Secure() bool { return r.Options.Secure(r.Request) }

// SessionKey returns the key of the browser's session, or "" if none exists.
func (r *Request) SessionKey() string { return r.Options.SessionKey(r.Request) }

// KeepSession sets the session cookie; an empty key deletes it.
func (r *Request) KeepSession(w http.ResponseWriter, key string) {
	r.Options.KeepSession(w, r.Request, key)
}

// Holder is the owner of a pending entry. The session is empty without sign-in.
type Holder = pending.Holder

// Holder returns the owner of pending entries of this request.
func (r *Request) Holder() Holder { return Holder{User: r.Actor.User, Session: r.SessionKey()} }

// Address returns the browser's network address, see httpx.ClientAddress.
func (r *Request) Address() string { return httpx.ClientAddress(r.Request, r.Options.BehindProxy) }

// AtThisMachine reports whether the browser runs on the server's machine. A request through a proxy does not count,
// nor one with a foreign host name, with which the page of another site could reach this address.
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

// nearCookie stores whether this browser offers payees nearby. It is a setting of the device and contains no
// position.
const nearCookie = "holdover_near"

// OffersNear reports whether the browser offers payees nearby.
func (r *Request) OffersNear() bool { return CookieOf(r.Request, nearCookie) == "1" }

// SetNear stores in the browser whether it offers payees near the user's position.
func (r *Request) SetNear(w http.ResponseWriter, on bool) {
	r.Remember(w, nearCookie, map[bool]string{true: "1", false: "0"}[on])
}
