package schedules

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// DueAtOnce is the maximum number of rows of one schedule that are entered at once: about a year of a daily one.
const DueAtOnce = 400

// EnterScheduled enters a scheduled transaction as a row on a date (zero: its next one) and moves it to its next
// date; one without a next date is deleted. due is the next date that the user saw, zero for any. It returns a
// NotFound error, and Conflict if that date was entered or skipped since.
func (ss *Schedules) EnterScheduled(ctx context.Context, who users.Actor, id, scheduled string, due, on civil.Date) (budgetsession.ChangeResult, error) {
	return ss.with(ctx, who, id, "enter-scheduled", scheduled, func(e *budgetsession.ChangeTx, s *budget.Scheduled) error {
		rule, err := ruleAt(e, s, due)
		if err != nil {
			return err
		}
		next := rule.After(s.DateNext)
		e.Say("Entered the scheduled %s", passedText(e, s, next))
		if err := enterDays(e, s, rule, on, s.DateNext); err != nil {
			return err
		}
		return e.MarkScheduleEntered(s, s.DateNext, next)
	})
}

// SkipScheduled moves a scheduled transaction to its next date without entering it; one without a next date is
// deleted. due and errors are as with [Schedules.EnterScheduled].
func (ss *Schedules) SkipScheduled(ctx context.Context, who users.Actor, id, scheduled string, due civil.Date) (budgetsession.ChangeResult, error) {
	return ss.with(ctx, who, id, "skip-scheduled", scheduled, func(e *budgetsession.ChangeTx, s *budget.Scheduled) error {
		rule, err := ruleAt(e, s, due)
		if err != nil {
			return err
		}
		next := rule.After(s.DateNext)
		e.Say("Skipped the scheduled %s", passedText(e, s, next))
		return e.MoveSchedule(s, next)
	})
}

// ruleAt returns the rule of a schedule, or an error if due is no longer the next date: repeating a request, or two
// users, would otherwise enter or skip the following date.
func ruleAt(e *budgetsession.ChangeTx, s *budget.Scheduled, due civil.Date) (schedule.Rule, error) {
	if due == 0 || due == s.DateNext {
		return ruleOf(s)
	}
	return schedule.Rule{}, apperr.New(apperr.Conflict, "%s has been entered, skipped or moved in the meantime", e.Day(due)).WithHint("%s comes next", e.Day(s.DateNext))
}

// EnterDue enters all scheduled transactions up to and including today, also missed ones, each once. One that cannot
// be entered, because its account is closed or its frequency unknown, waits; the label counts those. Done is zero if
// nothing was due.
func (ss *Schedules) EnterDue(ctx context.Context, who users.Actor, id string, today civil.Date) (budgetsession.ChangeResult, error) {
	return ss.enterDue(ctx, who, id, today, func(*budget.Scheduled, civil.Date) bool { return true })
}

// enterDue enters the due dates of the schedules for which may returns true. Its argument until is the last date for
// which the schedule was ever entered.
func (ss *Schedules) enterDue(ctx context.Context, who users.Actor, id string, today civil.Date, may func(s *budget.Scheduled, until civil.Date) bool) (budgetsession.ChangeResult, error) {
	return ss.access.Change(ctx, who, id, "enter-due", func(e *budgetsession.ChangeTx) error {
		all, err := e.Scheduled()
		if err != nil {
			return err
		}
		until, err := e.EnteredUntil()
		if err != nil {
			return err
		}
		entered, waiting := 0, 0
		for s := range lastInterest(all) {
			if s.DateNext == 0 || s.DateNext > today || !may(s, until[s.No]) {
				continue
			}
			n, err := enterUntil(e, s, today)
			switch {
			case apperr.KindOf(err) == apperr.Invalid:
				waiting++
			case err != nil:
				return err
			}
			entered += n
		}
		e.Say("Entered %s up to %s", humanize.Number(entered, "scheduled transaction", "scheduled transactions"), e.Day(today))
		if waiting > 0 {
			e.Label += "; " + humanize.Count(waiting) + " could not be entered"
		}
		return nil
	})
}

// enterUntil enters the due dates of one schedule: all or none.
func enterUntil(e *budgetsession.ChangeTx, s *budget.Scheduled, today civil.Date) (int, error) {
	rule, err := ruleOf(s)
	if err != nil {
		return 0, err
	}
	days, then := rule.Due(s.DateNext, today, DueAtOnce)
	if err := enterDays(e, s, rule, 0, days...); err != nil {
		return 0, err
	}
	return len(days), e.MarkScheduleEntered(s, days[len(days)-1], then)
}

func ruleOf(s *budget.Scheduled) (schedule.Rule, error) {
	rule, ok := schedule.Of(s)
	if !ok {
		return rule, apperr.New(apperr.Invalid, "%q is not known", s.Frequency).Of("frequency").WithHint("choose how often it repeats first")
	}
	return rule, nil
}
