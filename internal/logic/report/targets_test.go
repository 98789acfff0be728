package report

import (
	"slices"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
)

// The future needs of targets equal the amounts that a user would budget month by month.
func TestFutureNeedsEqualTheAmountsToBudget(t *testing.T) {
	silent := make([]target.Aim, 4)
	for name, c := range map[string]struct {
		target budget.Target
		months []target.Aim
		want   []money.Milli
	}{
		"by a date, then none": {
			budget.Target{Kind: budget.BalanceBy, Amount: 300_000, Due: civil.MakeDate(2027, 1, 31)}, silent, []money.Milli{100_000, 100_000, 100_000, 0},
		},
		"by a date, partly saved": {
			budget.Target{Kind: budget.BalanceBy, Amount: 300_000, Due: civil.MakeDate(2027, 1, 31)},
			[]target.Aim{carried(150_000), carried(150_000), carried(150_000), carried(150_000)},
			[]money.Milli{50_000, 50_000, 50_000, 0},
		},
		"each month": {
			budget.Target{Kind: budget.Need, Amount: 90_000, Cadence: budget.Monthly, Every: 1, Filling: budget.SetAside},
			[]target.Aim{{State: target.State{Budgeted: 60_000}}, {}, {Snoozed: true}, {}},
			[]money.Milli{30_000, 90_000, 0, 90_000},
		},
		"a balance without a date": {budget.Target{Kind: budget.BalanceTarget, Amount: 90_000}, silent, []money.Milli{0, 0, 0, 0}},
		"a share of the income, budgeted in part": {
			budget.Target{Kind: budget.IncomeShare, Share: 1000},
			[]target.Aim{{State: target.State{Budgeted: 60_000, RuleData: target.RuleData{Income: 900_000}}}, {State: target.State{RuleData: target.RuleData{Income: 900_000}}}, {}, {}},
			[]money.Milli{30_000, 90_000, 0, 0},
		},
		"a part of what remains": {budget.Target{Kind: budget.Remainder, Weight: 1}, silent, []money.Milli{0, 0, 0, 0}},
		"a monthly schedule, and one that is paid in the third month": {
			budget.Target{Kind: budget.BySchedule},
			[]target.Aim{follows(50_000, 30_000, 3), follows(50_000, 30_000, 2), follows(50_000, 30_000, 1), follows(50_000, 30_000, 3)},
			[]money.Milli{60_000, 60_000, 60_000, 60_000},
		},
		"begins later": {
			budget.Target{Kind: budget.MonthlyTarget, Amount: 10_000, Created: civil.MakeDate(2027, 1, 1)}, silent, []money.Milli{0, 0, 10_000, 10_000},
		},
	} {
		if got := Asked(4, [][]target.Aim{ahead(&c.target, c.months)}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// A card that is to be paid off by a date needs an amount in each month until then, less the amounts of the months
// before.
func TestFutureNeedsOfACard(t *testing.T) {
	months := make([]target.Aim, 4)
	for n := range months {
		months[n].State = target.State{IsCard: true, Owed: 300_000}
	}
	got := Asked(4, [][]target.Aim{ahead(&budget.Target{Kind: budget.BalanceBy, Due: civil.MakeDate(2027, 1, 31)}, months)})
	if want := []money.Milli{100_000, 100_000, 100_000, 0}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func follows(monthly, rare money.Milli, months int) target.Aim {
	return target.Aim{State: target.State{RuleData: target.RuleData{Monthly: monthly, Rare: []target.Payment{{Amount: rare, Months: months}}}}}
}

func carried(amount money.Milli) target.Aim { return target.Aim{State: target.State{Carried: amount}} }

// ahead returns a target in the months from November 2026 on.
func ahead(of *budget.Target, months []target.Aim) []target.Aim {
	first := civil.MakeMonth(2026, 11)
	months = slices.Clone(months)
	for n := range months {
		months[n].Target = of
		months[n].State.Month, months[n].State.Today, months[n].State.Step = first.Add(n), first.First(), 10
	}
	return months
}
