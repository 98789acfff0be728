package schedule

import (
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

const (
	maxMissed = 3660 // the maximum number of missed days of a schedule that are considered: ten years of a daily one
	maxAhead  = 732  // the maximum number of future days likewise: two years of a daily one, and today
)

// DueDays returns the dates of a scheduled transaction up to a date that is not before today, missed ones included;
// nil if its frequency is unknown.
func DueDays(s *budget.Scheduled, today, until civil.Date) []civil.Date {
	rule, known := Of(s)
	if !known || s.DateNext == 0 {
		return nil
	}
	days, then := rule.Due(s.DateNext, today, maxMissed)
	if then != 0 && then <= today {
		then = rule.After(today)
	}
	ahead, _ := rule.Due(then, until, maxAhead)
	return append(days, ahead...)
}
