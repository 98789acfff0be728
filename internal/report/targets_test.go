package report

import (
	"slices"
	"testing"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// What targets ask for ahead is what somebody would budget who followed them month by month.
func TestAskedAhead(t *testing.T) {
	first := cal.MakeMonth(2026, 11)
	months := make([]AimMonth, 4)
	for name, c := range map[string]struct {
		target budget.Target
		months []AimMonth
		want   []money.Milli
	}{
		"by a day, then silent": {
			budget.Target{Kind: budget.BalanceBy, Amount: 300_000, Due: cal.MakeDate(2027, 1, 31)}, months, []money.Milli{100_000, 100_000, 100_000, 0},
		},
		"by a day, some of it there": {
			budget.Target{Kind: budget.BalanceBy, Amount: 300_000, Due: cal.MakeDate(2027, 1, 31)},
			[]AimMonth{{Carried: 150_000}, {Carried: 150_000}, {Carried: 150_000}, {Carried: 150_000}},
			[]money.Milli{50_000, 50_000, 50_000, 0},
		},
		"each month": {
			budget.Target{Kind: budget.Need, Amount: 90_000, Cadence: budget.Monthly, Every: 1, Filling: budget.SetAside},
			[]AimMonth{{Budgeted: 60_000}, {}, {Snoozed: true}, {}},
			[]money.Milli{30_000, 90_000, 0, 90_000},
		},
		"a balance, some day": {budget.Target{Kind: budget.BalanceTarget, Amount: 90_000}, months, []money.Milli{0, 0, 0, 0}},
		"begins later": {
			budget.Target{Kind: budget.MonthlyTarget, Amount: 10_000, Created: cal.MakeDate(2027, 1, 1)}, months, []money.Milli{0, 0, 10_000, 10_000},
		},
	} {
		got := Asked(first, 4, first.First(), 10, []Aim{{Target: &c.target, Months: c.months}})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A card that is to be paid off by a date is asked for in each month until then, less what the months before were given.
func TestAskedAheadForACard(t *testing.T) {
	first := cal.MakeMonth(2026, 11)
	card := budget.Target{Kind: budget.BalanceBy, Due: cal.MakeDate(2027, 1, 31)}
	got := Asked(first, 4, first.First(), 10, []Aim{{Target: &card, IsCard: true, Owed: 300_000, Months: make([]AimMonth, 4)}})
	if want := []money.Milli{100_000, 100_000, 100_000, 0}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
