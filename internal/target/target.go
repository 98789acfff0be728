// Package target says how a category stands to its target in any month, as a pure
// function: what it still needs this month, what it has, what is left, how much of
// it that is, and over how many months it is spread.
//
// The rules are the source's, by the numbers that SOURCE-ARITHMETIC.md and the
// public recordings give them (R25 to R41). What nobody has measured is said where
// it stands. Assigning a month at once is assign.go.
//
// Floor 2, half a floor below the other rules, which may use it: imports floors 0
// and 1 and envelope; knows no clock, database or network: the day is
// handed in. Start with Figure.
package target

import (
	"cmp"
	"time"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// State is a category in the month that is looked at.
type State struct {
	Month    cal.Month
	Today    cal.Date    // decides which weeks of the month are still to come
	Carried  money.Milli // into the month
	Budgeted money.Milli
	Balance  money.Milli // at the month's end: what is set aside for a card
	Earlier  money.Milli // budgeted in the earlier months of the target's period: see Earlier
	// Owed is what the card owes, of a card payment category; not negative.
	Owed   money.Milli
	IsCard bool
	Step   money.Milli // the currency's smallest amount, to which shares are rounded up; 0 is a cent
}

// Figures are how a category stands to its target. They go by what was put in:
// spending in the month does not count.
type Figures struct {
	// Needed is what the target asks for in this month, budgeted or not.
	Needed money.Milli
	// UnderFunded is what of it is not budgeted yet; never negative. Snoozing does
	// not change it (R32).
	UnderFunded money.Milli
	Funded      money.Milli
	// Left is what the target lacks altogether. It is negative where more was
	// budgeted than it asks for.
	Left money.Milli
	// Percent of the target is funded, rounded down (R34). It can exceed 100.
	Percent int
	// Months is over how many months Left is spread, the one looked at and that of
	// the date included; 0 where the target asks for nothing (R36).
	Months int
}

// Figure works out a target in a month. ok is false where there is nothing to work
// out: a target without an amount that is no card's, or a kind that only loans have.
func Figure(t *budget.Target, s State) (f Figures, ok bool) {
	switch {
	case t.Kind == budget.BalanceBy && s.IsCard && t.Amount == 0:
		return payOff(t, s), true
	case t.Amount <= 0:
		return Figures{}, false
	case t.Kind == budget.BalanceTarget: // R26: it never asks for anything
		return standing(t.Amount, s.Carried+s.Budgeted), true
	case t.Kind == budget.BalanceBy:
		return byDate(t, s), true
	case t.Kind == budget.MonthlyTarget:
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

// funded is what counts for a target that comes again and again (R25).
func funded(t *budget.Target, s State) money.Milli {
	if t.Filling == budget.RefillUpTo {
		return s.Carried + s.Budgeted
	}
	return s.Budgeted
}

// standing is how much of an amount there is, with nothing asked for.
func standing(amount, funded money.Milli) Figures {
	f := Figures{Funded: funded, Left: amount - funded}
	if amount > 0 {
		f.Percent = percent(funded, amount)
	}
	return f
}

// each is a target that is to be met within the month (R25).
func each(amount, funded money.Milli) Figures {
	f := standing(amount, funded)
	f.Needed, f.UnderFunded, f.Months = amount, max(0, f.Left), 1
	return f
}

// byDate spreads what is missing over the months up to the date (R27). One that
// comes again goes on to its next date (R31), and sets aside another amount or
// refills up to it; one that does not falls silent (R35).
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

// payOff is a card that is to be paid off by a date: its amount is what the card
// owes (R40, R41), and it lacks what of that is not set aside (R39). What is set
// aside comes from other categories and goes in payments too: the balance has it.
func payOff(t *budget.Target, s State) Figures {
	f := Figures{Left: s.Owed - s.Balance, Months: monthsTo(t, s.Month)}
	if f.Months > 0 {
		f.Needed = share(f.Left+s.Budgeted, f.Months, s.Step)
		f.UnderFunded = max(0, f.Needed-s.Budgeted)
	}
	return f
}

// anewSince is the first month that counts towards a target whose amount is set
// aside anew each time: the one after its date passed. 0 where what is there counts,
// as it does up to its first date (R27).
func anewSince(t *budget.Target, m cal.Month) cal.Month {
	due, period := t.By().Month(), t.Period()
	if t.Filling != budget.SetAside || t.IsWeekly() || due == 0 || period == 0 || m <= due {
		return 0
	}
	return m.Add(monthsTo(t, m) - period)
}

// Earlier adds up what counts of the months before m in a target's period, of what
// was budgeted in them; nothing for a target that goes by what is there, or none.
func Earlier(t *budget.Target, m cal.Month, budgeted func(cal.Month) money.Milli) (sum money.Milli) {
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

// monthsTo is how many months there are to a target's date, both ends included;
// 0 where it has passed and does not come again.
func monthsTo(t *budget.Target, m cal.Month) int {
	due := t.By().Month()
	if due == 0 {
		return 0
	}
	if period := t.Period(); period > 0 && due < m {
		due = due.Add((int(m-due) + period - 1) / period * period)
	}
	return max(0, int(due-m)+1)
}

// weeks is how often the day of a weekly target comes in a month; in the month of
// today, from today on (R30). Every how many weeks it comes is counted from its
// date, where it has one; that is not measured.
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

// comes says whether a day is one of every so many weeks.
func comes(t *budget.Target, d cal.Date) bool {
	if t.Every <= 1 || t.By() == 0 {
		return true
	}
	apart := int(d.Time().Sub(t.By().Time()) / (7 * 24 * time.Hour))
	return apart%t.Every == 0
}

// cent is what the source was seen to round to: ten milliunits. Nobody has seen it with a
// currency that has others than cents.
const cent money.Milli = 10

// share is one month's part of an amount, rounded up (R28) to what can be budgeted.
func share(amount money.Milli, months int, step money.Milli) money.Milli {
	if amount <= 0 {
		return 0
	}
	step = cmp.Or(step, cent)
	parts := step * money.Milli(months)
	return (amount/parts + min(1, amount%parts)) * step
}

// mostHundreds bounds what is said of a target of nearly nothing.
const mostHundreds = 1e15

// percent is rounded down (R34).
func percent(part, of money.Milli) int {
	whole, rest := min(max(part/of, -mostHundreds), mostHundreds), part%of
	p := int(whole)*100 + int(rest*100/of)
	if rest < 0 && rest*100%of != 0 {
		p--
	}
	return p
}
