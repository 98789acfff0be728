package settings

import (
	"net/http"
	"strings"

	"holdover/internal/app/users"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// UsersPage is the page on which the admin manages the users.
type UsersPage struct {
	Settings
	Users []UserRow
	Name  string // value of the form's field
	// Required is set if all users need a second factor.
	Required    bool
	NoPasswords bool // passwords are switched off: users come from the identity provider
}

func (*UsersPage) Template() string { return "settings_users" }

type UserRow struct {
	ID      string
	Name    string
	Since   string
	Budgets int
	Admin   bool
	Resets  bool   // the user has a second factor
	Factor  string // the second factor, in words
	// NoPassword is set if the user has no password.
	NoPassword bool
	// Identities are the accounts at identity providers that sign in as the user.
	Identities []IdentityRow
}

func Users(w http.ResponseWriter, r *ui.Request) error { return showUsers(w, r, nil) }

func showUsers(w http.ResponseWriter, r *ui.Request, failed error) error {
	me, err := me(r)
	if err != nil {
		return err
	}
	all, err := r.App.Users(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	p := &UsersPage{Settings: settingsOf(r, &me, usersURL, failed)}
	if p.Required, err = r.App.RequiresSecondFactor(r.Context(), r.Actor); err != nil {
		return err
	}
	recent, err := r.App.IsRecent(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	if !recent {
		p.Unconfirmed = confirmAt(usersURL)
	}
	p.NoPasswords = r.Options.Provider != nil && r.Options.Provider.Only
	if r.URL.Path == usersURL {
		p.Name = r.PostFormValue("name")
	}
	for _, u := range all {
		p.Users = append(p.Users, UserRow{ID: u.ID, Name: u.Name, Since: humanize.Day(u.Created), Budgets: u.Budgets, Admin: u.Admin, Resets: !u.SecondFactor.IsEmpty(), Factor: factorText(u.SecondFactor), NoPassword: u.NoPassword, Identities: iterutil.Map(u.Identities, identityRow)})
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

func AddUser(w http.ResponseWriter, r *ui.Request) error {
	return onUser(w, r, "user", func(name string) error {
		_, err := r.App.AddUser(r.Context(), r.Actor, name, r.PostFormValue("password"))
		return err
	})
}

func SetPassword(w http.ResponseWriter, r *ui.Request) error {
	return onUser(w, r, "reset", func(name string) error {
		return r.App.SetPassword(r.Context(), r.Actor, users.PasswordReset{Name: name, New: r.PostFormValue("password"), EndAccess: r.PostFormValue("end-access") != ""})
	})
}

func RemoveUser(w http.ResponseWriter, r *ui.Request) error {
	return onUser(w, r, "removed", func(name string) error { return r.App.RemoveUser(r.Context(), r.Actor, name) })
}

func onUser(w http.ResponseWriter, r *ui.Request, done string, do func(name string) error) error {
	if err := do(r.PostFormValue("name")); err != nil {
		return beside(w, r, err, showUsers)
	}
	return came(w, r, usersURL, done)
}

// factorText describes the second factor of a user.
func factorText(f users.FactorSummary) string {
	var all []string
	if f.HasApp {
		all = append(all, "authenticator app", humanize.Number(f.RecoveryCodes, "recovery code", "recovery codes")+" left")
	}
	if f.Passkeys > 0 {
		all = append(all, humanize.Number(f.Passkeys, "passkey", "passkeys"))
	}
	if len(all) == 0 {
		return "no second factor"
	}
	return strings.Join(all, " · ")
}

// ResetFactor removes the second factor of another user.
func ResetFactor(w http.ResponseWriter, r *ui.Request) error {
	return onUser(w, r, "factor", func(name string) error {
		return r.App.ResetSecondFactor(r.Context(), r.Actor, name, r.PostFormValue("end-sessions") != "")
	})
}

// UnlinkUser removes an account at an identity provider of another user.
func UnlinkUser(w http.ResponseWriter, r *ui.Request) error {
	return onUser(w, r, "user-unlinked", func(name string) error {
		return r.App.UnlinkIdentityOf(r.Context(), r.Actor, name, users.Identity{Issuer: r.PostFormValue("issuer"), Subject: r.PostFormValue("subject")})
	})
}

// RequireFactor sets whether all users need a second factor.
func RequireFactor(w http.ResponseWriter, r *ui.Request) error {
	on := r.PostFormValue("required") == "1"
	if err := r.App.RequireSecondFactor(r.Context(), r.Actor, on); err != nil {
		return beside(w, r, err, showUsers)
	}
	return came(w, r, usersURL, map[bool]string{true: "required", false: "optional"}[on])
}
