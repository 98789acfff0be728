// Package settings contains sign-in and the settings of a user: password, users, sharing of budgets, access tokens.
//
// Start with settings.go; signin.go contains the sign-in.
package settings

import (
	"embed"
	"net/http"
	"net/url"
	"strings"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Find: find}
}

// Settings contains the common data of the settings pages.
type Settings struct {
	ui.Frame
	Tabs  []ui.Link // links to the settings pages
	Done  string    // message about the last change
	Fault *ui.FaultText
	// Unconfirmed is the address at which the user must confirm the identity before the changes of this page, or empty.
	Unconfirmed string
}

// AccountPage shows the user's own account.
type AccountPage struct {
	Settings
	Name    string
	Since   string
	Admin   bool
	SignOut bool
	Near    bool // this device offers payees nearby
	// PasswordFault is the reason why the password was not changed. WrongPresent is set if the present password was
	// wrong.
	PasswordFault *ui.FaultText
	WrongPresent  bool
	Reminders     RemindersForm
	NoPassword    bool // the user signs in without a password
	NoPasswords   bool // passwords are switched off for all users
}

func (*AccountPage) Template() string { return "settings" }

// The addresses of the settings pages.
const (
	accountURL   = "/settings"
	lookURL      = "/settings/appearance"
	passwordURL  = "/settings/password"
	remindersURL = "/settings/reminders"
	usersURL     = "/settings/users"
	sharingURL   = "/settings/sharing"
	backupsURL   = "/settings/backups"
	developerURL = "/settings/developer"
)

// doneTexts contains the messages shown after a change, by the value of the query's "done".
var doneTexts = map[string]string{
	"password":        "The password was changed. Every other browser was signed out.",
	"linked":          "The two are linked. You can sign in with the identity provider.",
	"unlinked":        "The account at the identity provider was unlinked.",
	"user-unlinked":   "The account at the identity provider was unlinked. The user was signed out everywhere.",
	"recovery":        "You signed in with a recovery code, which does not work again. If your authenticator app is gone, set up a new one here.",
	"app-removed":     "The authenticator app and the recovery codes were removed.",
	"passkey-added":   "The passkey was added.",
	"passkey-renamed": "The passkey was renamed.",
	"passkey-removed": "The passkey was removed.",
	"factor":          "The second factor was reset. They sign in with their password alone.",
	"required":        "From their next sign-in on, all users need a second factor.",
	"optional":        "A second factor is no longer required.",
	"session":         "That browser was signed out.",
	"user":            "The user was added. They can sign in now.",
	"reset":           "The password was set. The user was signed out everywhere.",
	"removed":         "The user was removed.",
	"shared":          "Sharing was changed.",
	"unshared":        "The budget is no longer shared with them.",
	"left":            "You have left the budget.",
	"backup":          "A backup was made.",
	"look":            "The appearance of this browser was changed.",
	"reminders":       "Reminders are on, on this device.",
	"no-reminder":     "Reminders are off on this device.",
	"reminder":        "A test was sent. This device shows it in a moment.",
	"revoked":         "The token was revoked. Programs that use it have lost access.",
}

// settingsOf returns the common data of a settings page. Only the admin gets the links to the users and the backups.
func settingsOf(r *ui.Request, me *users.User, at string, failed error) Settings {
	p := Settings{Fault: ui.FaultIn(failed)}
	if failed == nil {
		p.Done = doneTexts[r.URL.Query().Get("done")]
	}
	for _, t := range tabs(r, me) {
		if t.Current = t.URL == at; t.Current {
			p.Title = t.Label
		}
		p.Tabs = append(p.Tabs, t)
	}
	return p
}

// tabs returns the links to the settings pages.
func tabs(r *ui.Request, me *users.User) []ui.Link {
	all := []ui.Link{{Label: "Account", URL: accountURL}, {Label: "Appearance", URL: lookURL}, {Label: "Sign-in", URL: waysURL}, {Label: "Users", URL: usersURL}, {Label: "Sharing", URL: sharingURL}, {Label: "Backups", URL: backupsURL}, {Label: "Developer settings", URL: developerURL}}
	return iterutil.Where(all, func(t ui.Link) bool {
		return !((t.URL == usersURL || t.URL == backupsURL) && !me.Admin || t.URL == backupsURL && r.Options.Backups == nil || t.URL == waysURL && !r.Options.As.IsAnonymous())
	})
}

// find returns the settings pages for the page *Go to*.
func find(r *ui.Request, text string) ([]ui.Destination, error) {
	if text == "" || r.Actor.Machine { // the machine has no account
		return nil, nil
	}
	me, err := me(r)
	return iterutil.Map(tabs(r, &me), func(t ui.Link) ui.Destination {
		return ui.Destination{Label: t.Label, Kind: "Settings", URL: t.URL}
	}), err
}

// came redirects to a settings page with a message about the change.
func came(w http.ResponseWriter, r *ui.Request, page, done string) error {
	return r.Redirect(w, page+"?"+url.Values{"done": {done}}.Encode())
}

// beside renders the page again with the error if a user can correct it, and otherwise returns the error.
func beside(w http.ResponseWriter, r *ui.Request, err error, show func(http.ResponseWriter, *ui.Request, error) error) error {
	if !forPeople(err) {
		return err
	}
	httpx.RetryAfter(w, err)
	return show(w, r, r.Logged(err))
}

func Show(w http.ResponseWriter, r *ui.Request) error {
	return showAccount(w, r, nil)
}

func showAccount(w http.ResponseWriter, r *ui.Request, failed error) error {
	me, err := me(r)
	if err != nil {
		return err
	}
	p := &AccountPage{
		Settings: settingsOf(r, &me, accountURL, failed), Name: me.Name, Since: humanize.Day(me.Created), Admin: me.Admin,
		SignOut: r.Options.As.IsAnonymous(), Near: r.OffersNear(), NoPassword: me.NoPassword, NoPasswords: r.Options.Provider != nil && r.Options.Provider.Only,
	}
	if r.URL.Path == passwordURL && !p.NoPasswords { // shown next to the form, which is far down the page
		p.PasswordFault, p.Fault, p.WrongPresent = p.Fault, nil, apperr.KindOf(failed) == apperr.Unauthorized
	}
	needed, err := r.App.NeedsConfirmation(r.Context(), r.Actor, me)
	if err != nil {
		return err
	}
	if needed && !p.NoPasswords {
		p.Unconfirmed = confirmAt(accountURL + "#h-password")
	}
	if p.Reminders, err = remindersForm(r); err != nil {
		return err
	}
	if strings.HasPrefix(r.URL.Path, remindersURL) { // shown next to the form as well
		p.Reminders.Fault, p.Fault = p.Fault, nil
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

// me returns the signed-in user's account.
func me(r *ui.Request) (users.User, error) { return r.App.Account(r.Context(), r.Actor) }

// SetNear switches the suggestion of nearby payees on or off for the requesting device.
func SetNear(w http.ResponseWriter, r *ui.Request) error {
	r.SetNear(w, r.PostFormValue("near") == "1")
	return r.Redirect(w, accountURL+"#h-near")
}

func ChangePassword(w http.ResponseWriter, r *ui.Request) error {
	change := users.PasswordChange{
		Present: r.PostFormValue("present"), New: r.PostFormValue("password"), Device: device(r), EndAccess: r.PostFormValue("end-access") != "",
	}
	if err := repeated(change.New, r.PostFormValue("again")); err != nil {
		return beside(w, r, err, showAccount)
	}
	if err := r.App.ChangePassword(r.Context(), r.Actor, change); err != nil {
		return beside(w, r, err, showAccount)
	}
	return came(w, r, accountURL, "password")
}
