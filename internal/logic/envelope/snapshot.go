// Package envelope is the arithmetic of an envelope budget, as pure functions: [Compute] turns a [Snapshot] of inputs
// into a [Sheet] with every balance and every month's To Budget. The rules on holding, rollover and deletion are here
// too: each takes a sheet or snapshot and returns the changes.
//
// The conservation law holds in every month after any sequence of operations:
//
//	sum of on-budget account balances through m + OnTheWay[m]
//	  = ToBudget[m] + Held[m] + sum of Balance[.,m] + UncategorisedLeft[m] + CardDebt[m]
//
// OnTheWay is the money that has left one budget account and arrives in another one after the month.
// With card envelopes (see [Cards]), the accounts are those that are not cards; otherwise CardDebt is zero.
//
// Start with Snapshot, then Compute.
package envelope

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Snapshot is the input of a budget's figures, by month. All slices over months have the same length and begin at
// First.
type Snapshot struct {
	First civil.Month
	// Held is the amount reserved for the next month, never negative.
	Held []money.Milli
	// Uncategorised is, per month, the sum of the lines on budget accounts that
	// have no category. The two sides of a transfer between budget accounts
	// are among them and cancel out.
	Uncategorised []money.Milli
	// Moved is, per month, the sum of the lines of transfers with two dates between budget accounts, which are not in
	// Uncategorised: negative in the month in which the money leaves, positive in the month in which it arrives.
	Moved      []money.Milli
	Categories []Series
	Cards      *Cards // nil if cards are ordinary accounts
}

// Series is one category through the months.
type Series struct {
	No       budget.CategoryNo
	Income   bool
	Budgeted []money.Milli
	Activity []money.Milli
	// Rollovers are sorted by month. Switches after the last month of the snapshot have no effect on later months;
	// the snapshot must include them.
	Rollovers []budget.Rollover
}

// NewSnapshot returns an empty snapshot of a number of months for the given categories.
func NewSnapshot(first civil.Month, months int, categories []budget.Category) *Snapshot {
	amounts := make([]money.Milli, months*(2*len(categories)+3))
	take := func() []money.Milli {
		row := amounts[:months:months]
		amounts = amounts[months:]
		return row
	}
	s := &Snapshot{First: first, Held: take(), Uncategorised: take(), Moved: take(), Categories: make([]Series, len(categories))}
	for i, c := range categories {
		s.Categories[i] = Series{No: c.No, Income: c.Income, Budgeted: take(), Activity: take()}
	}
	return s
}

// Months returns the number of months of the snapshot.
func (s *Snapshot) Months() int { return len(s.Held) }

// Index returns the index of a month, and reports whether the snapshot includes it.
func (s *Snapshot) Index(m civil.Month) (int, bool) {
	i := int(m - s.First)
	return i, i >= 0 && i < s.Months()
}
