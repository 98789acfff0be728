package budget

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// TargetKind is the source's name for a kind of target.
type TargetKind string

// The kinds. Need is the kind that the source's current editor creates; its Filling decides whether it sets aside
// another amount or refills up to it.
const (
	Need          TargetKind = "NEED" // for spending: weekly, monthly, yearly, every n months, by a date
	BalanceTarget TargetKind = "TB"   // a balance, without a date
	BalanceBy     TargetKind = "TBD"  // a balance by a date; for a card payment category, paying off the card
	MonthlyTarget TargetKind = "MF"   // the same amount each month
	DebtTarget    TargetKind = "DEBT" // a loan's payment
)

// The kinds that the source does not have. They have no amount: their need follows from other data of the budget.
const (
	IncomeShare TargetKind = "income_share" // a percentage of the income of a month
	Remainder   TargetKind = "remainder"    // a part, by weight, of the rest of To Budget when a month is assigned by targets
	BySchedule  TargetKind = "schedule"     // the amount that scheduled transactions take from the category
)

// HasRule reports whether the need of a target of the kind follows from other data of the budget.
func (k TargetKind) HasRule() bool { return k == IncomeShare || k == Remainder || k == BySchedule }

// WholeShare is the share of the whole income; MaxWeight is the largest weight of a Remainder.
const (
	WholeShare = 10_000
	MaxWeight  = 1_000
)

// Filling decides how the balance counts towards a recurring target. Other kinds have none.
type Filling string

// The fillings.
const (
	SetAside   Filling = "set_aside" // the full amount is set aside each time
	RefillUpTo Filling = "refill"    // the remaining balance counts
)

// The cadences by the source's numbers; see Period for the others.
const (
	Monthly = 1
	Weekly  = 2
	Yearly  = 13
)

// Target is the amount that a category should be given. Progress is not stored: package target derives it from
// budgeted amounts.
type Target struct {
	Kind       TargetKind  `json:"kind,omitempty"` // empty: no target
	Amount     money.Milli `json:"amount"`         // per occurrence for a weekly target; 0 for paying off a card
	Filling    Filling     `json:"filling,omitempty"`
	Day        int         `json:"day,omitempty"`        // the day of the month, or for a weekly target the day of the week from Sunday (0)
	Cadence    int         `json:"cadence,omitempty"`    // the source's number: see Period
	Uncadenced bool        `json:"uncadenced,omitempty"` // the file has 0 instead of null
	Every      int         `json:"every,omitempty"`      // the number of periods between occurrences, for cadences 1, 2 and 13
	Due        civil.Date  `json:"due,omitempty"`
	DueMonth   civil.Date  `json:"due_month,omitempty"`  // the same under its older name, if the file uses that
	Created    civil.Date  `json:"created,omitempty"`    // zero if the file does not have it
	Loan       AccountNo   `json:"loan,omitempty"`       // of a DebtTarget: the loan with this payment; 0 if unknown
	Share      int         `json:"share,omitempty"`      // of an IncomeShare, in hundredths of a percent
	LastMonth  bool        `json:"last_month,omitempty"` // of an IncomeShare: the income of the month before counts
	Weight     int         `json:"weight,omitempty"`     // of a Remainder
	Schedule   string      `json:"schedule,omitempty"`   // of a BySchedule: the id of a scheduled transaction, which may be deleted; empty for all of the category
	// From is the month since which the target applies if it was changed here. In earlier months Was applies, so that
	// they keep their figures.
	From civil.Month `json:"from,omitempty"`
	Was  *Target     `json:"was,omitempty"`
}

// TargetShown is the progress of a target in a month by the file's figures.
type TargetShown struct {
	Percent     *int         `json:"percent,omitempty"`
	Months      *int         `json:"months,omitempty"`
	UnderFunded *money.Milli `json:"under_funded,omitempty"`
	Funded      *money.Milli `json:"funded,omitempty"`
	Left        *money.Milli `json:"left,omitempty"`
}

// By returns the due date under either of its names.
func (t *Target) By() civil.Date {
	if t.Due != 0 {
		return t.Due
	}
	return t.DueMonth
}

// IsWeekly reports whether the target recurs weekly.
func (t *Target) IsWeekly() bool { return t.Kind == Need && t.Cadence == Weekly }

// mostEvery limits the interval that a file may contain.
const mostEvery = 100

// Period returns the number of months after which the target recurs, or 0 if it does not or recurs weekly. The source
// counts 1 as monthly, 13 as yearly, 3 to 12 as every two to eleven months and 14 as every two years.
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

// EveryMonths returns the cadence of a target that recurs every n months, as the source numbers it: the inverse of
// [Target.Period].
func EveryMonths(n int) (cadence, every int) {
	switch {
	case n > 1 && n < 12:
		return n + 1, 1
	case n%12 == 0:
		return Yearly, n / 12
	}
	return Monthly, n
}

// FollowsSchedules reports whether the target is or was a BySchedule in any month.
func (t *Target) FollowsSchedules() bool {
	for ; t != nil; t = t.Was {
		if t.Kind == BySchedule {
			return true
		}
	}
	return false
}

// In returns the target that applies in a month, without its predecessors, or nil for none.
func (t *Target) In(m civil.Month) *Target {
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

// Changed returns a target that is replaced from a month on; to is nil for none. Replacements from later months on
// are dropped.
func (t *Target) Changed(to *Target, from civil.Month) *Target {
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

// TargetIn returns a category's target in a month; cell is the month's data about the category, or nil.
func (c *Category) TargetIn(m civil.Month, cell *Cell) *Target {
	if cell != nil && cell.Target != nil {
		return cell.Target.In(m)
	}
	return c.Target.In(m)
}
