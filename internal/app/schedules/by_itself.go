package schedules

import (
	"context"

	"holdover/internal/app/access"
	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/people"
)

// itself is the program, which does what it was told to do on its own.
func itself() people.Actor { return people.Actor{Name: "Holdover", Scope: auth.Full, Machine: true} }

// ByItself enters what is due in all budgets. One that has something due which
// cannot be entered is left alone until it changes, or the day does. It is for
// one goroutine.
type ByItself struct {
	of    *Schedules
	tried map[string]trial // by the budget's id
}

// Entered is a change that entered what was due in a budget.
type Entered struct {
	Budget string `json:"budget_id"`
	access.Done
}

type trial struct {
	knowledge int64
	today     cal.Date
}

// NewByItself is for entering what is due again and again.
func (ss *Schedules) NewByItself() *ByItself { return &ByItself{of: ss} }

// Enter enters what is to enter by itself up to and including today, also for
// days on which the program was not running. Days are entered once in the life
// of a schedule: what was undone, and days before, wait for a person. It gives
// the changes that it made. What goes wrong in one budget keeps no other one
// from being entered; the error is that of the last.
func (b *ByItself) Enter(ctx context.Context, today cal.Date) (changes []Entered, err error) {
	due, err := b.of.access.Store.Due(ctx, today)
	if err != nil {
		return nil, err
	}
	before := b.tried
	b.tried = make(map[string]trial, len(due)) // of what is due no more nothing is remembered
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

// enterAll goes on until nothing is due any more.
func (b *ByItself) enterAll(ctx context.Context, id string, today cal.Date) (changes []Entered, err error) {
	for {
		done, err := b.of.enterDue(ctx, itself(), id, today, MayByItself)
		if err != nil || done.Change == 0 {
			return changes, err
		}
		changes = append(changes, Entered{id, done})
	}
}

// MayByItself says whether a schedule's next day is one to enter by itself: it
// is switched on, and that day was never entered before.
func MayByItself(s *budget.Scheduled, until cal.Date) bool { return s.ByItself && s.DateNext > until }
