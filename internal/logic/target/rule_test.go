package target_test

import (
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/schedule"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
)

const (
	incomeNo budget.CategoryNo = 1
	rentNo   budget.CategoryNo = 2
	funNo    budget.CategoryNo = 3
	tripNo   budget.CategoryNo = 4
)

// ruleMonth returns October with an income of 2000.019 in September and 3000.019 in October, of which 100 are budgeted for the
// rent in September.
func ruleMonth(targets map[budget.CategoryNo]*budget.Target, scheduled ...budget.Scheduled) *target.Month {
	categories := []budget.Category{{No: incomeNo, Income: true}, {No: rentNo}, {No: funNo}, {No: tripNo}}
	snap := envelope.NewSnapshot(sep, 2, categories)
	snap.Categories[0].Activity[0], snap.Categories[0].Activity[1] = 2_000_019, 3_000_019
	snap.Categories[1].Budgeted[0] = 100_000
	m := &target.Month{Sheet: envelope.Compute(snap), Month: oct, Today: oct.DayAt(10), Format: money.Format{DecimalDigits: 2}, Scheduled: scheduled, ExpectedIncome: 4_000_000}
	for _, no := range []budget.CategoryNo{rentNo, funNo, tripNo} {
		m.Categories = append(m.Categories, target.Category{No: no, Target: targets[no]})
	}
	return m
}

func TestSharesOfTheIncome(t *testing.T) {
	for _, c := range []struct {
		of               budget.Target
		needed, expected money.Milli
	}{
		{budget.Target{Kind: budget.IncomeShare, Share: 1000}, 300_000, 400_000},
		{budget.Target{Kind: budget.IncomeShare, Share: 1000, LastMonth: true}, 200_000, 400_000},
		{budget.Target{Kind: budget.IncomeShare, Share: 3333}, 999_900, 1_333_200}, // 999.906 exactly
		{budget.Target{Kind: budget.IncomeShare, Share: 1}, 300, 400},
		{budget.Target{Kind: budget.IncomeShare, Share: 10_000}, 3_000_010, 4_000_000},
		{budget.Target{Kind: budget.IncomeShare, Share: 1000, Created: oct.Add(1).First()}, -1, 0},
	} {
		m := ruleMonth(map[budget.CategoryNo]*budget.Target{rentNo: &c.of})
		s, ok := m.Status(&m.Categories[0])
		if c.needed < 0 {
			if ok {
				t.Errorf("%+v has figures before it began", c.of)
			}
			continue
		}
		if !ok || s.Needed != c.needed || s.UnderFunded != c.needed || s.Expected != c.expected || s.Months != 1 {
			t.Errorf("%+v: %+v, want %d and %d of the expected income", c.of, s, c.needed, c.expected)
		}
	}
	if got := target.ShareOf(-5_000, 1000, 10); got != 0 {
		t.Errorf("the share of a negative income is %d", got)
	}
}

func scheduled(id, frequency string, amount money.Milli, first civil.Date) budget.Scheduled {
	return budget.Scheduled{ID: id, Frequency: frequency, Amount: amount, Category: rentNo, DateFirst: first, DateNext: first}
}

// TestTargetsFollowSchedules has 100 carried into October.
func TestTargetsFollowSchedules(t *testing.T) {
	monthly := scheduled("monthly", "monthly", -50_000, sep.DayAt(5))
	weekly := scheduled("weekly", "weekly", -10_000, sep.DayAt(1))                 // Tuesdays: 4 in October
	yearly := scheduled("yearly", "yearly", -700_000, civil.MakeDate(2026, 3, 20)) // next in March: 6 months
	once := scheduled("once", "never", -160_000, oct.Add(1).DayAt(3))              // 2 months
	split := scheduled("split", "monthly", -90_000, sep.DayAt(5))                  // 30 of it
	split.Category, split.Parts = 0, []budget.Part{{Amount: -30_000, Category: rentNo}, {Amount: -60_000, Category: funNo}}
	income := scheduled("income", "monthly", 900_000, sep.DayAt(5))
	unknown := scheduled("unknown", "sometimes", -90_000, sep.DayAt(5))
	later := scheduled("later", "monthly", -50_000, oct.Add(2).DayAt(5))
	ended := scheduled("ended", "monthly", -50_000, sep.DayAt(5))
	ended.Until = sep.Last()
	all := []budget.Scheduled{monthly, weekly, yearly, once, split, income, unknown, later, ended}
	for id, want := range map[string]money.Milli{
		"monthly": 50_000, "weekly": 40_000, "yearly": 100_000, "once": 30_000, "split": 30_000, "income": 0, "unknown": 0, "later": 0, "ended": 0, "deleted": 0,
		"": 50_000 + 40_000 + 30_000 + 30_000 + 116_670, // the payment in November gets the 100 first
	} {
		m := ruleMonth(map[budget.CategoryNo]*budget.Target{rentNo: {Kind: budget.BySchedule, Schedule: id}}, all...)
		if s, ok := m.Status(&m.Categories[0]); !ok || s.Needed != want || s.UnderFunded != want || s.Expected != want {
			t.Errorf("%q: %+v, want %d", id, s, want)
		}
	}
	m := ruleMonth(map[budget.CategoryNo]*budget.Target{tripNo: {Kind: budget.BySchedule}}, all...)
	if s, ok := m.Status(&m.Categories[2]); !ok || s.Needed != 0 {
		t.Errorf("a category without schedules: %+v, want no need", s)
	}
}

// A rare payment is saved by its day, and the next period begins after it.
func TestFollowedYearlySchedulesArePaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Milli(rapid.Int64Range(1, int64(money.Limit)).Draw(t, "amount"))
		first := aug.Add(rapid.IntRange(0, 23).Draw(t, "first")).DayAt(rapid.IntRange(1, 31).Draw(t, "day"))
		s := scheduled("s", rapid.SampledFrom([]string{"yearly", "every3Months", "everyOtherMonth", "every5Weeks", "never"}).Draw(t, "frequency"), -amount, first)
		of := budget.Target{Kind: budget.BySchedule, Schedule: "s"}
		categories := []budget.Category{{No: incomeNo, Income: true}, {No: rentNo}}
		snap := envelope.NewSnapshot(aug, 36, categories)
		for n := range 36 {
			m := target.Month{Sheet: envelope.Compute(snap), Month: aug.Add(n), Today: today, Format: money.Format{DecimalDigits: 2}, Scheduled: []budget.Scheduled{s}}
			status, ok := m.Status(&target.Category{No: rentNo, Target: &of})
			if !ok || status.Needed < 0 || status.UnderFunded != status.Needed {
				t.Fatalf("%s: %+v", m.Month, status)
			}
			snap.Categories[1].Budgeted[n] = status.Needed
			if rule, _ := schedule.Of(&s); rule.After(m.Month.First().AddDays(-1)).Month() == m.Month {
				snap.Categories[1].Activity[n] = -amount
			}
			if cell := envelope.Compute(snap).Cell(rentNo, m.Month); cell.Balance < 0 || cell.Balance > amount+360*10 {
				t.Fatalf("%s: the balance is %d after paying %d", m.Month, cell.Balance, amount)
			}
		}
	})
}

// What remains after all other targets is divided by weight to the last milliunit. Nothing is divided if nothing remains, and a
// snoozed target gets nothing.
func TestTheRestIsDividedByWeight(t *testing.T) {
	share, two, one := &budget.Target{Kind: budget.IncomeShare, Share: 1000}, &budget.Target{Kind: budget.Remainder, Weight: 2}, &budget.Target{Kind: budget.Remainder, Weight: 1}
	m := ruleMonth(map[budget.CategoryNo]*budget.Target{rentNo: share, funNo: two, tripNo: one})
	left := m.Sheet.Month(oct).ToBudget - 300_000 // 4600.038
	got := map[budget.CategoryNo]money.Milli{}
	for _, a := range target.Assign(m, target.Underfunded) {
		got[a.Category] = a.Budgeted
	}
	if got[rentNo] != 300_000 || got[funNo] != 3_066_698 || got[tripNo] != 1_533_340 || got[funNo]+got[tripNo] != left {
		t.Errorf("assigned are %v of %d", got, left)
	}
	m.Categories[1].Snoozed = true
	for _, a := range target.Assign(m, target.Underfunded) {
		if a.Category == funNo || a.Category == tripNo && a.Budgeted != left {
			t.Errorf("with a snoozed target, %d gets %d", a.Category, a.Budgeted)
		}
	}
	full := ruleMonth(map[budget.CategoryNo]*budget.Target{rentNo: {Kind: budget.MonthlyTarget, Amount: money.Limit}, funNo: two})
	for _, a := range target.Assign(full, target.Underfunded) {
		if a.Category == funNo {
			t.Errorf("nothing remains, but %d is assigned", a.Budgeted)
		}
	}
	s, ok := m.Status(&m.Categories[2])
	if !ok || s.Needed != 0 || s.UnderFunded != 0 || s.Over != 0 || s.Left != 0 {
		t.Errorf("a part of the rest needs something: %+v", s)
	}
}

// For any incomes, budgeted amounts and targets: no target needs a negative amount, assigning never makes To Budget negative, and
// with a target for the rest it leaves nothing.
func TestAssigningWithRulesLeavesNothing(t *testing.T) {
	amount := rapid.Custom(func(t *rapid.T) money.Milli {
		return money.Milli(rapid.OneOf(rapid.Int64Range(-5_000_000, 5_000_000), rapid.Int64Range(-int64(money.Limit), int64(money.Limit))).Draw(t, "amount"))
	})
	rapid.Check(t, func(t *rapid.T) {
		categories := []budget.Category{{No: incomeNo, Income: true}, {No: rentNo}, {No: funNo}, {No: tripNo}}
		snap := envelope.NewSnapshot(sep, 3, categories)
		overspent := rapid.Bool().Draw(t, "overspent") // covering overspending costs later months less than its amount
		for i := range snap.Categories {
			for n := range 3 {
				switch {
				case i == 0:
					snap.Categories[i].Activity[n] = amount.Draw(t, "income")
				case overspent:
					snap.Categories[i].Activity[n], snap.Categories[i].Budgeted[n] = amount.Draw(t, "activity"), amount.Draw(t, "budgeted")
				default:
					snap.Categories[i].Budgeted[n] = amount.Draw(t, "budgeted").Abs()
				}
			}
		}
		m := &target.Month{Sheet: envelope.Compute(snap), Month: oct, Today: today, Format: money.Format{DecimalDigits: rapid.IntRange(0, 3).Draw(t, "digits")}}
		for i := range 3 {
			m.Scheduled = append(m.Scheduled, scheduled("", rapid.SampledFrom([]string{"daily", "monthly", "yearly", "never"}).Draw(t, "frequency"), amount.Draw(t, "scheduled"), sep.DayAt(1+i)))
		}
		rest := false
		for _, no := range []budget.CategoryNo{rentNo, funNo, tripNo} {
			of := &budget.Target{Kind: rapid.SampledFrom([]budget.TargetKind{budget.IncomeShare, budget.Remainder, budget.BySchedule}).Draw(t, "kind")}
			switch of.Kind {
			case budget.IncomeShare:
				of.Share, of.LastMonth = rapid.IntRange(1, budget.WholeShare).Draw(t, "share"), rapid.Bool().Draw(t, "last month")
			case budget.Remainder:
				of.Weight, rest = rapid.IntRange(1, budget.MaxWeight).Draw(t, "weight"), true
			}
			m.Categories = append(m.Categories, target.Category{No: no, Target: of})
			if s, ok := m.Status(&m.Categories[len(m.Categories)-1]); !ok || s.Needed < 0 || s.Needed > money.Limit || s.UnderFunded < 0 || s.Over < 0 {
				t.Fatalf("%+v: %+v", of, s)
			}
		}
		list := target.Assign(m, target.Underfunded)
		lowest := m.Sheet.Assigned(list).Month(oct).ToBudget
		atLimit := false
		for _, a := range list {
			atLimit = atLimit || a.Budgeted.Abs() > money.Limit/2
		}
		before := m.Sheet.Month(oct).ToBudget
		for later := oct; later <= m.Sheet.Last()+1; later++ {
			before, lowest = min(before, m.Sheet.Month(later).ToBudget), min(lowest, m.Sheet.Assigned(list).Month(later).ToBudget)
		}
		if before >= 0 && (lowest < 0 || rest && !overspent && lowest != 0 && !atLimit) {
			t.Fatalf("To Budget was %d or more and is %d after %+v", before, lowest, list)
		}
	})
}
