package settings

import (
	"net/http"

	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// The addresses of the settings of sign-in.
const (
	waysURL    = "/settings/sign-in"
	confirmURL = "/settings/sign-in/confirm"
	byKeyURL   = "/settings/sign-in/confirm/passkey"
	setUpURL   = "/settings/sign-in/app"
	codesURL   = "/settings/sign-in/codes"
	sessionURL = "/session"
)

// WaysPage shows the ways by which the user signs in, and everything that has access in the user's name: sessions,
// tokens and applications.
type WaysPage struct {
	Settings
	Name     string // of the user
	Continue string // page that a sign-in with a recovery code was for
	// HasApp and Since are about the authenticator app. The other fields are about the recovery codes.
	HasApp bool
	Since  string
	Made   string
	Left   int
	Few    bool
	Used   []string // when codes were used
	// NoPasskeys is the reason why browsers do not use passkeys at the address of this page.
	NoPasskeys *ui.FaultText
	Passkeys   []PasskeyRow
	// Required is set if the owner requires a second factor. IsRecent is set if the user may change it now.
	Required    bool
	IsRecent    bool
	Confirm     *ConfirmForm // nil if IsRecent is set, or if there is no way to confirm the identity
	Sessions    []SessionRow
	Identities  *IdentityList
	NoPassword  bool // the user signs in without a password
	ByProxy     bool // a proxy has verified the user of the request
	Others      bool // there is a session besides this browser's
	Tokens      []TokenRow
	Connections []ConnectionRow
	Events      []EventRow
}

func (*WaysPage) Template() string { return "settings_signin" }

// ConnectionRow is an application that has access in the user's name.
type ConnectionRow struct{ Name, Scope, Since string }

// EventRow is an event in the user's log of sign-ins.
type EventRow struct {
	At, Text string
	From     string // browser and address
	Warns    bool   // the user should read it
}

func Ways(w http.ResponseWriter, r *ui.Request) error { return showWays(w, r, nil) }

func showWays(w http.ResponseWriter, r *ui.Request, failed error) error {
	me, err := me(r)
	if err != nil {
		return err
	}
	factor, err := r.App.SecondFactor(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	p := &WaysPage{
		Settings: settingsOf(r, &me, waysURL, failed), Name: me.Name, HasApp: factor.HasApp, Since: humanize.Day(factor.Since), Made: humanize.Day(factor.Made), Left: factor.Left,
		Few: factor.HasApp && factor.Left <= auth.FewRecoveryCodes, Required: factor.Required, IsRecent: factor.IsRecent,
	}
	if r.URL.Query().Get("done") == "recovery" {
		p.Continue = ui.LocalPath(r.URL.Query().Get("back"))
	}
	if err := passkeysAt(r); err != nil {
		p.NoPasskeys = ui.FaultIn(err)
	}
	for _, k := range factor.Passkeys {
		p.Passkeys = append(p.Passkeys, passkeyRow(k, r.Now))
	}
	for _, c := range factor.Codes {
		if !c.Used.IsZero() {
			p.Used = append(p.Used, humanize.Moment(c.Used))
		}
	}
	p.NoPassword, p.ByProxy = me.NoPassword, r.Actor.ByProxy
	if p.Identities, err = identityList(r, p.IsRecent); err != nil {
		return err
	}
	p.Confirm = confirmForm(r, p)
	if err := p.listAccess(r); err != nil {
		return err
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

// listAccess lists the sessions, the tokens, the applications and the events.
func (p *WaysPage) listAccess(r *ui.Request) error {
	if err := p.listSessions(r); err != nil {
		return err
	}
	tokens, err := r.App.Tokens(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	for _, t := range tokens {
		p.Tokens = append(p.Tokens, tokenRow(t, r.Now))
	}
	connections, err := r.App.OAuthConnections(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	for _, c := range connections {
		p.Connections = append(p.Connections, ConnectionRow{Name: c.Application, Scope: scopeNames[c.Scope], Since: humanize.Day(c.Since)})
	}
	events, err := r.App.SignInLog(r.Context(), r.Actor)
	for _, e := range events {
		p.Events = append(p.Events, eventRow(e))
	}
	return err
}

// eventTexts contains the texts of events; %s is the user that caused it.
var eventTexts = map[users.EventKind]string{
	users.SignedInByPassword:            "Signed in with the password",
	users.SignedInByApp:                 "Signed in with the password and the authenticator app",
	users.SignedInByRecovery:            "Signed in with the password and a recovery code",
	users.SignedInByProvider:            "Signed in with the identity provider",
	users.SignedInByProviderAndApp:      "Signed in with the identity provider and the authenticator app",
	users.SignedInByProviderAndRecovery: "Signed in with the identity provider and a recovery code",
	users.Confirmed:                     "Identity confirmed",
	users.IdentityLinked:                "Account at the identity provider linked",
	users.IdentityUnlinked:              "Account at the identity provider unlinked",
	users.SignedInByPasskey:             "Signed in with a passkey",
	users.PasskeyAdded:                  "Passkey added",
	users.PasskeyRemoved:                "Passkey removed",
	users.PasskeyCopied:                 "Sign-in refused: a passkey seems to have been copied",
	users.CodesRefused:                  "Sign-in refused: the password was right, but the codes were wrong",
	users.PasswordChanged:               "Password changed",
	users.PasswordSet:                   "Password set",
	users.AppSetUp:                      "Authenticator app set up",
	users.AppRemoved:                    "Authenticator app removed",
	users.CodesMade:                     "New recovery codes made",
	users.FactorReset:                   "Second factor reset",
}

func eventRow(e users.Event) EventRow {
	row := EventRow{At: humanize.Moment(e.At), Text: eventTexts[e.Kind], Warns: e.Kind == users.CodesRefused || e.Kind == users.PasskeyCopied || e.Kind == users.SignedInByRecovery || e.Kind == users.SignedInByProviderAndRecovery}
	if e.Actor != "" {
		row.Text += " by " + e.Actor
		return row
	}
	row.From = browserName(e.Agent)
	if e.Address != "" {
		row.From += ", " + e.Address
	}
	return row
}
