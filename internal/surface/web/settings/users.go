package settings

import (
	"net/http"

	"holdover/internal/app/users"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// UsersPage is the page on which the admin manages the users.
type UsersPage struct {
	Settings
	Users []UserRow
	Name  string // value of the form's field
}

func (*UsersPage) Template() string { return "settings_users" }

type UserRow struct {
	ID      string
	Name    string
	Since   string
	Budgets int
	Admin   bool
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
	if r.URL.Path == usersURL {
		p.Name = r.PostFormValue("name")
	}
	for _, u := range all {
		p.Users = append(p.Users, UserRow{ID: u.ID, Name: u.Name, Since: humanize.Day(u.Created), Budgets: u.Budgets, Admin: u.Admin})
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
