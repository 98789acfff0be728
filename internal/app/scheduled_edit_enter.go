package app

import (
	"context"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/fault"
	"holdover/internal/ledger"
	"holdover/internal/schedule"
	"holdover/internal/words"
)

// dueAtOnce is how many rows of one schedule are entered in one go at most: a
// daily one that lay for a year.
const dueAtOnce = 400

// EnterScheduled enters a scheduled transaction as a row on a day (zero: its
// next one) and moves it on; one that does not come again goes. due is the day
// that came next when somebody asked for it, zero whichever does. Faults:
// NotFound, Conflict where that day was entered or skipped meanwhile.
func (a *App) EnterScheduled(ctx context.Context, who Actor, id, scheduled string, due, on cal.Date) (Done, error) {
	return a.scheduled(ctx, who, id, "enter-scheduled", scheduled, func(e *editing, s *budget.Scheduled) error {
		if err := e.comesNext(s, due); err != nil {
			return err
		}
		rule, err := ruleOf(s)
		if err != nil {
			return err
		}
		entry := entryOf(s)
		if on != 0 {
			entry.Date = on
		}
		next := rule.After(s.DateNext)
		e.Say("Entered the scheduled %s", e.passedText(s, next))
		if err := e.Rows(false, func(b *ledger.Book) error { return enter(b, entry) }); err != nil {
			return err
		}
		return e.entered(s, s.DateNext, next)
	})
}

// SkipScheduled moves a scheduled transaction on without entering it; one that
// does not come again goes. due and faults are as with [App.EnterScheduled].
func (a *App) SkipScheduled(ctx context.Context, who Actor, id, scheduled string, due cal.Date) (Done, error) {
	return a.scheduled(ctx, who, id, "skip-scheduled", scheduled, func(e *editing, s *budget.Scheduled) error {
		if err := e.comesNext(s, due); err != nil {
			return err
		}
		rule, err := ruleOf(s)
		if err != nil {
			return err
		}
		next := rule.After(s.DateNext)
		e.Say("Skipped the scheduled %s", e.passedText(s, next))
		return e.moveOn(s, next)
	})
}

// comesNext refuses a day that does not come next any more: who asks for it twice,
// or after somebody else, would enter or skip the one after it.
func (e *editing) comesNext(s *budget.Scheduled, due cal.Date) error {
	if due == 0 || due == s.DateNext {
		return nil
	}
	return fault.New(fault.Conflict, "%s has been entered, skipped or moved meanwhile", e.Day(due)).WithHint("%s comes next", e.Day(s.DateNext))
}

// EnterDue enters all that is scheduled up to and including today, also for days
// long past, each once: what is entered has moved on. What cannot be entered,
// because its account is closed or its frequency unknown, waits; the label says
// how many. Done is zero where nothing was due.
func (a *App) EnterDue(ctx context.Context, who Actor, id string, today cal.Date) (Done, error) {
	return a.enterDue(ctx, who, id, today, func(*budget.Scheduled, cal.Date) bool { return true })
}

// enterDue enters what is due of the schedules that may be: it is told until
// when each was ever entered.
func (a *App) enterDue(ctx context.Context, who Actor, id string, today cal.Date, may func(s *budget.Scheduled, until cal.Date) bool) (Done, error) {
	return a.change(ctx, who, id, "enter-due", func(e *editing) error {
		all, err := e.Scheduled()
		if err != nil {
			return err
		}
		until, err := e.EnteredUntil()
		if err != nil {
			return err
		}
		entered, waiting := 0, 0
		for i := range all {
			s := &all[i]
			if s.DateNext == 0 || s.DateNext > today || !may(s, until[s.No]) {
				continue
			}
			n, err := e.enterUntil(s, today)
			switch {
			case fault.KindOf(err) == fault.Invalid:
				waiting++
			case err != nil:
				return err
			}
			entered += n
		}
		e.Say("Entered %s up to %s", words.Number(entered, "scheduled transaction", "scheduled transactions"), e.Day(today))
		if waiting > 0 {
			e.Label += "; " + words.Count(waiting) + " could not be entered"
		}
		return nil
	})
}

// enterUntil enters the days of one schedule that are due: all or none.
func (e *editing) enterUntil(s *budget.Scheduled, today cal.Date) (int, error) {
	rule, err := ruleOf(s)
	if err != nil {
		return 0, err
	}
	days, then := rule.Due(s.DateNext, today, dueAtOnce)
	err = e.Rows(false, func(b *ledger.Book) error {
		entry := entryOf(s)
		for _, day := range days {
			entry.Date = day
			if err := enter(b, entry); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return len(days), e.entered(s, days[len(days)-1], then)
}

// enter adds the row. What an older file scheduled may have a category where
// rows have none.
func enter(b *ledger.Book, entry ledger.Entry) error {
	b.DropCategories(&entry)
	_, err := b.Add(entry)
	return err
}

func ruleOf(s *budget.Scheduled) (schedule.Rule, error) {
	rule, ok := schedule.Of(s)
	if !ok {
		return rule, fault.New(fault.Invalid, "nothing is known of %q", s.Frequency).Of("frequency").WithHint("choose how often it comes first")
	}
	return rule, nil
}

// entered moves a schedule on and remembers, beyond any undo, that it was
// entered up to a day.
func (e *editing) entered(s *budget.Scheduled, until, next cal.Date) error {
	if err := e.Entered(s.No, until); err != nil {
		return err
	}
	return e.moveOn(s, next)
}

func (e *editing) moveOn(s *budget.Scheduled, next cal.Date) error {
	if next == 0 {
		return e.DeleteScheduled(s.No)
	}
	s.DateNext = next
	return e.PutScheduled(s)
}
