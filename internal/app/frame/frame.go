// Package frame is what surrounds every screen of a budget: what it is, its
// accounts with their balances, what the actor is to it, and how much of it waits
// for somebody. Package app and its rooms begin their looks here.
//
// Floor 4: may import floors 0 to 3, people and access. Start with Frame and View.
package frame

import (
	"context"

	"holdover/internal/app/access"
	"holdover/internal/auth"
	"holdover/internal/cal"
	"holdover/internal/people"
	"holdover/internal/store"
)

// Frame is what surrounds every screen of a budget: what it is, its accounts,
// and what the actor is to it.
type Frame struct {
	Budget   Budget
	Accounts []Account // in display order
	Role     auth.Role
	Imported bool // there is a report and an original document
	// Waiting is how many transactions wait for somebody; nothing while a large budget is not indexed yet.
	Waiting RowsToDo
	// Due is how many scheduled transactions have a day that has come.
	Due int
}

// MayChange says whether the actor may change the budget.
func (f *Frame) MayChange() bool { return f.Role.May(auth.Change) }

// View fills a frame and gives do the same look at the budget with an id, when the actor may see it.
func View(ctx context.Context, a *access.Access, who people.Actor, id string, f *Frame, do func(*store.View) error) error {
	return ViewTo(ctx, a, who, id, auth.See, f, do)
}

// ViewTo is View for who has a right to the budget.
func ViewTo(ctx context.Context, a *access.Access, who people.Actor, id string, right auth.Right, f *Frame, do func(*store.View) error) error {
	return a.ViewTo(ctx, who, id, right, func(v *store.View) error {
		v.Warm()
		f.Role = v.Role()
		f.Budget, f.Imported = BudgetOf(v.Header()), v.Info().Document != 0
		accounts, err := v.Accounts()
		if err != nil {
			return err
		}
		f.Accounts = make([]Account, len(accounts))
		for i, acc := range accounts {
			f.Accounts[i] = AccountOf(acc)
		}
		if err := f.countDue(v, cal.DateOf(a.Now())); err != nil {
			return err
		}
		if v.CountsAtOnce() {
			if err := f.Waiting.Count(v); err != nil {
				return err
			}
		}
		return do(v)
	})
}

// countDue counts the schedules whose day has come.
func (f *Frame) countDue(v *store.View, today cal.Date) error {
	all, err := v.Scheduled()
	for i := range all {
		if s := &all[i]; s.DateNext != 0 && s.DateNext <= today {
			f.Due++
		}
	}
	return err
}

// RowsToDo is how many rows of the whole budget wait for somebody. It is worked
// out for all accounts as long as nothing is filtered.
type RowsToDo struct{ Categorise, Approve int }

// Count works it out.
func (t *RowsToDo) Count(v *store.View) (err error) {
	t.Categorise, t.Approve, err = v.Waiting()
	return err
}
