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

// ReadTx calls do with a snapshot of the budget with an id, if the actor may see it.
func (a *Access) ReadTx(ctx context.Context, who users.Actor, id string, do func(*store.ReadTx) error) error {
	return a.ReadTxWith(ctx, who, id, auth.See, do)
}

// Read returns the result of look on a snapshot of the budget with an id, if the actor may see it.
func Read[T any](ctx context.Context, a *Access, who users.Actor, id string, look func(*store.ReadTx) (T, error)) (seen T, err error) {
	err = a.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		seen, err = look(v)
		return err
	})
	return seen, err
}

// ReadTxWith is View for an actor with a right to the budget.
func (a *Access) ReadTxWith(ctx context.Context, who users.Actor, id string, right auth.Right, do func(*store.ReadTx) error) error {
	asked, err := who.Request(id, right)
	if err != nil {
		return err
	}
	return a.Store.ReadTxFor(ctx, asked, do)
}

// Header returns the header of the budget with an id, if the actor has a right to it.
func (a *Access) Header(ctx context.Context, who users.Actor, id string, right auth.Right) (store.Header, error) {
	asked, err := who.Request(id, right)
	if err != nil {
		return store.Header{}, err
	}
	h, _, err := a.Store.HeaderFor(ctx, asked)
	return h, err
}

// PageVersion returns the version of the pages of the budget with an id, if the actor may see it.
func (a *Access) PageVersion(ctx context.Context, who users.Actor, id string) (store.PageVersion, error) {
	asked, err := who.Request(id, auth.See)
	if err != nil {
		return store.PageVersion{}, err
	}
	return a.Store.PageVersion(ctx, asked)
}

// Headers returns the headers of the budgets to which the actor has a right, by name, and the numbers of the budgets
// that are shared with the actor but not accepted yet.
func (a *Access) Headers(ctx context.Context, who users.Actor, right auth.Right) (headers []store.Header, pending []int64, err error) {
	theirs, err := a.UserService.Theirs(ctx, who, right)
	switch {
	case err != nil:
		return nil, nil, err
	case theirs.All:
		headers, err = a.Store.Budgets(ctx)
	default:
		headers, err = a.Store.BudgetsOf(ctx, theirs.Budgets)
	}
	return headers, theirs.Pending, err
}

// FreeName returns the name, with a suffix if the actor has a budget of that name.
func (a *Access) FreeName(ctx context.Context, who users.Actor, name string) (string, error) {
	if strings.TrimSpace(name) == "" {
		name = "Budget"
	}
	all, _, err := a.Headers(ctx, who, auth.See)
	if err != nil {
		return "", err
	}
	return FreeAmong(iterutil.Map(all, func(h store.Header) store.ExistingBudget { return store.ExistingBudget{Name: h.Info.Name} }), name), nil
}

// FreeAmong returns the name, with a suffix if another budget has it.
func FreeAmong(others []store.ExistingBudget, name string) string {
	taken := iterutil.SetOf(others, func(o store.ExistingBudget) string { return budget.NameKey(o.Name) })
	return budget.FreeName(name, func(key string) bool { return taken[key] })
}

// NotAmong returns an error with the code [database.Taken] if another budget has the name.
func NotAmong(others []store.ExistingBudget, name string) error {
	for _, other := range others {
		if budget.NameKey(other.Name) == budget.NameKey(name) {
			return apperr.New(apperr.Conflict, "a budget named %s already exists", other.Name).Of("name").WithCode(database.Taken).WithHint("choose another name")
		}
	}
	return nil
}
