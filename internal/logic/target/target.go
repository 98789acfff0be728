// Package target computes the status of a category's target in any month as a pure function: the amount still needed
// this month, the funded amount, the remainder, the percentage, and the number of months it is spread over.
//
// The rules are the source's, by the numbers of SOURCE-ARITHMETIC.md and of the public recordings (R25 to R41).
// Unmeasured rules are marked. Assigning a whole month is in assign.go.
//
// Start with Figure.
package target

import (
	"cmp"
	"time"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// State is the state of a category in a month.
type State struct {
	Month    civil.Month
	Today    civil.Date  // determines which weeks of the month remain
	Carried  money.Milli // into the month
	Budgeted money.Milli
	Balance  money.Milli // at the month's end; for a card, the amount set aside
	Earlier  money.Milli // budgeted in the earlier months of the target's period: see Earlier
	// Owed is the card's debt, for a card payment category; not negative.
	Owed   money.Milli
	IsCard bool
	Step   money.Milli // the currency's smallest amount, to which shares are rounded; 0 is a cent
	RuleData
}

// Figures is the status of a target. It depends on the money put in: spending in the month does not count.
type Figures struct {
	// Needed is the amount that the target needs in this month, budgeted or not.
	Needed money.Milli
	// UnderFunded is the part not yet budgeted; never negative. Snoozing does not change it (R32).
	UnderFunded money.Milli
	Funded      money.Milli
	// Left is the remaining amount of the target. It is negative if more was budgeted than the target needs.
	Left money.Milli
	// Percent of the target is funded, rounded down (R34). It can exceed 100.
	Percent int
	// Months is the number of months over which Left is spread, including this month and that of the date; 0 if the
	// target needs nothing (R36).
	Months int
}

// Figure computes a target in a month. ok is false for a target without amount that needs one, and for unknown kinds.
func Figure(t *budget.Target, s State) (f Figures, ok bool) {
	switch {
	case t.Kind == budget.Remainder: // it needs nothing and is never overfunded
		return Figures{Funded: s.Budgeted}, true
	case t.Kind == budget.IncomeShare:
		return each(ShareOf(s.Income, t.Share, s.Step), s.Budgeted), true
	case t.Kind == budget.BySchedule:
		return each(s.taken(), s.Budgeted), true
	case t.Kind == budget.BalanceBy && s.IsCard && t.Amount == 0:
		return payOff(t, s), true
	case t.Amount <= 0:
		return Figures{}, false
	case t.Kind == budget.BalanceTarget: // R26: it never needs anything
		return standing(t.Amount, s.Carried+s.Budgeted), true
	case t.Kind == budget.BalanceBy:
		return byDate(t, s), true
	case t.Kind == budget.MonthlyTarget || t.Kind == budget.DebtTarget: // that of a loan was not measured: its payment is needed each month
		return each(t.Amount, s.Budgeted), true
	case t.Kind != budget.Need:
		return Figures{}, false
	case t.IsWeekly():
		return each(money.Milli(weeks(t, s))*t.Amount, funded(t, s)), true
	case t.By() != 0:
		return byDate(t, s), true
	}
	return each(t.Amount, funded(t, s)), true
}

// funded returns the amount that counts towards a recurring target (R25).
func funded(t *budget.Target, s State) money.Milli {
	if t.Filling == budget.RefillUpTo {
		return s.Carried + s.Budgeted
	}
	return s.Budgeted
}

// standing returns figures with the funded part of an amount and no need.
func standing(amount, funded money.Milli) Figures {
	f := Figures{Funded: funded, Left: amount - funded}
	if amount > 0 {
		f.Percent = percent(funded, amount)
	}
	return f
}

// each returns the figures of a target that must be met within the month (R25).
func each(amount, funded money.Milli) Figures {
	f := standing(amount, funded)
	f.Needed, f.UnderFunded, f.Months = amount, max(0, f.Left), 1
	return f
}

// byDate spreads the missing amount over the months up to the date (R27). A recurring target continues with its next
// date (R31) and sets aside another amount or refills up to it; another one ends (R35).
func byDate(t *budget.Target, s State) Figures {
	before := s.Carried
	if anewSince(t, s.Month) != 0 {
		before = s.Earlier
	}
	f := standing(t.Amount, before+s.Budgeted)
	f.Months = monthsTo(t, s.Month)
	if f.Months > 0 {
		f.Needed = max(0, share(t.Amount-before, f.Months, s.Step))
		f.UnderFunded = max(0, f.Needed-s.Budgeted)
	}
	return f
}

// payOff returns the figures of paying off a card by a date: the amount is the card's debt (R40, R41), and the part
// of it that is not set aside is missing (R39). Money set aside is taken from other categories and spent by payments,
// so the balance counts.
func payOff(t *budget.Target, s State) Figures {
	f := Figures{Left: s.Owed - s.Balance, Months: monthsTo(t, s.Month)}
	if f.Months > 0 {
		f.Needed = share(f.Left+s.Budgeted, f.Months, s.Step)
		f.UnderFunded = max(0, f.Needed-s.Budgeted)
	}
	return f
}

// anewSince returns the first month that counts towards a target that sets aside its full amount each time: the one
// after its last date. It is 0 if the balance counts, as it does up to its first date (R27).
func anewSince(t *budget.Target, m civil.Month) civil.Month {
	due, period := t.By().Month(), t.Period()
	if t.Filling != budget.SetAside || t.IsWeekly() || due == 0 || period == 0 || m <= due {
		return 0
	}
	return m.Add(monthsTo(t, m) - period)
}

// Earlier sums the amounts budgeted in the months before m that count in the target's period; zero for a target that
// uses the balance.
func Earlier(t *budget.Target, m civil.Month, budgeted func(civil.Month) money.Milli) (sum money.Milli) {
	if t == nil {
		return 0
	}
	if since := anewSince(t, m); since != 0 {
		for ; since < m; since++ {
			sum += budgeted(since)
		}
	}
	return sum
}

// monthsTo returns the number of months up to a target's date, both ends included; 0 if it has passed and does not
// recur.
func monthsTo(t *budget.Target, m civil.Month) int {
	due := t.By().Month()
	if due == 0 {
		return 0
	}
	if period := t.Period(); period > 0 && due < m {
		due = due.Add((int(m-due) + period - 1) / period * period)
	}
	return max(0, int(due-m)+1)
}

// weeks returns the number of due days of a weekly target in a month; in the present month, from today on (R30). The
// interval in weeks counts from its date, if it has one; that is not measured.
func weeks(t *budget.Target, s State) (n int) {
	if t.Day < 0 || t.Day > 6 || s.Month == 0 {
		return 0
	}
	first, last := s.Month.First(), s.Month.Last()
	for day := 1 + (t.Day-int(first.Time().Weekday())+7)%7; day <= last.Day(); day += 7 {
		d := s.Month.DayAt(day)
		if passed := s.Today.Month() == s.Month && d < s.Today; !passed && comes(t, d) {
			n++
		}
	}
	return n
}

// comes reports whether a date is one of every n weeks.
func comes(t *budget.Target, d civil.Date) bool {
	if t.Every <= 1 || t.By() == 0 {
		return true
	}
	apart := int(d.Time().Sub(t.By().Time()) / (7 * 24 * time.Hour))
	return apart%t.Every == 0
}

// cent is the unit that the source rounds to: ten milliunits. Currencies without cents were not measured.
const cent money.Milli = 10

// share returns one month's part of an amount, rounded up (R28) to an amount that can be budgeted.
func share(amount money.Milli, months int, step money.Milli) money.Milli {
	if amount <= 0 {
		return 0
	}
	step = cmp.Or(step, cent)
	parts := step * money.Milli(months)
	return (amount/parts + min(1, amount%parts)) * step
}

// mostHundreds limits the percentage of a target of nearly zero.
const mostHundreds = 1e15

// percent returns the percentage, rounded down (R34).
func percent(part, of money.Milli) int {
	whole, rest := min(max(part/of, -mostHundreds), mostHundreds), part%of
	p := int(whole)*100 + int(rest*100/of)
	if rest < 0 && rest*100%of != 0 {
		p--
	}
	return p
}
