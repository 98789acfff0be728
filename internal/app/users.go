package app

import (
	"context"
	"time"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// User is a person who can sign in.
type User struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Admin   bool      `json:"admin"` // looks after the users: the one who came first
	Created time.Time `json:"created_on"`
	Budgets int       `json:"budgets"` // how many they have to do with
}

// HasUsers says whether anybody can sign in. Until then the application waits
// for its owner.
func (a *App) HasUsers(ctx context.Context) (bool, error) { return a.store.HasUsers(ctx) }

// CreateOwner makes the first user, who becomes the owner of every budget that
// is there and looks after the users. Faults: Conflict when there is a user
// already; Invalid for the name or the password.
func (a *App) CreateOwner(ctx context.Context, name, password string) error {
	_, err := a.addUser(ctx, name, password, true)
	return err
}

// Users are all users, in the order in which they came.
func (a *App) Users(ctx context.Context, who Actor) ([]User, error) {
	if err := a.mayManageUsers(ctx, who); err != nil {
		return nil, err
	}
	users, err := a.store.Users(ctx)
	if err != nil {
		return nil, err
	}
	views := make([]User, len(users))
	for i, u := range users {
		if views[i], err = a.userView(ctx, u); err != nil {
			return nil, err
		}
	}
	return views, nil
}

// Account is the actor as a user. Fault: NotFound for the person at the machine.
func (a *App) Account(ctx context.Context, who Actor) (User, error) {
	if err := who.known(); err != nil {
		return User{}, err
	}
	u, err := a.store.User(ctx, store.UserNo(who.User))
	if err != nil {
		return User{}, err
	}
	return a.userView(ctx, u)
}

func (a *App) userView(ctx context.Context, u store.User) (User, error) {
	roles, err := a.store.RolesOf(ctx, u.No)
	return User{ID: u.ID, Name: u.Name, Admin: u.Admin, Created: u.Created, Budgets: len(roles)}, err
}

// AddUser adds a user with budgets of their own. The first one is the owner, as
// CreateOwner makes it.
func (a *App) AddUser(ctx context.Context, who Actor, name, password string) (User, error) {
	if err := a.mayManageUsers(ctx, who); err != nil {
		return User{}, err
	}
	return a.addUser(ctx, name, password, false)
}

func (a *App) addUser(ctx context.Context, name, password string, onlyFirst bool) (User, error) {
	name, err := auth.CheckUserName(name)
	if err != nil {
		return User{}, err
	}
	if err := auth.CheckPasswordRules(name, password); err != nil {
		return User{}, err
	}
	u, err := a.store.AddUser(ctx, store.User{ID: newID(), Name: name, Password: auth.HashPassword(password), Created: a.now()}, onlyFirst)
	if err != nil {
		return User{}, err
	}
	return a.userView(ctx, u)
}

// SetPassword gives another user a new password, without asking for the old
// one, and ends their sessions.
func (a *App) SetPassword(ctx context.Context, who Actor, name, password string) error {
	if err := a.mayManageUsers(ctx, who); err != nil {
		return err
	}
	u, err := a.userNamed(ctx, name)
	if err != nil {
		return err
	}
	if int64(u.No) == who.User {
		return fault.New(fault.Invalid, "this is your own password").WithHint("change it where the present one is asked for")
	}
	if err := auth.CheckPasswordRules(u.Name, password); err != nil {
		return err
	}
	return a.store.SetPassword(ctx, u.No, auth.HashPassword(password), "")
}

// RemoveUser removes a user; their tokens end with them. Budgets that they alone
// own become the admin's. Fault: Conflict for the admin.
func (a *App) RemoveUser(ctx context.Context, who Actor, name string) error {
	if err := a.mayManageUsers(ctx, who); err != nil {
		return err
	}
	u, err := a.userNamed(ctx, name)
	if err != nil {
		return err
	}
	return a.store.RemoveUser(ctx, u.No)
}

// userNamed finds the user that a person means.
func (a *App) userNamed(ctx context.Context, name string) (store.User, error) {
	u, err := a.store.UserByName(ctx, name)
	if fault.KindOf(err) == fault.NotFound {
		return store.User{}, fault.New(fault.NotFound, "there is no user %q", name)
	}
	return u, err
}
