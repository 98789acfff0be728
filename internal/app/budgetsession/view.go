package budgetsession

import (
	"context"
	"strings"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
)

// View calls do with a snapshot of the budget with an id, if the actor may see it.
func (a *Access) View(ctx context.Context, who users.Actor, id string, do func(*store.View) error) error {
	return a.ViewTo(ctx, who, id, auth.See, do)
}

// Look returns the result of look on a snapshot of the budget with an id, if the actor may see it.
func Look[T any](ctx context.Context, a *Access, who users.Actor, id string, look func(*store.View) (T, error)) (seen T, err error) {
	err = a.View(ctx, who, id, func(v *store.View) error {
		seen, err = look(v)
		return err
	})
	return seen, err
}

// ViewTo is View for an actor with a right to the budget.
func (a *Access) ViewTo(ctx context.Context, who users.Actor, id string, right auth.Right, do func(*store.View) error) error {
	asked, err := who.Asks(id, right)
	if err != nil {
		return err
	}
	return a.Store.ViewFor(ctx, asked, do)
}

// Header returns the header of the budget with an id, if the actor has a right to it.
func (a *Access) Header(ctx context.Context, who users.Actor, id string, right auth.Right) (store.Header, error) {
	asked, err := who.Asks(id, right)
	if err != nil {
		return store.Header{}, err
	}
	h, _, err := a.Store.HeaderFor(ctx, asked)
	return h, err
}

// PageVersion returns the version of the pages of the budget with an id, if the actor may see it.
func (a *Access) PageVersion(ctx context.Context, who users.Actor, id string) (store.PageVersion, error) {
	asked, err := who.Asks(id, auth.See)
	if err != nil {
		return store.PageVersion{}, err
	}
	return a.Store.PageVersion(ctx, asked)
}

// Headers returns the headers of the budgets to which the actor has a right, by name.
func (a *Access) Headers(ctx context.Context, who users.Actor, right auth.Right) ([]store.Header, error) {
	theirs, all, err := a.People.Theirs(ctx, who, right)
	switch {
	case err != nil:
		return nil, err
	case all:
		return a.Store.Budgets(ctx)
	}
	return a.Store.BudgetsOf(ctx, theirs)
}

// FreeName returns the name, with a suffix if the actor has a budget of that name.
func (a *Access) FreeName(ctx context.Context, who users.Actor, name string) (string, error) {
	if strings.TrimSpace(name) == "" {
		name = "Budget"
	}
	all, err := a.Headers(ctx, who, auth.See)
	if err != nil {
		return "", err
	}
	return FreeAmong(iterutil.To(all, func(h store.Header) store.Other { return store.Other{Name: h.Info.Name} }), name), nil
}

// FreeAmong returns the name, with a suffix if another budget has it.
func FreeAmong(others []store.Other, name string) string {
	taken := iterutil.SetOf(others, func(o store.Other) string { return budget.NameKey(o.Name) })
	return budget.FreeName(name, func(key string) bool { return taken[key] })
}

// NotAmong returns an error with the code [database.Taken] if another budget has the name.
func NotAmong(others []store.Other, name string) error {
	for _, other := range others {
		if budget.NameKey(other.Name) == budget.NameKey(name) {
			return apperr.New(apperr.Conflict, "there is a budget called %s already", other.Name).Of("name").WithCode(database.Taken).WithHint("choose another name")
		}
	}
	return nil
}
