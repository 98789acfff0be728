package schedule

import (
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// DueDays returns every missed, present and future date once. A daily schedule whose next date is 5000 days ago has more
// missed dates than the limit: DueDays returns the oldest 3660 of them, and the dates after today.
func TestDueDays(t *testing.T) {
	today := civil.MakeDate(2026, 3, 15)
	for _, c := range []struct {
		every     string
		next      civil.Date
		daysAhead int // from today to the last date that DueDays considers

		// The expected dates.
		count       int
		first, last civil.Date
	}{
		{every: "monthly", next: today.AddMonths(-2), daysAhead: 31, count: 4, first: today.AddMonths(-2), last: today.AddMonths(1)},
		{every: "never", next: today.AddDays(-3), daysAhead: 31, count: 1, first: today.AddDays(-3), last: today.AddDays(-3)},
		{every: "daily", next: today.AddDays(2), daysAhead: 1},
		{every: "daily", next: today, daysAhead: 731, count: 732, first: today, last: today.AddDays(731)},
		{every: "daily", next: today.AddDays(-5000), daysAhead: 731, count: 3660 + 731, first: today.AddDays(-5000), last: today.AddDays(731)},
		{every: "now and then", next: today, daysAhead: 31},
		{every: "daily", daysAhead: 31}, // without a next date
	} {
		got := DueDays(&budget.Scheduled{DateFirst: c.next, DateNext: c.next, Frequency: c.every}, today, today.AddDays(c.daysAhead))
		if len(got) != c.count || c.count > 0 && (got[0] != c.first || got[len(got)-1] != c.last) {
			t.Errorf("%s from %s, %d days ahead: got %d dates that begin with %v, want %d from %s to %s", c.every, c.next, c.daysAhead, len(got), got[:min(len(got), 5)], c.count, c.first, c.last)
		}
	}
}
