package users

import (
	"context"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/userstore"
)

// Share is a user's role in a budget.
type Share struct {
	User string    `json:"user"` // the name
	Role auth.Role `json:"role"`
	You  bool      `json:"you"`
}

// Shares returns the users with access to a budget, by name.
func (p *Service) Shares(ctx context.Context, who Actor, id string) ([]Share, error) {
	no, err := p.may(ctx, who, id, auth.See)
	if err != nil {
		return nil, err
	}
	shares, err := p.store.Shares(ctx, no)
	return iterutil.Map(shares, func(s userstore.Share) Share {
		return Share{User: s.Name, Role: s.Role, You: int64(s.User) == who.User}
	}), err
}

// SetShare makes a user owner, editor or viewer of a budget. Errors: NotFound for an unknown name, Conflict if the
// budget would have no owner.
func (p *Service) SetShare(ctx context.Context, who Actor, id, user string, role auth.Role) error {
	no, err := p.may(ctx, who, id, auth.Manage)
	if err != nil {
		return err
	}
	if _, err := auth.ParseRole(string(role)); err != nil {
		return err
	}
	u, err := p.userNamed(ctx, user)
	if err != nil {
		return err
	}
	return p.store.SetShare(ctx, no, u.No, role)
}

// AcceptShare accepts a budget that another user shares with the actor. Until then, requests of the actor's programs
// that do not name a budget never use it.
func (p *Service) AcceptShare(ctx context.Context, who Actor, id string) error {
	no, err := p.may(ctx, who, id, auth.See)
	if err != nil {
		return err
	}
	if err := auth.Allowed(auth.Owner, who.Scope, auth.Manage); err != nil {
		return err
	}
	return p.store.AcceptShare(ctx, no, userstore.UserNo(who.User))
}

// RemoveShare removes a user's access to a budget. An owner can remove any user, and every user can remove
// themselves.
func (p *Service) RemoveShare(ctx context.Context, who Actor, id, user string) error {
	right := auth.Manage
	if auth.UserKey(user) == auth.UserKey(who.Name) && who.Scope == auth.Full {
		right = auth.See
	}
	no, err := p.may(ctx, who, id, right)
	if err != nil {
		return err
	}
	u, err := p.userNamed(ctx, user)
	if err != nil {
		return err
	}
	if right == auth.See && int64(u.No) != who.User {
		return apperr.New(apperr.Conflict, "the user %q has been renamed", user)
	}
	return p.store.SetShare(ctx, no, u.No, "")
}

// Theirs contains the numbers of the budgets to which an actor has a right.
type Theirs struct {
	All     bool    // every budget; the lists are empty
	Budgets []int64 // in no order
	Pending []int64 // shared with the actor, who has not accepted them yet, whatever the right
}

// Theirs returns the budgets to which the actor has a right.
func (p *Service) Theirs(ctx context.Context, who Actor, right auth.Right) (Theirs, error) {
	if err := who.RequireSignedIn(); err != nil {
		return Theirs{}, err
	}
	if who.Machine {
		return Theirs{All: auth.Allowed(auth.Owner, who.Scope, right) == nil}, nil
	}
	roles, pending, err := p.store.RolesOf(ctx, userstore.UserNo(who.User))
	theirs := Theirs{Pending: pending}
	for no, role := range roles {
		if auth.Allowed(role, who.Scope, right) == nil {
			theirs.Budgets = append(theirs.Budgets, no)
		}
	}
	return theirs, err
}
