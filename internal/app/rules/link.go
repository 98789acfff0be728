package rules

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/matching"
	"holdover/internal/logic/rule"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// EnterSchedule records a new row, to which rules were applied, as the next occurrence of the scheduled transaction that a
// rule names: the scheduled transaction moves to its next date. It does nothing if the row is of another account or
// direction, or not near the date, so that an older statement does not move it repeatedly.
func EnterSchedule(e *budgetsession.ChangeTx, r *rule.Row) error {
	if r.Schedule == "" {
		return nil
	}
	s, err := e.ScheduledByID(r.Schedule)
	if apperr.KindOf(err) == apperr.NotFound {
		return nil // it was deleted
	}
	if err != nil || !isOccurrence(r, &s) {
		return err
	}
	repeats, known := schedule.Of(&s)
	if !known {
		return nil
	}
	next := repeats.After(s.DateNext)
	near := matching.Days
	if next != 0 {
		near = min(near, (next.Since(s.DateNext)-1)/2)
	}
	if r.Date.Apart(s.DateNext) > near {
		return nil
	}
	return e.MarkScheduleEntered(&s, s.DateNext, next)
}

// isOccurrence reports whether a row may be an occurrence of a scheduled transaction, whatever its date.
func isOccurrence(r *rule.Row, s *budget.Scheduled) bool {
	sameDirection := s.Amount == 0 || (r.Amount < 0) == (s.Amount < 0)
	return s.Account == r.Account && s.DateNext != 0 && sameDirection
}

// Schedule is a scheduled transaction that a rule may enter.
type Schedule struct {
	ID   string
	Name string
	Next civil.Date // zero if it has no next date
}

// SchedulesOfRules returns the scheduled transactions that rules may enter.
func (rs *Rules) SchedulesOfRules(ctx context.Context, who users.Actor, id string) ([]Schedule, error) {
	return budgetsession.Read(ctx, rs.access, who, id, func(v *store.ReadTx) ([]Schedule, error) {
		all, err := v.Scheduled()
		if err != nil || len(all) == 0 {
			return nil, err
		}
		n, err := namesIn(v)
		return iterutil.Map(all, func(s budget.Scheduled) Schedule { return Schedule{s.ID, n.scheduleName(&s), s.DateNext} }), err
	})
}
