package app

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// TestEachScheduledDateIsEnteredOnce: for any sequence of days, restarts, undo, redo, skipping and manual entry, no date of a schedule
// is entered automatically twice, and no later date is missed.
func TestEachScheduledDateIsEnteredOnce(t *testing.T) {
	a := newApp(t)
	rapid.Check(t, func(r *rapid.T) {
		o := &enteredOnce{testBudget: openTestBudget(t, r, a), T: t, r: r, run: a.NewAutoEnter(), today: march, entered: map[string]int{}}
		for i := range rapid.IntRange(1, 3).Draw(r, "schedules") {
			frequency := rapid.SampledFrom([]string{"never", "daily", "weekly", "twiceAMonth", "monthly"}).Draw(r, "frequency")
			_, id, err := a.AddScheduled(t.Context(), Machine(), o.id, automaticSchedule(frequency, march.AddDays(rapid.IntRange(-5, 40).Draw(r, "first")), fmt.Sprint("s", i)))
			if err != nil {
				r.Fatalf("add a schedule: %v", err)
			}
			o.ids = append(o.ids, id)
		}
		r.Repeat(map[string]func(*rapid.T){
			"next day": o.nextDay, "restart": func(*rapid.T) { o.run = a.NewAutoEnter() }, "": o.check,
			"undo": o.undoOrRedo(a.Undo), "redo": o.undoOrRedo(a.Redo), "skip": o.onOne(func(id string) (ChangeResult, error) { return a.SkipScheduled(t.Context(), Machine(), o.id, id, 0) }),
			"enter manually": o.onOne(func(id string) (ChangeResult, error) { return a.EnterScheduled(t.Context(), Machine(), o.id, id, 0, 0) }),
		})
		if err := a.store.Delete(t.Context(), o.no); err != nil {
			r.Fatalf("delete the budget: %v", err)
		}
	})
}

type enteredOnce struct {
	*testBudget
	*testing.T
	r       *rapid.T
	run     *schedules.AutoEnter
	today   civil.Date
	ids     []string
	entered map[string]int // memo and date of automatically entered rows
}

func (o *enteredOnce) Helper()                           { o.T.Helper() }
func (o *enteredOnce) Errorf(format string, args ...any) { o.r.Errorf(format, args...) }
func (o *enteredOnce) Fatalf(format string, args ...any) { o.r.Fatalf(format, args...) }

// nextDay advances the date and counts automatically entered rows.
func (o *enteredOnce) nextDay(r *rapid.T) {
	o.today = o.today.AddDays(rapid.IntRange(0, 45).Draw(r, "days"))
	before := map[string]bool{}
	for _, row := range o.whole(o.T).Transactions {
		before[row.ID] = true
	}
	if _, err := o.run.Enter(o.T.Context(), o.today); err != nil {
		r.Fatalf("enter due schedules: %v", err)
	}
	now := o.whole(o.T) // consistency is checked after each step
	for _, row := range now.Transactions {
		if before[row.ID] {
			continue
		}
		if key := row.Memo + " " + row.Date.String(); o.entered[key] > 0 {
			r.Fatalf("%s was entered twice", key)
		} else {
			o.entered[key]++
		}
	}
	// Nothing that may enter is left.
	until := o.enteredUntil()
	for _, s := range now.Scheduled {
		if s.DateNext <= o.today && s.DateNext > until[s.No] {
			r.Fatalf("%s was not entered by %s", s.DateNext, o.today)
		}
	}
}

func (o *enteredOnce) enteredUntil() (until map[budget.ScheduledNo]civil.Date) {
	err := o.a.access.ReadTx(o.T.Context(), Machine(), o.id, func(v *store.ReadTx) (err error) {
		until, err = v.EnteredUntil()
		return err
	})
	if err != nil {
		o.r.Fatalf("read the schedules: %v", err)
	}
	return until
}

func (o *enteredOnce) check(*rapid.T) { o.checkConsistent(o.T) }

func (o *enteredOnce) undoOrRedo(do func(context.Context, Actor, string, int64) (ChangeResult, error)) func(*rapid.T) {
	return func(r *rapid.T) {
		if _, err := do(o.T.Context(), Machine(), o.id, 0); err != nil && apperr.KindOf(err) != apperr.Conflict && apperr.KindOf(err) != apperr.NotFound {
			r.Fatalf("undo or redo: %v", err)
		}
	}
}

func (o *enteredOnce) onOne(do func(string) (ChangeResult, error)) func(*rapid.T) {
	return func(r *rapid.T) {
		if _, err := do(rapid.SampledFrom(o.ids).Draw(r, "which")); err != nil && apperr.KindOf(err) != apperr.NotFound {
			r.Fatalf("skip or enter: %v", err)
		}
	}
}
