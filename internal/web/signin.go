package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// Options are what the pages need to know of where they run.
type Options struct {
	// As, where it is somebody, makes every request, and nobody signs in.
	As app.Actor
	// BehindProxy believes X-Forwarded-Proto and X-Forwarded-For. Without a proxy
	// anybody could send them.
	BehindProxy bool
	// FirstCode is what has to be entered to create the owner from another
	// machine. It is as random as a token, so that guesses need no limit. Where
	// it is empty, the owner is created at this machine.
	FirstCode string
}

// public says which pages are for everybody: those that have nothing of anybody's
// in them. Everything else needs somebody.
func public(path string) bool {
	switch path {
	case "/sign-in", "/sign-out", "/first-start", "/theme", "/export-guide":
		return true
	}
	return strings.HasPrefix(path, assetPrefix)
}

type actorKey struct{}

// actor is who makes a request: the one place that finds it out.
func (s *site) actor(r *http.Request) (app.Actor, error) {
	who := actorIn(r.Context())
	if who.Nobody() {
		return app.Actor{}, fault.New(fault.Unauthorized, "nobody is signed in").WithHint("sign in first")
	}
	return who, nil
}

func actorIn(ctx context.Context) app.Actor {
	who, _ := ctx.Value(actorKey{}).(app.Actor)
	return who
}

// recognised finds out who makes each request, and turns nobody away from what
// is not public.
func (s *site) recognised(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, err := s.recognise(w, r)
		if err != nil {
			s.pages.writeFault(w, r, err)
			return
		}
		r = r.WithContext(context.WithValue(r.Context(), actorKey{}, who))
		if who.Nobody() && !public(r.URL.Path) {
			s.turnAway(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *site) recognise(w http.ResponseWriter, r *http.Request) (app.Actor, error) {
	if !s.options.As.Nobody() {
		return s.options.As, nil
	}
	key := s.sessionKey(r)
	if key == "" || strings.HasPrefix(r.URL.Path, assetPrefix) {
		return app.Actor{}, nil
	}
	who, renewed, err := s.app.Session(r.Context(), key)
	switch {
	case fault.KindOf(err) == fault.Unauthorized:
		s.keepSession(w, r, "")
		return app.Actor{}, nil
	case err != nil:
		return app.Actor{}, err
	case renewed:
		s.keepSession(w, r, key)
	}
	return who, nil
}

// turnAway leads to where one can sign in, and back from there.
func (s *site) turnAway(w http.ResponseWriter, r *http.Request) {
	has, err := s.app.HasUsers(r.Context())
	switch {
	case err != nil:
		s.pages.writeFault(w, r, err)
	case !has:
		http.Redirect(w, r, "/first-start", http.StatusSeeOther)
	case r.Method == http.MethodGet && r.Header.Get("HX-Request") == "" && strings.Contains(r.Header.Get("Accept"), "text/html"):
		http.Redirect(w, r, "/sign-in?"+url.Values{"back": {r.URL.RequestURI()}}.Encode(), http.StatusSeeOther)
	default:
		w.Header().Set("HX-Redirect", "/sign-in") // a page that is still open goes there
		s.pages.writeFault(w, r, fault.New(fault.Unauthorized, "nobody is signed in, so nothing was changed").WithHint("sign in, then do it again"))
	}
}

// secure says whether the browser's connection is encrypted.
func (s *site) secure(r *http.Request) bool {
	return r.TLS != nil || s.options.BehindProxy && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https")
}

// The cookie's name. The prefix makes browsers take it from nobody but this very
// host, over an encrypted connection.
const (
	plainCookie  = "holdover_session"
	secureCookie = "__Host-" + plainCookie
)

func (s *site) sessionCookie(r *http.Request) string {
	if s.secure(r) {
		return secureCookie
	}
	return plainCookie
}

// hasSession says whether the browser has a session that it could sign out of.
func hasSession(r *http.Request) bool {
	return len(r.CookiesNamed(plainCookie))+len(r.CookiesNamed(secureCookie)) > 0
}

func (s *site) sessionKey(r *http.Request) string {
	c, err := r.Cookie(s.sessionCookie(r))
	if err != nil {
		return ""
	}
	return c.Value
}

// keepSession lets the browser keep the key of a session, or forget it.
func (s *site) keepSession(w http.ResponseWriter, r *http.Request, key string) {
	age := int(app.SessionLife.Seconds())
	if key == "" {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.sessionCookie(r), Value: key, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: s.secure(r), SameSite: http.SameSiteLaxMode,
	})
}

// address is where the browser is, as far as that can be known: behind a proxy
// the last address, which the proxy itself has added.
func (s *site) address(r *http.Request) string {
	if s.options.BehindProxy {
		if all := r.Header.Values("X-Forwarded-For"); len(all) > 0 {
			last := all[len(all)-1]
			return strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// atThisMachine says whether the browser runs on the server's own machine. A
// proxy's request does not count, and neither does a foreign name in front of
// this address, with which another site's page could pass for ours.
func (s *site) atThisMachine(r *http.Request) bool {
	for _, h := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Via"} {
		if r.Header.Get(h) != "" {
			return false
		}
	}
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return !s.options.BehindProxy && loopback(s.address(r)) && (strings.EqualFold(host, "localhost") || loopback(strings.Trim(host, "[]")))
}

func loopback(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.Unmap().IsLoopback()
}

// registerSignIn adds the pages of signing in and of the settings.
func (s *site) registerSignIn(rt *httpx.Router) {
	rt.Handle("GET /first-start", s.firstStart)
	rt.Handle("POST /first-start", s.createOwner)
	rt.Handle("GET /sign-in", s.signInForm)
	rt.Handle("POST /sign-in", s.signIn)
	rt.Handle("POST /sign-out", s.signOut)

	rt.Handle("GET /settings", s.settings)
	rt.Handle("POST /settings/password", s.changePassword)
	rt.Handle("GET /settings/users", s.users)
	rt.Handle("POST /settings/users", s.addUser)
	rt.Handle("POST /settings/users/password", s.setPassword)
	rt.Handle("POST /settings/users/remove", s.removeUser)
	rt.Handle("GET /settings/sharing", s.sharing)
	rt.Handle("POST /settings/sharing/{id}", s.share)
	rt.Handle("POST /settings/sharing/{id}/remove", s.unshare)
	rt.Handle("GET /settings/developer", s.tokens)
	rt.Handle("POST /settings/developer", s.newToken)
	rt.Handle("POST /settings/developer/revoke", s.revokeToken)
}
