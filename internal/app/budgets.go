package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// Budgets returns the budgets that the actor may see, by name.
func (a *App) Budgets(ctx context.Context, who Actor) ([]pageframe.Budget, error) {
	headers, pending, err := a.access.Headers(ctx, who, auth.See)
	return listed(headers, pending), err
}

// BudgetsAndLastUsed returns what Budgets and LastUsed return; the last used budget is nil if there is none.
func (a *App) BudgetsAndLastUsed(ctx context.Context, who Actor) (all []pageframe.Budget, last *pageframe.Budget, err error) {
	headers, pending, err := a.access.Headers(ctx, who, auth.See)
	if err != nil {
		return nil, nil, err
	}
	all = listed(headers, pending)
	used, err := a.lastUsed(ctx, who, headers, pending)
	if apperr.KindOf(err) == apperr.NotFound {
		return all, nil, nil
	}
	return all, &used, err
}

func listed(headers []store.Header, pending []int64) []pageframe.Budget {
	return iterutil.Map(headers, func(h store.Header) pageframe.Budget {
		b := pageframe.BudgetOf(h)
		b.Pending = slices.Contains(pending, h.No)
		return b
	})
}

// LastUsed returns the budget for a program that names none: the one that its user changed last, else the newest of
// that user's. Changes of others do not count, nor does a pending share. The local user of the machine owns all
// budgets: for that user it is the one that was changed last. It returns a NotFound error if there is no budget.
func (a *App) LastUsed(ctx context.Context, who Actor) (pageframe.Budget, error) {
	headers, pending, err := a.access.Headers(ctx, who, auth.See)
	if err != nil {
		return pageframe.Budget{}, err
	}
	return a.lastUsed(ctx, who, headers, pending)
}

func (a *App) lastUsed(ctx context.Context, who Actor, headers []store.Header, pending []int64) (pageframe.Budget, error) {
	headers = slices.DeleteFunc(headers, func(h store.Header) bool { return slices.Contains(pending, h.No) })
	if len(headers) == 0 {
		return pageframe.Budget{}, apperr.New(apperr.NotFound, "you have no budget").WithHint("create one, or accept one that is shared with you")
	}
	used := func(h store.Header) time.Time { return h.Modified }
	if !who.Machine && len(headers) > 1 {
		person, tokens := who.JournalPerson()
		last, err := a.store.ChangedBy(ctx, person, tokens, iterutil.Map(headers, func(h store.Header) int64 { return h.No }))
		if err != nil {
			return pageframe.Budget{}, err
		}
		used = func(h store.Header) time.Time { return last[h.No] }
	}
	return pageframe.BudgetOf(slices.MaxFunc(headers, func(a, b store.Header) int {
		return cmp.Or(used(a).Compare(used(b)), a.Created.Compare(b.Created), cmp.Compare(a.No, b.No))
	})), nil
}

// Budget returns the budget with an id.
func (a *App) Budget(ctx context.Context, who Actor, id string) (pageframe.Budget, error) {
	h, err := a.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return pageframe.Budget{}, err
	}
	return pageframe.BudgetOf(h), nil
}

// RequireChange returns an error unless the actor may change the budget with an id: Unauthorized, NotFound for
// another user's budget, or Forbidden.
func (a *App) RequireChange(ctx context.Context, who Actor, id string) error {
	_, err := a.access.Header(ctx, who, id, auth.Change)
	return err
}

// FindBudget returns the budget with an id or a name; names are compared by budget.NameKey. It returns a NotFound
// error, and Conflict if several budgets have the name.
func (a *App) FindBudget(ctx context.Context, who Actor, ref string) (pageframe.Budget, error) {
	all, err := a.Budgets(ctx, who)
	if err != nil {
		return pageframe.Budget{}, err
	}
	one, n := iterutil.FindByIDOrName(all, func(b *pageframe.Budget) bool { return b.ID == ref }, func(b *pageframe.Budget) bool { return budget.NameKey(b.Name) == budget.NameKey(ref) })
	return onlyOne("budget", ref, one, n)
}

// onlyOne returns the only match of an id or a name, or an error if the number of matches is not one.
func onlyOne[T any](what, ref string, one *T, n int) (none T, _ error) {
	switch n {
	case 1:
		return *one, nil
	case 0:
		return none, apperr.New(apperr.NotFound, "%s %q not found", what, ref).WithHint("the list of %ss has their names and ids", what)
	}
	return none, apperr.New(apperr.Conflict, "%d %ss are called %q", n, what, ref).WithHint("give the id, which the list of %ss has", what)
}

// Delete deletes a budget with all its data, including its journal.
func (a *App) Delete(ctx context.Context, who Actor, id string) error {
	h, err := a.access.Header(ctx, who, id, auth.Manage)
	if err != nil {
		return err
	}
	return a.store.Delete(ctx, h.No)
}

// Rename renames a budget. No other budget of the actor may have the name. It returns an Invalid error for an
// unsuitable name, and Conflict if it is taken.
func (a *App) Rename(ctx context.Context, who Actor, id, name string) (ChangeResult, error) {
	if _, err := a.access.Header(ctx, who, id, auth.Manage); err != nil {
		return ChangeResult{}, err
	}
	name, err := givenName(name)
	if err != nil {
		return ChangeResult{}, err
	}
	return a.change(ctx, who, id, "rename-budget", func(e *changeTx) error {
		all, err := e.BudgetsOf(userstore.UserNo(who.User))
		if err != nil {
			return err
		}
		info := e.Info()
		if err := budgetsession.NotAmong(slices.DeleteFunc(all, func(o store.ExistingBudget) bool { return o.ID == info.ID }), name); err != nil {
			return err
		}
		e.Say("Renamed the budget %s to %s", info.Name, name)
		info.Name = name
		return e.PutInfo(info)
	})
}

// Duplicate copies a budget without its history, under a free name, and returns the copy.
func (a *App) Duplicate(ctx context.Context, who Actor, id string) (pageframe.Budget, error) {
	from, err := a.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return pageframe.Budget{}, err
	}
	if err := who.CanCreateBudget(); err != nil {
		return pageframe.Budget{}, err
	}
	name := func(others []store.ExistingBudget) string {
		return budgetsession.FreeAmong(others, from.Info.Name+" copy")
	}
	meta := store.Meta{Actor: who.JournalName(), Action: "duplicate", Label: "Copied from " + from.Info.Name, At: a.now()}
	copied, err := a.store.Duplicate(ctx, from.No, budgetsession.NewID(), name, meta, userstore.UserNo(who.User))
	if err != nil {
		return pageframe.Budget{}, err
	}
	return pageframe.BudgetOf(copied), nil
}
