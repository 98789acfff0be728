package web

import (
	"net/http"

	"holdover/internal/app"
)

// UsersPage is where the admin looks after the users.
type UsersPage struct {
	Settings
	Users []UserRow
	Name  string // in the form that adds one
}

func (*UsersPage) template() string { return "settings_users" }

// UserRow is one user.
type UserRow struct {
	ID      string
	Name    string
	Since   string
	Budgets int
	Admin   bool
}

func (s *site) users(w http.ResponseWriter, r *http.Request) error { return s.showUsers(w, r, nil) }

func (s *site) showUsers(w http.ResponseWriter, r *http.Request, failed error) error {
	who, me, err := s.me(r)
	if err != nil {
		return err
	}
	all, err := s.app.Users(r.Context(), who)
	if err != nil {
		return err
	}
	p := &UsersPage{Settings: settingsOf(r, &me, usersURL, failed)}
	if r.URL.Path == usersURL {
		p.Name = r.PostFormValue("name")
	}
	for _, u := range all {
		p.Users = append(p.Users, UserRow{ID: u.ID, Name: u.Name, Since: dayText(u.Created), Budgets: u.Budgets, Admin: u.Admin})
	}
	return s.pages.render(w, r, statusOf(failed), p)
}

func (s *site) addUser(w http.ResponseWriter, r *http.Request) error {
	return s.onUser(w, r, "user", func(who app.Actor, name string) error {
		_, err := s.app.AddUser(r.Context(), who, name, r.PostFormValue("password"))
		return err
	})
}

func (s *site) setPassword(w http.ResponseWriter, r *http.Request) error {
	return s.onUser(w, r, "reset", func(who app.Actor, name string) error {
		return s.app.SetPassword(r.Context(), who, name, r.PostFormValue("password"))
	})
}

func (s *site) removeUser(w http.ResponseWriter, r *http.Request) error {
	return s.onUser(w, r, "removed", func(who app.Actor, name string) error { return s.app.RemoveUser(r.Context(), who, name) })
}

func (s *site) onUser(w http.ResponseWriter, r *http.Request, done string, do func(who app.Actor, name string) error) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	if err := do(who, r.PostFormValue("name")); err != nil {
		return s.beside(w, r, err, s.showUsers)
	}
	return came(w, r, usersURL, done)
}
