package schedule

import (
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Missed and future dates count once. A daily schedule neglected for decades has ten years of the oldest dates, and
// also the dates after today.
func TestDueDays(t *testing.T) {
	today := civil.MakeDate(2026, 3, 15)
	for _, c := range []struct {
		every       string
		next        civil.Date
		ahead       int // days
		days        int
		first, last civil.Date
	}{
		{every: "monthly", next: today.AddMonths(-2), ahead: 31, days: 4, first: today.AddMonths(-2), last: today.AddMonths(1)},
		{every: "never", next: today.AddDays(-3), ahead: 31, days: 1, first: today.AddDays(-3), last: today.AddDays(-3)},
		{every: "daily", next: today.AddDays(2), ahead: 1},
		{every: "daily", next: today, ahead: 731, days: 732, first: today, last: today.AddDays(731)},
		{every: "daily", next: today.AddDays(-5000), ahead: 731, days: 3660 + 731, first: today.AddDays(-5000), last: today.AddDays(731)},
		{every: "now and then", next: today, ahead: 31},
		{every: "daily", ahead: 31},
	} {
		got := DueDays(&budget.Scheduled{DateFirst: c.next, DateNext: c.next, Frequency: c.every}, today, today.AddDays(c.ahead))
		if len(got) != c.days || c.days > 0 && (got[0] != c.first || got[len(got)-1] != c.last) {
			t.Errorf("%s from %s, %d days ahead: %d days, want %d from %s to %s: %v", c.every, c.next, c.ahead, len(got), c.days, c.first, c.last, got[:min(len(got), 5)])
		}
	}
}
