package app

import (
	"context"
	"strconv"
	"strings"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Actor is who does something, and with how much of their rights. The zero
// value is nobody.
type Actor struct {
	User    int64  // the user's number, 0 for the person at the machine
	UserID  string // the user's id for programs, a UUID
	Name    string // what the history shows
	Scope   auth.Scope
	Default string // the budget's id that "default" means to an OAuth application, empty for none
	machine bool
}

// Machine is the person at the machine that holds the data: the command line.
// Whoever can read the database may do everything with it.
func Machine() Actor {
	return Actor{Name: "the command line", Scope: auth.Full, machine: true}
}

func actorOf(u store.User, scope auth.Scope) Actor {
	return Actor{User: int64(u.No), UserID: u.ID, Name: u.Name, Scope: scope}
}

// Nobody says that the actor is neither a user nor the person at the machine.
func (who Actor) Nobody() bool { return who.User == 0 && !who.machine }

// known refuses nobody.
func (who Actor) known() error {
	if who.Nobody() {
		return fault.New(fault.Unauthorized, "nobody is signed in").WithHint("sign in first")
	}
	return nil
}

const journalPrefix = "user:"

// journalName is how the journal names the actor: a user by number, so that a
// changed name stays the same person.
func (who Actor) journalName() string {
	if who.User == 0 {
		return who.Name
	}
	return journalPrefix + strconv.FormatInt(who.User, 10)
}

// journalNames gives the names of people for what the journal says of them.
func (a *App) journalNames(ctx context.Context) (func(string) string, error) {
	users, err := a.store.Users(ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(users))
	for _, u := range users {
		names[actorOf(u, auth.Full).journalName()] = u.Name
	}
	return func(actor string) string {
		if name, ok := names[actor]; ok {
			return name
		}
		if strings.HasPrefix(actor, journalPrefix) {
			return "a user who was removed"
		}
		return actor
	}, nil
}

// find is the budget with an id, when the actor has the right to it. A budget
// that is not theirs to see and one that does not exist answer alike.
func (a *App) find(ctx context.Context, who Actor, id string, right auth.Right) (store.Header, error) {
	if err := who.known(); err != nil {
		return store.Header{}, err
	}
	h, err := a.store.Budget(ctx, id)
	if fault.KindOf(err) == fault.NotFound {
		return store.Header{}, auth.Allowed("", who.Scope, right)
	}
	if err != nil {
		return store.Header{}, err
	}
	role, err := a.roleOf(ctx, who, h.No)
	if err != nil {
		return store.Header{}, err
	}
	if err := auth.Allowed(role, who.Scope, right); err != nil {
		return store.Header{}, err
	}
	return h, nil
}

// roleOf is what the actor is to a budget.
func (a *App) roleOf(ctx context.Context, who Actor, no int64) (auth.Role, error) {
	if err := who.known(); err != nil {
		return "", err
	}
	if who.machine {
		return auth.Owner, nil
	}
	return a.store.RoleOf(ctx, no, store.UserNo(who.User))
}

// mayManageUsers refuses everybody but the admin and the person at the machine.
func (a *App) mayManageUsers(ctx context.Context, who Actor) error {
	if err := who.known(); err != nil || who.machine {
		return err
	}
	u, err := a.store.User(ctx, store.UserNo(who.User))
	if err != nil {
		return err
	}
	if !u.Admin || who.Scope != auth.Full {
		return fault.New(fault.Forbidden, "only the owner of this Holdover can look after its users").WithHint("ask the owner")
	}
	return nil
}
