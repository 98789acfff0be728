package budget

import (
	"holdover/internal/cal"
	"holdover/internal/money"
)

// TargetKind is the source's name for a kind of target.
type TargetKind string

// The kinds. Need is the one that today's editor makes; whether it sets aside
// another amount or refills up to it is its Filling.
const (
	Need          TargetKind = "NEED" // for spending: weekly, monthly, yearly, every n months, by a date
	BalanceTarget TargetKind = "TB"   // a balance, some day
	BalanceBy     TargetKind = "TBD"  // a balance by a date; of a card payment, paying the card off
	MonthlyTarget TargetKind = "MF"   // the same amount each month
	DebtTarget    TargetKind = "DEBT" // a loan's payment
)

// Filling says what counts towards a target that comes again and again. Files
// leave it out of the other kinds.
type Filling string

// The fillings.
const (
	SetAside   Filling = "set_aside" // the amount is set aside anew each time
	RefillUpTo Filling = "refill"    // what is left over counts
)

// The cadences that the source's numbers stand for; see Period for the others.
const (
	Monthly = 1
	Weekly  = 2
	Yearly  = 13
)

// Target is what a category is to be given. How far it has come is not here: that
// follows from what is budgeted, by package target.
type Target struct {
	Kind       TargetKind  `json:"kind,omitempty"` // empty: there is none
	Amount     money.Milli `json:"amount"`         // each time, of a weekly target; 0 of a card's pay-off
	Filling    Filling     `json:"filling,omitempty"`
	Day        int         `json:"day,omitempty"`        // the day of the month, or of the week from Sunday (0) of a weekly target
	Cadence    int         `json:"cadence,omitempty"`    // the source's number: see Period
	Uncadenced bool        `json:"uncadenced,omitempty"` // the file says 0 of it, where others say nothing
	Every      int         `json:"every,omitempty"`      // every how many periods, of the cadences 1, 2 and 13
	Due        cal.Date    `json:"due,omitempty"`
	DueMonth   cal.Date    `json:"due_month,omitempty"` // the same by its older name, where the file gives that
	Created    cal.Date    `json:"created,omitempty"`   // none where the file does not say
	// From is since when it holds, where it was changed here; in earlier months Was
	// holds, so that they keep their figures.
	From cal.Month `json:"from,omitempty"`
	Was  *Target   `json:"was,omitempty"`
}

// TargetShown is how far a target had come in a month, by the file's own figures.
type TargetShown struct {
	Percent     *int         `json:"percent,omitempty"`
	Months      *int         `json:"months,omitempty"`
	UnderFunded *money.Milli `json:"under_funded,omitempty"`
	Funded      *money.Milli `json:"funded,omitempty"`
	Left        *money.Milli `json:"left,omitempty"`
}

// By is the day by which the target is to be met, under either of its names.
func (t *Target) By() cal.Date {
	if t.Due != 0 {
		return t.Due
	}
	return t.DueMonth
}

// IsWeekly says whether the target comes by the week.
func (t *Target) IsWeekly() bool { return t.Kind == Need && t.Cadence == Weekly }

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
	case c == Monthly:
		return every
	case c == Yearly:
		return 12 * every
	case c >= 3 && c <= 12:
		return c - 1
	case c == 14:
		return 24
	}
	return 0
}

// EveryMonths is a cadence that comes every so many months, as the source numbers it: what [Target.Period] reads.
func EveryMonths(n int) (cadence, every int) {
	switch {
	case n > 1 && n < 12:
		return n + 1, 1
	case n%12 == 0:
		return Yearly, n / 12
	}
	return Monthly, n
}

// In is the target as it holds in a month, without what held before; nil for none.
func (t *Target) In(m cal.Month) *Target {
	for t != nil && m < t.From {
		t = t.Was
	}
	if t == nil || *t == (Target{From: t.From, Was: t.Was}) {
		return nil
	}
	is := *t
	is.From, is.Was = 0, nil
	return &is
}

// Changed is a target that becomes another from a month on, nil for none. What
// was changed from a later month on is forgotten.
func (t *Target) Changed(to *Target, from cal.Month) *Target {
	for t != nil && t.From >= from {
		t = t.Was
	}
	if to == nil && t == nil {
		return nil
	}
	is := Target{}
	if to != nil {
		is = *to
	}
	is.From, is.Was = from, t
	return &is
}

// TargetIn is a category's target in a month; cell is what the month says of it,
// nil for nothing.
func (c *Category) TargetIn(m cal.Month, cell *Cell) *Target {
	if cell != nil && cell.Target != nil {
		return cell.Target.In(m)
	}
	return c.Target.In(m)
}
