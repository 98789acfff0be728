package app

import (
	"context"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/money"
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

// Screen is what the budget screen is drawn from, all of one moment.
type Screen struct {
	Frame
	Groups     []budget.Group    // in display order
	Categories []budget.Category // in display order, group by group
	Months     []budget.Month    // those that say something, oldest first
	Sheet      *envelope.Sheet   // may be shared: not to be changed
	Views      []OwnView         // in display order
	targeted   map[budget.CellKey]*budget.Cell
	coming     map[budget.CellKey]CategoryComing
	today      cal.Date
	owed       map[budget.CategoryNo]money.Milli // on cards, by their payment categories
}

// comingMonths is how many months after today's say what is scheduled.
const comingMonths = 12

// Frame is what surrounds the screens of a budget.
func (a *App) Frame(ctx context.Context, who Actor, id string) (Frame, error) {
	return store.Unheld(ctx, func(ctx context.Context) (f Frame, err error) {
		err = a.framed(ctx, who, id, &f, func(*store.View) error { return nil })
		return f, err
	})
}

// Screen is the budget screen of a budget.
func (a *App) Screen(ctx context.Context, who Actor, id string) (Screen, error) {
	return store.Unheld(ctx, func(ctx context.Context) (Screen, error) { return a.screen(ctx, who, id) })
}

func (a *App) screen(ctx context.Context, who Actor, id string) (Screen, error) {
	var s Screen
	err := a.framed(ctx, who, id, &s.Frame, func(v *store.View) (err error) {
		if s.Groups, err = v.Groups(); err != nil {
			return err
		}
		if s.Categories, err = v.Categories(); err != nil {
			return err
		}
		if s.Months, err = v.Months(); err != nil {
			return err
		}
		cells, err := v.TargetCells()
		if err != nil {
			return err
		}
		s.targeted, s.today = cellsBy(cells), cal.DateOf(a.now())
		if s.Views, err = ownViews(v, s.Groups, s.Categories); err != nil {
			return err
		}
		if s.owed, err = owedBy(v, s.Categories); err != nil {
			return err
		}
		scheduled, err := v.Scheduled()
		if err != nil {
			return err
		}
		s.coming = comingFor(scheduled, s.today, s.today.Month().Add(comingMonths).Last())
		s.Sheet, err = v.Sheet()
		return err
	})
	return s, err
}

// framed fills a frame and gives do the same look at the budget.
func (a *App) framed(ctx context.Context, who Actor, id string, f *Frame, do func(*store.View) error) error {
	return a.framedTo(ctx, who, id, auth.See, f, do)
}

// framedTo is framed for who has a right to the budget.
func (a *App) framedTo(ctx context.Context, who Actor, id string, right auth.Right, f *Frame, do func(*store.View) error) error {
	return a.desk.ViewTo(ctx, who, id, right, func(v *store.View) error {
		v.Warm()
		f.Role = v.Role()
		f.Budget, f.Imported = budgetView(v.Header()), v.Info().Document != 0
		accounts, err := v.Accounts()
		if err != nil {
			return err
		}
		f.Accounts = make([]Account, len(accounts))
		for i, acc := range accounts {
			f.Accounts[i] = accountView(acc)
		}
		if err := f.countDue(v, cal.DateOf(a.now())); err != nil {
			return err
		}
		if v.CountsAtOnce() {
			if err := f.Waiting.count(v); err != nil {
				return err
			}
		}
		return do(v)
	})
}

// Knowledge is the number of a budget's last change: open pages ask for it, so
// that they notice what another process wrote.
func (a *App) Knowledge(ctx context.Context, who Actor, id string) (int64, error) {
	h, err := a.desk.Header(ctx, who, id, auth.See)
	return h.Knowledge, err
}
