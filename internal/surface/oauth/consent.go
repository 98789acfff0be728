package oauth

import (
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// authorize shows the consent page. The client and its redirect address are checked before the user is asked to sign
// in.
func (s *surface) authorize(w http.ResponseWriter, r *http.Request) error {
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	ask, err := s.App.AskOAuth(r.Context(), r.URL.Query())
	if err == nil {
		err = ask.CheckResource(r.URL.Query(), issuer)
	}
	if err != nil {
		return s.misasked(w, r, err)
	}
	who, session, err := s.Who(w, r)
	if err != nil {
		return err
	}
	if who.IsAnonymous() {
		http.Redirect(w, r, "/sign-in?"+url.Values{"back": {r.URL.RequestURI()}}.Encode(), http.StatusSeeOther)
		return nil
	}
	plans, err := s.App.Budgets(r.Context(), who)
	if err != nil {
		return err
	}
	p := consentPage{
		head: s.head("Allow access"), Who: who.Name, Application: ask.Client.Name, BackTo: ask.BackTo(), ReadOnly: ask.Scope == auth.ReadOnly,
		Unsaid: r.URL.Query().Get("scope") == "", SelfRegistered: ask.Client.SelfRegistered,
		Ask: ask.Values().Encode(), Seal: ask.Seal(s.sealKey(session), session),
	}
	for _, plan := range plans {
		p.Plans = append(p.Plans, planChoice{plan.ID, plan.Name})
	}
	w.Header().Set("Content-Security-Policy", strings.Replace(httpx.PagePolicy, "form-action 'self'", "form-action 'self' "+ask.FormAction(), 1))
	w.Header().Set("Cache-Control", "no-store")
	return s.pages.render(w, http.StatusOK, p)
}

// answer processes the user's choice. The seal proves that this page was shown in this session.
func (s *surface) answer(w http.ResponseWriter, r *http.Request) error {
	q, err := url.ParseQuery(r.PostFormValue("ask"))
	if err != nil {
		return apperr.New(apperr.Invalid, "the form is not whole").WithHint("go back to the application and start again there")
	}
	ask, err := s.App.AskOAuth(r.Context(), q)
	if err != nil {
		return s.misasked(w, r, err)
	}
	who, session, err := s.Who(w, r)
	if err != nil {
		return err
	}
	if who.IsAnonymous() || !ask.Sealed(s.sealKey(session), session, r.PostFormValue("seal")) {
		return apperr.New(apperr.Forbidden, "this form was not shown to you, or too long ago; nothing was allowed").
			WithHint("go back to the application and start again there")
	}
	if r.PostFormValue("choice") != "allow" {
		return s.back(w, r, ask.Deny())
	}
	scope := auth.Scope(r.PostFormValue("scope"))
	if ask.Scope == auth.ReadOnly {
		scope = auth.ReadOnly
	}
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	address, err := s.App.AllowOAuth(r.Context(), who, ask, users.OAuthConsent{Scope: scope, DefaultPlan: r.PostFormValue("plan"), Issuer: issuer})
	if err != nil {
		return s.back(w, r, err)
	}
	leave(w, address)
	return nil
}

// sealKey returns the session's secret, which every process can read. Without sign-in there is no session and one
// process, and it returns the surface's own key.
func (s *surface) sealKey(session string) []byte {
	if session == "" {
		return s.key
	}
	return []byte(session)
}

// misasked shows the error of a request and lets the user return to the program with it. It does not redirect
// automatically: such an address could be used to send users to another site through a link with our name (RFC 9700,
// 4.11.2).
func (s *surface) misasked(w http.ResponseWriter, r *http.Request, err error) error {
	refusal, ok := errors.AsType[*oauthgrant.Refusal](err)
	if !ok {
		return err
	}
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	p := faultPage{
		head: s.head("That cannot be done"), BackTo: refusal.BackTo(), BackURL: template.URL(refusal.Redirect(issuer)), //nolint:gosec // registered, and checked then
		Fault: &ui.FaultText{Message: ui.Sentence("the application asked in a way that cannot be answered: " + refusal.Detail), Hint: "Whoever runs it has to mend that"},
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	return s.pages.render(w, http.StatusBadRequest, p)
}

// back redirects a refusal to the program. Any other error is returned, for an error page.
func (s *surface) back(w http.ResponseWriter, r *http.Request, err error) error {
	refusal, ok := errors.AsType[*oauthgrant.Refusal](err)
	if !ok {
		return err
	}
	issuer, err := s.Issuer(r)
	if err == nil {
		leave(w, refusal.Redirect(issuer))
	}
	return err
}

// leave redirects the browser to an address that contains a secret response, which must not be cached or read by
// others. http.Redirect would also write the address into a body.
func leave(w http.ResponseWriter, address string) {
	h := w.Header()
	h.Set("Location", address)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(http.StatusSeeOther)
}
