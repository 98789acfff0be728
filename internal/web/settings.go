package web

import (
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/httpx"
)

// Settings is what the pages of the settings have in common.
type Settings struct {
	Frame
	Tabs  []Tab
	Done  string // what was just done
	Fault *FaultText
}

// Tab is a page of the settings.
type Tab struct {
	Label, URL string
	Current    bool
}

// AccountPage is one's own account.
type AccountPage struct {
	Settings
	Name    string
	Since   string
	Admin   bool
	SignOut bool
}

func (*AccountPage) template() string { return "settings" }

// The pages of the settings.
const (
	accountURL   = "/settings"
	usersURL     = "/settings/users"
	sharingURL   = "/settings/sharing"
	developerURL = "/settings/developer"
)

// doneTexts are what a page says after it was come back to.
var doneTexts = map[string]string{
	"password": "The password was changed. Every other browser was signed out.",
	"user":     "The user was added. They can sign in now.",
	"reset":    "The password was set. The user was signed out everywhere.",
	"removed":  "The user was removed.",
	"shared":   "Sharing was changed.",
	"unshared": "The budget is not shared with them any more.",
	"left":     "You have left the budget.",
	"revoked":  "The token was revoked. Whoever uses it is refused from now on.",
}

// settingsOf frames a page of the settings. The users are the admin's business.
func settingsOf(r *http.Request, me *app.User, at string, failed error) Settings {
	p := Settings{Done: doneTexts[r.URL.Query().Get("done")]}
	for _, t := range []Tab{{Label: "Account", URL: accountURL}, {Label: "Users", URL: usersURL}, {Label: "Sharing", URL: sharingURL}, {Label: "Developer settings", URL: developerURL}} {
		if t.URL == usersURL && !me.Admin {
			continue
		}
		if t.Current = t.URL == at; t.Current {
			p.Title = t.Label
		}
		p.Tabs = append(p.Tabs, t)
	}
	if failed != nil {
		text := faultText(failed)
		p.Fault, p.Done = &text, ""
	}
	return p
}

// came goes back to a page of the settings that says what was done.
func came(w http.ResponseWriter, r *http.Request, page, done string) error {
	http.Redirect(w, r, page+"?"+url.Values{"done": {done}}.Encode(), http.StatusSeeOther)
	return nil
}

// statusOf is OK where nothing failed.
func statusOf(failed error) int {
	if failed == nil {
		return http.StatusOK
	}
	return httpx.StatusOf(failed)
}

// beside shows an error on the page that it belongs to, or hands it on.
func (s *site) beside(w http.ResponseWriter, r *http.Request, err error, show func(http.ResponseWriter, *http.Request, error) error) error {
	if !forPeople(err) {
		return err
	}
	return show(w, r, s.logged(r, err))
}

func (s *site) settings(w http.ResponseWriter, r *http.Request) error {
	return s.showAccount(w, r, nil)
}

func (s *site) showAccount(w http.ResponseWriter, r *http.Request, failed error) error {
	_, me, err := s.me(r)
	if err != nil {
		return err
	}
	p := &AccountPage{
		Settings: settingsOf(r, &me, accountURL, failed), Name: me.Name, Since: dayText(me.Created), Admin: me.Admin,
		SignOut: s.options.As.Nobody(),
	}
	return s.pages.render(w, r, statusOf(failed), p)
}

// me is who is signed in, and their account.
func (s *site) me(r *http.Request) (app.Actor, app.User, error) {
	who, err := s.actor(r)
	if err != nil {
		return who, app.User{}, err
	}
	me, err := s.app.Account(r.Context(), who)
	return who, me, err
}

func (s *site) changePassword(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	change := app.PasswordChange{
		Present: r.PostFormValue("present"), New: r.PostFormValue("password"), Address: s.address(r), Key: s.sessionKey(r),
	}
	if err := repeated(change.New, r.PostFormValue("again")); err != nil {
		return s.beside(w, r, err, s.showAccount)
	}
	if err := s.app.ChangePassword(r.Context(), who, change); err != nil {
		return s.beside(w, r, err, s.showAccount)
	}
	return came(w, r, accountURL, "password")
}
