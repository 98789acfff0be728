package settings

import (
	"net/http"
	"net/url"

	"holdover/internal/app/users"
	"holdover/internal/surface/ui"
)

// ConfirmForm confirms the identity of the user by one of the ways that the user has.
type ConfirmForm struct {
	Name     string // of the user
	Back     string // page to open afterwards
	Others   bool   // the page to open afterwards is another one
	Password bool
	Code     bool // of the authenticator app
	Passkey  bool
	Provider *ProviderChoice // at which to sign in again; nil if that is no way
	Fault    *ui.FaultText   // the reason why the identity was not confirmed
}

// confirmForm returns the form for a page of the ways to sign in, or nil if none is needed or possible. After a refusal, the
// fault moves from the page to the form.
func confirmForm(r *ui.Request, p *WaysPage) *ConfirmForm {
	f := &ConfirmForm{Name: p.Name, Back: confirmBack(r), Password: !p.NoPassword, Passkey: len(p.Passkeys) > 0 && p.NoPasskeys == nil}
	f.Others = f.Back != waysURL
	f.Code = p.HasApp && (f.Password || r.Actor.ByProxy)
	if p.NoPassword && p.Identities != nil && p.Identities.Provider != nil {
		f.Provider = &ProviderChoice{Name: p.Identities.Provider.Name, URL: providerURL + "?" + url.Values{"again": {"1"}, "back": {f.Back}}.Encode()}
	}
	if p.IsRecent || !f.Password && !f.Code && !f.Passkey && f.Provider == nil {
		return nil
	}
	if r.URL.Path == confirmURL || r.URL.Path == byKeyURL {
		f.Fault, p.Fault = p.Fault, nil
	}
	return f
}

// confirmBack returns the page that asked for a confirmation.
func confirmBack(r *ui.Request) string { return ui.LocalPathOr(r.FormValue("back"), waysURL) }

// Confirm verifies the password, and a code if the user has an app, so that the ways to sign in can be changed.
func Confirm(w http.ResponseWriter, r *ui.Request) error {
	in, err := r.App.ConfirmIdentity(r.Context(), r.Actor, users.Confirmation{Password: r.PostFormValue("password"), Code: r.PostFormValue("code"), Device: device(r)})
	return confirmed(w, r, in, err)
}

// confirmed redirects to the page that asked for the confirmation. A user that a proxy signs in gets a session.
func confirmed(w http.ResponseWriter, r *ui.Request, in users.SignedIn, err error) error {
	if err != nil {
		return beside(w, r, err, showWays)
	}
	if !in.Who.IsAnonymous() {
		if err := beginSession(w, r, in); err != nil {
			return err
		}
	}
	return r.Redirect(w, confirmBack(r))
}

// confirmAt returns the address at which users confirm their identity and return to a page.
func confirmAt(page string) string { return waysURL + "?" + url.Values{"back": {page}}.Encode() }
