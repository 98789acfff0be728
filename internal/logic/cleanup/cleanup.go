// Package cleanup proposes changes that tidy an imported budget, as pure functions. A [Proposal] lists its items, and
// every month's To Budget before and after; its [Changes] are plain data for the application to write in one step.
//
// Figures are parameters, from envelope's sheet and from data stored by the import, so that proposals do not depend
// on how either is computed or stored. For the derivation of card debt see debt.go.
//
// Start with Input and Match.
package cleanup

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Kind is a kind of clean-up.
type Kind string

// The kinds. CardReserves only explains; Everything is several in one step.
const (
	CardDebt     Kind = "credit-card-debt"
	Holds        Kind = "hold"
	Duplicates   Kind = "duplicates"
	CardReserves Kind = "card-reserves"
	Everything   Kind = "make-it-match"
)

// Input is the data from which proposals are made.
type Input struct {
	Budget  *budget.Whole // without its transactions and cells
	Rows    Rows
	Figures Figures
	// Budgeted holds the budgeted amounts that are not zero.
	Budgeted map[budget.CellKey]money.Milli
	// Source contains the document's months, oldest first; empty for a budget that was not imported. Proposals on
	// debt and holds change only these months: later ones are the user's.
	Source []SourceMonth
	// Renamed are the groups and categories that the import gave a suffix.
	Renamed []Renamed

	known known
}

// Figures holds the budget's sheet for every month from the first with data or of Source, whichever is earlier, to
// the last of either.
type Figures struct {
	First    civil.Month
	ToBudget []money.Milli
	// Balance holds the balances of the expense categories, each as long as ToBudget.
	Balance map[budget.CategoryNo][]money.Milli
}

// SourceMonth is a month of the document with its Ready to Assign, which the oldest documents do not have.
type SourceMonth struct {
	Month         civil.Month
	ReadyToAssign *money.Milli
}

// Renamed is a group or category (one of the two) that the import renamed because its name was taken, and its
// original name.
type Renamed struct {
	Group    budget.GroupNo
	Category budget.CategoryNo
	From     string
}

// Choices holds the user's decisions about a proposal.
type Choices struct {
	// Leave contains the ids of excluded items.
	Leave map[string]bool
	// PerCard creates one debt category for each card instead of one for all.
	PerCard bool
	// StayAboveZero assigns less to the debt category if a month's To Budget would otherwise become negative.
	StayAboveZero bool
	// Take lists the ids of duplicates to merge that are not merged by default.
	Take map[string]bool
	// Rename maps duplicates, by item id, to new names instead of merging them; the caller checks the names.
	Rename map[string]string
}

// Proposal is a possible clean-up. It is empty if nothing would change.
type Proposal struct {
	Kind   Kind          `json:"kind"`
	Items  []Item        `json:"items"`
	Months []MonthChange `json:"months"` // the months of the document and the changed ones, oldest first
	// Capped reports whether less is assigned so that no month becomes negative.
	Capped bool `json:"capped,omitempty"`
	// First is a clean-up that is better done before this one, if any.
	First Kind `json:"first,omitempty"`
	// Cards contains the cards with their debt, for CardDebt and CardReserves.
	Cards   []Card  `json:"cards,omitempty"`
	Changes Changes `json:"-"`
}

// Empty reports whether the proposal changes nothing.
func (p *Proposal) Empty() bool { return p.Changes.empty() }

// Below counts the months that the proposal makes negative.
func (p *Proposal) Below() (n int) {
	return iterutil.Count(p.Months, func(m *MonthChange) bool { return m.Below })
}

// Matched returns the number of the document's months with a To Budget that equals the source's figure, before and
// after.
func (p *Proposal) Matched() (before, after, of int) {
	for _, m := range p.Months {
		if m.Source == nil {
			continue
		}
		of++
		if m.Before == *m.Source {
			before++
		}
		if m.After == *m.Source {
			after++
		}
	}
	return before, after, of
}

// Action is the kind of change to an item.
type Action string

// The actions. Nothing is for items that are shown but cannot or need not be changed.
const (
	Move     Action = "move"     // move a row, or Amount of it, from Category to Into
	Assign   Action = "assign"   // Into is budgeted Amount more in Month
	RollOver Action = "rollover" // Into rolls its overspending over from Month on
	Hold     Action = "hold"     // Amount is held in Month for the next
	Merge    Action = "merge"    // merge Category, or Group, into its twin
	Rename   Action = "rename"   // rename Category, or Group, to Name
	Remove   Action = "remove"   // delete Category, which is empty
	Nothing  Action = "nothing"
)

// Item is one change of a proposal.
type Item struct {
	// ID identifies the change independently of its place in the list, so that it has the same id in every proposal.
	ID     string `json:"id"`
	Action Action `json:"action"`
	// Left reports whether the user excluded the item.
	Left     bool              `json:"left,omitempty"`
	Reason   string            `json:"reason"` // a sentence for users, without amounts
	Month    civil.Month       `json:"month,omitempty"`
	Amount   money.Milli       `json:"amount"`
	Tx       budget.TxNo       `json:"-"`
	Part     budget.PartNo     `json:"-"` // the part of Tx; zero for a whole row
	Day      civil.Date        `json:"-"` // of Tx
	Payee    budget.PayeeNo    `json:"-"` // of Tx
	Partly   bool              `json:"partly,omitempty"`
	Account  budget.AccountNo  `json:"-"`
	Group    budget.GroupNo    `json:"-"`
	Category budget.CategoryNo `json:"-"`
	// Into is the receiving category; if negative, it is one of Changes.NewCategories.
	Into      budget.CategoryNo `json:"-"`
	IntoGroup budget.GroupNo    `json:"-"`
	Name      string            `json:"name,omitempty"`
	// Lines, Balance, Month and Until (the first and last month with figures) describe the use of a duplicate.
	Until   civil.Month `json:"until,omitempty"`
	Lines   int         `json:"lines,omitempty"`
	Balance money.Milli `json:"balance,omitempty"`
}

// MonthChange is a month's To Budget before and after, with the source's figure if the document has one.
type MonthChange struct {
	Month  civil.Month  `json:"month"`
	Before money.Milli  `json:"before"`
	After  money.Milli  `json:"after"`
	Source *money.Milli `json:"source,omitempty"`
	// Below reports whether the month becomes negative, although it was not before and was not at the source: budgets
	// or holds made here use money that the source reserved.
	Below bool `json:"below_zero,omitempty"`
}
