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

// authorize shows the consent page. It checks the client's request first, and then redirects a user without a session
// to the sign-in page, and one who signed in long ago to the confirmation.
func (s *surface) authorize(w http.ResponseWriter, r *http.Request) error {
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	request, err := s.App.AskOAuth(r.Context(), r.URL.Query())
	if err == nil {
		err = request.CheckResource(r.URL.Query(), issuer)
	}
	if err != nil {
		return s.showInvalidRequest(w, r, err)
	}
	who, session, err := s.Who(w, r)
	if err != nil {
		return err
	}
	if who.IsAnonymous() {
		http.Redirect(w, r, "/sign-in?"+url.Values{"back": {r.URL.RequestURI()}}.Encode(), http.StatusSeeOther)
		return nil
	}
	recent, err := s.App.IsRecent(r.Context(), who)
	if err != nil {
		return err
	}
	if !recent && !who.Machine {
		http.Redirect(w, r, confirmAt(r.URL.RequestURI()), http.StatusSeeOther)
		return nil
	}
	plans, err := s.App.Budgets(r.Context(), who)
	if err != nil {
		return err
	}
	p := consentPage{
		head: s.head("Allow access"), Who: who.Name, Application: request.Client.Name, BackTo: request.BackTo(), ReadOnly: request.Scope == auth.ReadOnly,
		NoScope: r.URL.Query().Get("scope") == "", SelfRegistered: request.Client.SelfRegistered,
		Ask: request.Values().Encode(), Seal: request.Seal(s.sealKey(session), session),
	}
	for _, plan := range plans {
		p.Plans = append(p.Plans, planChoice{plan.ID, plan.Name})
	}
	// Browsers apply form-action also to the redirect after the form, which leads to the client.
	w.Header().Set("Content-Security-Policy", strings.Replace(httpx.PagePolicy, "form-action 'self'", "form-action 'self' "+request.FormAction(), 1))
	w.Header().Set("Cache-Control", "no-store")
	return s.pages.render(w, http.StatusOK, p)
}

// submitConsent processes the choice on the consent page. The form returns the client's request with a seal, which
// proves that this session's page contained exactly that request.
func (s *surface) submitConsent(w http.ResponseWriter, r *http.Request) error {
	values, err := url.ParseQuery(r.PostFormValue("ask"))
	if err != nil {
		return apperr.New(apperr.Invalid, "the form is incomplete").WithHint("go back to the application and start again")
	}
	request, err := s.App.AskOAuth(r.Context(), values)
	if err != nil {
		return s.showInvalidRequest(w, r, err)
	}
	who, session, err := s.Who(w, r)
	if err != nil {
		return err
	}
	if who.IsAnonymous() || !request.Sealed(s.sealKey(session), session, r.PostFormValue("seal")) {
		return apperr.New(apperr.Forbidden, "this form is not valid or has expired; no access was allowed").
			WithHint("go back to the application and start again")
	}
	if r.PostFormValue("choice") != "allow" {
		return s.redirectRefusal(w, r, request.Deny())
	}
	scope := auth.Scope(r.PostFormValue("scope"))
	if request.Scope == auth.ReadOnly { // the form has no choice then
		scope = auth.ReadOnly
	}
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	address, err := s.App.AllowOAuth(r.Context(), who, request, users.OAuthConsent{Scope: scope, DefaultPlan: r.PostFormValue("plan"), Issuer: issuer})
	if err != nil {
		return s.redirectRefusal(w, r, err)
	}
	redirectSecret(w, address)
	return nil
}

// sealKey returns the key of the form's seal: the session's secret from the cookie, which every server process receives.
// A Holdover without sign-in has no sessions and a single process, which uses a random key.
func (s *surface) sealKey(session string) []byte {
	if session == "" {
		return s.key
	}
	return []byte(session)
}

// showInvalidRequest shows a page that states the error in a client's request and links back to the client. It
// does not redirect automatically: a link to Holdover could then lead users to another site unnoticed (RFC 9700,
// 4.11.2). An error other than a refusal is returned.
func (s *surface) showInvalidRequest(w http.ResponseWriter, r *http.Request, err error) error {
	refusal, ok := errors.AsType[*oauthgrant.Refusal](err)
	if !ok {
		return err
	}
	issuer, err := s.Issuer(r)
	if err != nil {
		return err
	}
	p := faultPage{
		head: s.head("This is not possible"), BackTo: refusal.BackTo(), BackURL: template.URL(refusal.Redirect(issuer)), //nolint:gosec // the address was checked when the client was registered
		Fault: &ui.FaultText{Message: ui.Sentence("the request of the application is not valid: " + refusal.Detail), Hint: "Its operator has to correct this"},
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	return s.pages.render(w, http.StatusBadRequest, p)
}

// redirectRefusal redirects the browser to the client with a refusal. Any other error is returned, for an error page.
func (s *surface) redirectRefusal(w http.ResponseWriter, r *http.Request, err error) error {
	refusal, ok := errors.AsType[*oauthgrant.Refusal](err)
	if !ok {
		return err
	}
	issuer, err := s.Issuer(r)
	if err == nil {
		redirectSecret(w, refusal.Redirect(issuer))
	}
	return err
}

// redirectSecret redirects the browser to an address that may contain a code or a token. Caches must not store it, and
// other sites must not receive it as a referrer. http.Redirect is avoided, since for GET it repeats the address in a body.
func redirectSecret(w http.ResponseWriter, address string) {
	h := w.Header()
	h.Set("Location", address)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(http.StatusSeeOther)
}
