package settings

import (
	"net/http"
	"net/url"
	"time"

	"holdover/internal/app/openid"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// The addresses of signing in at the identity provider.
const (
	providerURL     = "/sign-in/provider"
	providerDoneURL = "/sign-in/provider/done"
	linkURL         = "/settings/sign-in/link"
)

// ProviderChoice is the button that signs in at the identity provider.
type ProviderChoice struct {
	Name string
	URL  string
	Only bool // there is no form for a password
}

// LeavingPage leads to another site after a form. The policy of the pages allows no form to be redirected to another site.
type LeavingPage struct {
	ui.Frame
	Text   string
	Button string
	URL    string // empty if there is no other site to open
}

func (*LeavingPage) Template() string { return "leaving" }

// ProviderDonePage is shown in the window in which the user signed in for an open page.
type ProviderDonePage struct{ ui.Frame }

func (*ProviderDonePage) Template() string { return "provider_done" }

func providerChoice(r *ui.Request, back string) *ProviderChoice {
	p := r.Options.Provider
	if p == nil {
		return nil
	}
	return &ProviderChoice{Name: p.Name, URL: providerURL + "?" + url.Values{"back": {back}}.Encode(), Only: p.Only}
}

// StartProvider begins a sign-in at the identity provider. With again, users prove their identity there once more.
func StartProvider(w http.ResponseWriter, r *ui.Request) error {
	p, err := provider(r)
	if err != nil {
		return err
	}
	back := ui.LocalPath(r.FormValue("back"))
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" { // a link of another site: the user decides
		return r.Redirect(w, signInURL+"?"+url.Values{"back": {back}}.Encode())
	}
	flow, address, err := p.NewFlow(r.Context(), openid.Flow{Back: back, Again: r.FormValue("again") != ""})
	if err != nil {
		return showSignIn(w, r, "", back, r.Logged(err))
	}
	r.KeepProviderFlow(w, flow.Encode())
	http.Redirect(w, r.Request, address, http.StatusSeeOther)
	return nil
}

func provider(r *ui.Request) (*openid.Provider, error) {
	if r.Options.Provider == nil {
		return nil, apperr.New(apperr.NotFound, "this Holdover has no identity provider").WithHint("its administrator can configure one")
	}
	return r.Options.Provider, nil
}

// FinishProvider processes the response of the identity provider: it signs the user in, or links the two.
func FinishProvider(w http.ResponseWriter, r *ui.Request) error {
	p, err := provider(r)
	if err != nil {
		return err
	}
	flow, err := openid.DecodeFlow(r.ProviderFlow())
	if err == nil && flow.IsAnsweredBy(r.URL.Query()) {
		r.KeepProviderFlow(w, "") // one response for each flow; that of an older one does not end it
	}
	var person openid.Person
	if err == nil {
		person, err = p.Finish(r.Context(), flow, r.URL.Query())
	}
	back := ui.LocalPath(flow.Back)
	if err == nil && flow.Link != "" {
		return finishLink(w, r, flow, person)
	}
	var in users.SignedIn
	if err == nil {
		in, err = r.App.SignInByProvider(r.Context(), users.ProvidedSignIn{
			Identity: identityOf(person), Name: person.Name, Email: person.Email, Create: p.Create, LinkEmail: p.LinkEmail,
			IsStrong: person.IsStrong, IDToken: person.IDToken, Proved: person.Proved, Device: device(r),
		})
	}
	if err == nil && in.Next != users.Done {
		return awaitStep(w, r, in, back)
	}
	if err == nil {
		err = beginSession(w, r, in)
	}
	if err != nil {
		if !forPeople(err) && apperr.KindOf(err) != apperr.Unavailable {
			return err
		}
		return showSignIn(w, r, "", back, r.Logged(err))
	}
	http.Redirect(w, r.Request, back, http.StatusSeeOther)
	return nil
}

func identityOf(person openid.Person) users.Identity {
	label := person.Name
	if label == "" {
		label = person.Email
	}
	return users.Identity{Issuer: person.Issuer, Subject: person.Subject, Label: label}
}

// ProviderDone reports that the user has signed in and can close the window.
func ProviderDone(w http.ResponseWriter, r *ui.Request) error {
	return r.Render(w, http.StatusOK, &ProviderDonePage{Frame: ui.Frame{Title: "Signed in"}})
}

// Link begins a sign-in at the identity provider that links the person there to the user.
func Link(w http.ResponseWriter, r *ui.Request) error {
	p, err := provider(r)
	if err != nil {
		return err
	}
	if err := r.App.RequireRecent(r.Context(), r.Actor); err != nil {
		return beside(w, r, err, showWays)
	}
	flow, address, err := p.NewFlow(r.Context(), openid.Flow{Back: waysURL, Link: r.Actor.UserID})
	if err != nil {
		return showWays(w, r, r.Logged(err))
	}
	r.KeepProviderFlow(w, flow.Encode())
	return leave(w, r, &LeavingPage{Frame: ui.Frame{Title: "Continue"}, Text: "To link the two, sign in at " + p.Name + ".", Button: "Continue to " + p.Name, URL: address})
}

// finishLink links a person at the provider to the user that began the flow and is still signed in.
func finishLink(w http.ResponseWriter, r *ui.Request, flow openid.Flow, person openid.Person) error {
	if r.Actor.IsAnonymous() || r.Actor.UserID != flow.Link {
		return showSignIn(w, r, "", waysURL, r.Logged(apperr.New(apperr.Unauthorized, "the session in which you began to link the two has ended, so nothing was changed").WithHint("sign in, then link them again")))
	}
	if err := r.App.LinkIdentity(r.Context(), r.Actor, identityOf(person), users.FactorChange{Device: device(r)}); err != nil {
		return beside(w, r, err, showWays)
	}
	return came(w, r, waysURL, "linked")
}

// Unlink removes an identity of the user.
func Unlink(w http.ResponseWriter, r *ui.Request) error {
	i := users.Identity{Issuer: r.PostFormValue("issuer"), Subject: r.PostFormValue("subject")}
	err := r.App.UnlinkIdentity(r.Context(), r.Actor, i, factorChange(r))
	if err != nil {
		return beside(w, r, err, showWays)
	}
	return came(w, r, waysURL, "unlinked")
}

// leave leads to another site after a form.
func leave(w http.ResponseWriter, r *ui.Request, p *LeavingPage) error {
	if r.Header.Get("Holdover-Form") != "" { // a script opens the address
		return r.Redirect(w, p.URL)
	}
	w.Header().Set("Refresh", "0;url="+p.URL)
	return r.Render(w, http.StatusOK, p)
}

// IdentityRow is a person at a provider that signs in as the user.
type IdentityRow struct{ Issuer, Subject, Label, Since, Used string }

// IdentityList is the section about the identity provider. It is nil if there is neither a provider nor an identity.
type IdentityList struct {
	Provider *ProviderChoice // nil without a configured provider
	Rows     []IdentityRow
	IsRecent bool
}

func identityList(r *ui.Request, isRecent bool) (*IdentityList, error) {
	all, err := r.App.Identities(r.Context(), r.Actor)
	if err != nil || len(all) == 0 && r.Options.Provider == nil {
		return nil, err
	}
	list := &IdentityList{Provider: providerChoice(r, waysURL), IsRecent: isRecent, Rows: iterutil.Map(all, identityRow)}
	return list, nil
}

func identityRow(i users.Identity) IdentityRow {
	row := IdentityRow{Issuer: i.Issuer, Subject: i.Subject, Label: i.Label, Since: humanize.Day(i.Since)}
	if row.Label == "" {
		row.Label = i.Subject
	}
	if i.Used != (time.Time{}) {
		row.Used = humanize.Day(i.Used)
	}
	return row
}

// signOutElsewhere returns the page that also signs out at the identity provider or the proxy, or nil if there is
// nothing to sign out of. It is called before the session ends.
func signOutElsewhere(r *ui.Request) (*LeavingPage, error) {
	if r.Actor.ByProxy {
		p := &LeavingPage{Frame: ui.Frame{Title: "Sign out"}, Text: "A proxy in front of this Holdover signs you in. Sign out there.", Button: "Sign out at the proxy", URL: r.Options.Proxy.SignOut}
		return p, nil
	}
	p := r.Options.Provider
	if p == nil || !p.SignOut || r.Actor.IsAnonymous() {
		return nil, nil
	}
	token, err := r.App.IDToken(r.Context(), r.SessionKey())
	if err != nil || token == "" {
		return nil, err
	}
	address := p.SignOutURL(r.Context(), token)
	if address == "" {
		return nil, nil
	}
	return &LeavingPage{Frame: ui.Frame{Title: "Signed out"}, Text: "You are signed out of Holdover.", Button: "Sign out of " + p.Name + " too", URL: address}, nil
}
