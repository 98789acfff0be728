package app

import (
	"context"
	"strconv"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Actor is who does something, and with how much of their rights.
type Actor struct {
	User    int64  // the user's number, 0 for the person at the machine
	Name    string // what the history shows
	Scope   auth.Scope
	machine bool
}

// Machine is the person at the machine that holds the data: the command line.
// Whoever can read the database may do everything with it.
func Machine() Actor {
	return Actor{Name: "the command line", Scope: auth.Full, machine: true}
}

// journalName is how the journal names the actor: a user by number, so that a
// changed name stays the same person.
func (who Actor) journalName() string {
	if who.User == 0 {
		return who.Name
	}
	return "user:" + strconv.FormatInt(who.User, 10)
}

// find is the budget with an id, when the actor has the right to it. A budget
// that is not theirs to see and one that does not exist answer alike.
func (a *App) find(ctx context.Context, who Actor, id string, right auth.Right) (store.Header, error) {
	h, err := a.store.Budget(ctx, id)
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
func (a *App) roleOf(_ context.Context, who Actor, _ int64) (auth.Role, error) {
	if who.machine {
		return auth.Owner, nil
	}
	return "", fault.New(fault.Unauthorized, "nobody is signed in")
}
