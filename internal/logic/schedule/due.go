package schedule

import (
	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

const (
	maxMissed = 3660 // the maximum number of dates up to today: ten years of a daily schedule
	maxAhead  = 732  // the maximum number of dates after them: two years of a daily schedule, and today
)

// DueDays returns the dates of a scheduled transaction up to until, which is not before today. Missed dates are
// included. It returns nil if the frequency is unknown.
func DueDays(s *budget.Scheduled, today, until civil.Date) []civil.Date {
	rule, known := Of(s)
	if !known || s.DateNext == 0 {
		return nil
	}
	days, then := rule.Due(s.DateNext, today, maxMissed)
	if then != 0 && then <= today { // days has maxMissed dates, and there are more
		then = rule.After(today)
	}
	ahead, _ := rule.Due(then, until, maxAhead)
	return append(days, ahead...)
}
