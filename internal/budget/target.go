package budget

import (
	"holdover/internal/cal"
	"holdover/internal/money"
)

// TargetKind is the source's name for a kind of target.
type TargetKind string

// The kinds. Need is the one that today's editor makes; whether it sets aside
// another amount or refills up to it is Target.Refill.
const (
	Need          TargetKind = "NEED" // for spending: weekly, monthly, yearly, every n months, by a date
	BalanceTarget TargetKind = "TB"   // a balance, some day
	BalanceBy     TargetKind = "TBD"  // a balance by a date; of a card payment, paying the card off
	MonthlyTarget TargetKind = "MF"   // the same amount each month
	DebtTarget    TargetKind = "DEBT" // a loan's payment
)

// Target is what a category is to be given.
type Target struct {
	Kind    TargetKind
	Amount  money.Milli // each time, of a weekly target; 0 of a card's pay-off
	Refill  bool        // what is left over counts; else the amount is set aside anew each time
	Day     int         // the day of the month, or of the week from Sunday (0) of a weekly target
	Cadence int         // the source's number: see Period
	Every   int         // every how many periods, of the cadences 1, 2 and 13
	Due     cal.Date    // none where there is no date
	Created cal.Month   // none where the file does not say
	Snoozed bool        // in the month that is looked at
}

// Weekly says whether the target comes by the week.
func (t *Target) Weekly() bool { return t.Kind == Need && t.Cadence == 2 }

// mostEvery bounds what a file may say: no budget lives to see more.
const mostEvery = 100

// Period is after how many months the target comes again; 0 where it does not, or
// comes by the week. The source counts 1 as monthly, 13 as yearly, 3 to 12 as every
// two to eleven months and 14 as every two years.
func (t *Target) Period() int {
	every := min(max(1, t.Every), mostEvery)
	switch c := t.Cadence; {
	case t.Kind != Need:
		return 0
	case c == 1:
		return every
	case c == 13:
		return 12 * every
	case c >= 3 && c <= 12:
		return c - 1
	case c == 14:
		return 24
	}
	return 0
}
