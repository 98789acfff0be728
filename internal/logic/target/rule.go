package target

import (
	"cmp"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/schedule"
	"holdover/internal/model/budget"
)

// RuleData contains the data from which the need of a target without an amount follows.
type RuleData struct {
	// Income is the income of the month that a share of the income is of.
	Income money.Milli
	// Monthly is the sum that schedules with monthly or shorter intervals take from the category in the month.
	Monthly money.Milli
	// Rare are the next payments of other schedules, the nearest first.
	Rare []Payment
}

// Payment is an amount that a schedule takes from a category after some months, counting this month and that of the payment.
type Payment struct {
	Amount money.Milli
	Months int
}

// ruleData collects the data of a target of a category in a month.
func ruleData(sheet *envelope.Sheet, scheduled []budget.Scheduled, no budget.CategoryNo, t *budget.Target, m civil.Month) (d RuleData) {
	switch {
	case t == nil:
	case t.Kind == budget.IncomeShare && t.LastMonth:
		d.Income = sheet.Month(m.Add(-1)).Income
	case t.Kind == budget.IncomeShare:
		d.Income = sheet.Month(m).Income
	case t.Kind == budget.BySchedule:
		for i := range scheduled {
			if t.Schedule == "" || scheduled[i].ID == t.Schedule {
				d.addSchedule(&scheduled[i], no, m)
			}
		}
		slices.SortStableFunc(d.Rare, func(a, b Payment) int { return cmp.Compare(a.Months, b.Months) })
	}
	return d
}

// addSchedule adds the payments of a scheduled transaction. The days of its rule count, also those that were entered or
// skipped: a month needs the same amount before and after its payment.
func (d *RuleData) addSchedule(s *budget.Scheduled, no budget.CategoryNo, m civil.Month) {
	amount := Takes(s, no)
	rule, known := schedule.Of(s)
	if amount == 0 || !known {
		return
	}
	day := rule.After(m.First().AddDays(-1))
	if rule.IsRare() {
		if day != 0 {
			d.Rare = append(d.Rare, Payment{amount, int(day.Month()-m) + 1})
		}
		return
	}
	for ; day != 0 && day.Month() == m; day = rule.After(day) {
		d.Monthly = min(d.Monthly+amount, money.Limit)
	}
}

// Takes returns the amount that a scheduled transaction takes from a category each time; 0 if it takes nothing.
func Takes(s *budget.Scheduled, no budget.CategoryNo) money.Milli {
	sum := money.Milli(0)
	if len(s.Parts) == 0 && s.Category == no {
		sum = s.Amount
	}
	for i := range s.Parts {
		if s.Parts[i].Category == no {
			sum = sum.Plus(s.Parts[i].Amount)
		}
	}
	return min(max(0, -sum), money.Limit)
}

// taken returns the amount that schedules need in a month: the payments at monthly or shorter intervals, and a part of each
// other payment, spread over the months until its day. The money carried into the month pays the nearest of these first.
func (s *State) taken() money.Milli {
	sum, carried := s.Monthly, s.Carried
	for _, p := range s.Rare {
		sum = min(sum+share(p.Amount-carried, p.Months, s.Step), money.Limit)
		carried = max(0, carried-p.Amount)
	}
	return sum
}

// SpentInMonth returns the part of the need of a target without an amount that is spent in the month itself. The rest of it
// stays for later months.
func (s *State) SpentInMonth() money.Milli {
	sum := s.Monthly
	for _, p := range s.Rare {
		if p.Months <= 1 {
			sum = min(sum+p.Amount, money.Limit)
		}
	}
	return sum
}

// ShareOf returns a share of an income, in hundredths of a percent. It is rounded once, down to the currency's smallest
// amount, so that shares of 100 % together never need more than the income. A negative income has no share.
func ShareOf(income money.Milli, share int, step money.Milli) money.Milli {
	income, of := max(0, income), money.Milli(share)
	amount := income/budget.WholeShare*of + income%budget.WholeShare*of/budget.WholeShare
	return min(amount-amount%cmp.Or(step, cent), money.Limit)
}
