package app

import (
	"context"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/store"
)

// Share is what a user is to a budget.
type Share struct {
	User string    `json:"user"` // the name
	Role auth.Role `json:"role"`
	You  bool      `json:"you"`
}

// Shares are the users who have to do with a budget, by name.
func (a *App) Shares(ctx context.Context, who Actor, id string) ([]Share, error) {
	h, err := a.find(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	shares, err := a.store.Shares(ctx, h.No)
	if err != nil {
		return nil, err
	}
	views := make([]Share, len(shares))
	for i, s := range shares {
		views[i] = Share{User: s.Name, Role: s.Role, You: int64(s.User) == who.User}
	}
	return views, nil
}

// SetShare makes a user owner, editor or viewer of a budget. Faults: NotFound
// for an unknown name; Conflict where the budget would be left without owner.
func (a *App) SetShare(ctx context.Context, who Actor, id, user string, role auth.Role) error {
	h, err := a.find(ctx, who, id, auth.Manage)
	if err != nil {
		return err
	}
	if _, err := auth.ParseRole(string(role)); err != nil {
		return err
	}
	u, err := a.userNamed(ctx, user)
	if err != nil {
		return err
	}
	return a.store.SetShare(ctx, h.No, u.No, role)
}

// RemoveShare makes a user a stranger to a budget. An owner can do that to
// anybody, everybody to themselves.
func (a *App) RemoveShare(ctx context.Context, who Actor, id, user string) error {
	right := auth.Manage
	if auth.UserKey(user) == auth.UserKey(who.Name) && who.Scope == auth.Full {
		right = auth.See
	}
	h, err := a.find(ctx, who, id, right)
	if err != nil {
		return err
	}
	u, err := a.userNamed(ctx, user)
	if err != nil {
		return err
	}
	if right == auth.See && int64(u.No) != who.User {
		return fault.New(fault.Conflict, "the user %q was renamed meanwhile", user)
	}
	return a.store.SetShare(ctx, h.No, u.No, "")
}

// roles gives what the actor is to each budget, by its number.
func (a *App) roles(ctx context.Context, who Actor) (func(no int64) auth.Role, error) {
	if err := who.known(); err != nil {
		return nil, err
	}
	if who.machine {
		return func(int64) auth.Role { return auth.Owner }, nil
	}
	roles, err := a.store.RolesOf(ctx, store.UserNo(who.User))
	return func(no int64) auth.Role { return roles[no] }, err
}
