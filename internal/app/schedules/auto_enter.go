package schedules

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// AutoEnter enters due transactions of all budgets. A budget with a due transaction that cannot be entered is skipped
// until it or the date changes. It is not safe for concurrent use.
type AutoEnter struct {
	of    *Schedules
	tried map[string]trial // by the budget's id
}

// Entered is a change that entered the due transactions of a budget.
type Entered struct {
	Budget string `json:"budget_id"`
	budgetsession.ChangeResult
}

type trial struct {
	knowledge int64
	today     civil.Date
}

// NewAutoEnter returns a worker to be called repeatedly.
func (ss *Schedules) NewAutoEnter() *AutoEnter { return &AutoEnter{of: ss} }

// Enter enters automatic transactions up to and including today, also for days on which the program was not running.
// A date of a schedule is entered automatically at most once: an undone date, and dates before it, wait for the user.
// It returns its changes. An error in one budget does not affect others; the last error is returned.
func (b *AutoEnter) Enter(ctx context.Context, today civil.Date) (changes []Entered, err error) {
	due, err := b.of.access.Store.Due(ctx, today)
	if err != nil {
		return nil, err
	}
	before := b.tried
	b.tried = make(map[string]trial, len(due)) // drops budgets that are no longer due
	for _, one := range due {
		if now := (trial{one.Knowledge, today}); before[one.ID] == now {
			b.tried[one.ID] = now
			continue
		}
		done, failed := b.enterAll(ctx, one.ID, today)
		changes = append(changes, done...)
		if ctx.Err() != nil {
			return changes, ctx.Err()
		}
		if failed != nil { // it is tried again the next time
			b.of.access.Log.Error("scheduled transactions could not be entered", "budget", one.ID, "err", failed)
			err = failed
			continue
		}
		knowledge := one.Knowledge
		if len(done) > 0 {
			knowledge = done[len(done)-1].Change
		}
		b.tried[one.ID] = trial{knowledge, today}
	}
	return changes, err
}

// enterAll repeats until nothing is due.
func (b *AutoEnter) enterAll(ctx context.Context, id string, today civil.Date) (changes []Entered, err error) {
	for {
		done, err := b.of.enterDue(ctx, users.System(), id, today, MayAutoEnter)
		if err != nil || done.Change == 0 {
			return changes, err
		}
		changes = append(changes, Entered{id, done})
	}
}

// MayAutoEnter reports whether a schedule's next date may be entered automatically: it is switched on, and the date
// was never entered before.
func MayAutoEnter(s *budget.Scheduled, until civil.Date) bool {
	return s.AutoEnter && s.DateNext > until
}
