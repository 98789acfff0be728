package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/app"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/surface/ui"
)

// Recogniser returns a function that finds the user of a request for handlers outside of package web that use the
// same session. The function returns the user, or an empty actor without a session, and the session key.
func Recogniser(a *app.App, o ui.Options) func(http.ResponseWriter, *http.Request) (app.Actor, string, error) {
	s := &ui.Site{App: a, Options: o}
	secret := rand.Text()
	return func(w http.ResponseWriter, r *http.Request) (app.Actor, string, error) {
		who, err := recognise(s, w, r)
		if who.ByProxy { // the user has no session
			mac := hmac.New(sha256.New, []byte(secret))
			mac.Write([]byte(who.UserID))
			return who, hex.EncodeToString(mac.Sum(nil)), err
		}
		return who, o.SessionKey(r), err
	}
}

// recognised sets the user of each request. Without a session, only public paths are served; other requests are
// redirected to the sign-in page.
func recognised(s *ui.Site, public func(path string) bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, err := recognise(s, w, r)
		if err != nil {
			s.Pages.WriteFaultWithLink(w, r, err, proxySignOut(s, err))
			return
		}
		if !isOf(r, who) {
			who = app.Actor{}
		}
		r = ui.WithActor(r, who)
		if who.IsAnonymous() && !public(r.URL.Path) {
			turnAway(s, w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isOf reports whether a request is one of a user. A script that sends what another user of the browser has entered or
// stored names that user in a header, so that it is not mixed up with the data of the user who has signed in since.
func isOf(r *http.Request, who app.Actor) bool {
	name, err := url.PathUnescape(r.Header.Get("Holdover-User"))
	return err == nil && (name == "" || name == who.Name)
}

func recognise(s *ui.Site, w http.ResponseWriter, r *http.Request) (app.Actor, error) {
	if !s.Options.As.IsAnonymous() {
		return s.Options.As, nil
	}
	if who, err := byProxy(s, r); err != nil || !who.IsAnonymous() {
		return who, err
	}
	key := s.Options.SessionKey(r)
	if key == "" || strings.HasPrefix(r.URL.Path, ui.AssetPrefix) {
		return app.Actor{}, nil
	}
	who, renewed, err := s.App.Session(r.Context(), key)
	switch {
	case apperr.KindOf(err) == apperr.Unauthorized:
		s.Options.KeepSession(w, r, "")
		return app.Actor{}, nil
	case err != nil:
		return app.Actor{}, err
	case renewed:
		s.Options.KeepSession(w, r, key)
	}
	return who, nil
}

// byProxy returns the user that a trusted proxy has verified, or an empty actor.
func byProxy(s *ui.Site, r *http.Request) (app.Actor, error) {
	p := s.Options.Proxy
	if p == nil || strings.HasPrefix(r.URL.Path, ui.AssetPrefix) {
		return app.Actor{}, nil
	}
	name, err := p.Name(r)
	if err != nil || name == "" {
		return app.Actor{}, err
	}
	who, err := s.App.ActorByProxy(r.Context(), name, p.Create)
	if err == nil {
		who.Session = users.SessionDigest(s.Options.SessionKey(r)) // begun by a confirmation of the identity
	}
	return who, err
}

// proxySignOut returns the link for a user that the proxy has verified and Holdover refuses: other pages are refused too. It
// is empty for other errors.
func proxySignOut(s *ui.Site, err error) ui.Link {
	if kind := apperr.KindOf(err); s.Options.Proxy == nil || kind != apperr.Forbidden && kind != apperr.Unauthorized {
		return ui.Link{}
	}
	return ui.Link{Label: "Sign out at the proxy", URL: s.Options.Proxy.SignOut}
}

// turnAway redirects to the sign-in page, which leads back afterwards. A script that wants JSON gets the error instead.
func turnAway(s *ui.Site, w http.ResponseWriter, r *http.Request) {
	if ui.WantsJSON(r) {
		s.Pages.WriteFault(w, r, apperr.New(apperr.Unauthorized, "you are not signed in").WithHint("sign in first"))
		return
	}
	has, err := s.App.HasUsers(r.Context())
	switch {
	case err != nil:
		s.Pages.WriteFault(w, r, err)
	case !has:
		http.Redirect(w, r, "/first-start", http.StatusSeeOther)
	case r.Method == http.MethodGet && r.Header.Get("HX-Request") == "" && strings.Contains(r.Header.Get("Accept"), "text/html"):
		http.Redirect(w, r, "/sign-in?"+url.Values{"back": {r.URL.RequestURI()}}.Encode(), http.StatusSeeOther)
	default:
		w.Header().Set("HX-Redirect", "/sign-in") // a page that is still open loads the sign-in page
		s.Pages.WriteFault(w, r, apperr.New(apperr.Unauthorized, "you are not signed in, so nothing was changed").WithHint("sign in, then do it again"))
	}
}
