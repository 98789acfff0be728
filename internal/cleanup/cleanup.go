// Package cleanup proposes what makes an imported budget tidy, as pure
// functions: nothing is changed here. A [Proposal] says what would change, item
// by item, and every month's To Budget before and after; its [Changes] are plain
// data for the application to write in one step.
//
// The figures come in as parameters, from envelope's sheet and from what the
// import kept of the document, so that proposals do not depend on how either is
// computed or stored. Why the card debt is made up as it is: DESIGN.md, sections
// 4 and 5, and debt.go.
//
// Floor 2: imports floors 0 and 1, envelope and, for what rows come to, finder;
// knows no clock, database or network. Start with Input and Match.
package cleanup

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/each"
	"holdover/internal/money"
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

// Input is what proposals are made from.
type Input struct {
	Budget  *budget.Whole // without its transactions and cells
	Rows    Rows
	Figures Figures
	// Budgeted is what is budgeted, without what is zero.
	Budgeted map[budget.CellKey]money.Milli
	// Source are the document's months, oldest first; empty for a budget that was
	// not imported. Debt and holds are looked for in these
	// months alone: what comes later is the person's own.
	Source []SourceMonth
	// Renamed are the groups and categories that the import gave a suffix.
	Renamed []Renamed

	known known
}

// Figures are what the budget's sheet says, for every month from the first with
// data or of Source, whichever is earlier, to the last of either.
type Figures struct {
	First    cal.Month
	ToBudget []money.Milli
	// Balance has the expense categories' balances, each as long as ToBudget.
	Balance map[budget.CategoryNo][]money.Milli
}

// SourceMonth is a month of the document with its Ready to Assign, which the
// oldest documents do not have.
type SourceMonth struct {
	Month         cal.Month
	ReadyToAssign *money.Milli
}

// Renamed is a group or category (one of the two) that the import renamed for
// its twin's sake, and the name it came with.
type Renamed struct {
	Group    budget.GroupNo
	Category budget.CategoryNo
	From     string
}

// Choices are what a person decided about a proposal.
type Choices struct {
	// Leave has the ids of items that are not to be done.
	Leave map[string]bool
	// PerCard makes one debt category for each card instead of one for all.
	PerCard bool
	// StayAboveZero assigns less to the debt category where assigning all of it
	// would take a month's To Budget below zero that is not below zero now.
	StayAboveZero bool
	// Take has the ids of duplicates to merge that are left unless a person says so.
	Take map[string]bool
	// Rename gives duplicates, by item id, a name of their own instead of merging
	// them; whoever applies it holds the names rule.
	Rename map[string]string
}

// Proposal is a clean-up that could be done. It is empty where nothing would change.
type Proposal struct {
	Kind   Kind          `json:"kind"`
	Items  []Item        `json:"items"`
	Months []MonthChange `json:"months"` // those of the document and those that change, oldest first
	// Capped says that less is assigned so that no month goes below zero.
	Capped bool `json:"capped,omitempty"`
	// First is a clean-up that is better done before this one, if any.
	First Kind `json:"first,omitempty"`
	// Cards are the cards with their debt, for CardDebt and CardReserves.
	Cards   []Card  `json:"cards,omitempty"`
	Changes Changes `json:"-"`
}

// Empty says whether applying the proposal would change nothing.
func (p *Proposal) Empty() bool { return p.Changes.empty() }

// Below counts the months that go below zero by it.
func (p *Proposal) Below() (n int) {
	return each.Count(p.Months, func(m *MonthChange) bool { return m.Below })
}

// Matched counts the months of the document whose To Budget is the source's
// figure, before and after.
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

// Action is what is done about an item.
type Action string

// The actions. Nothing is for what is shown but cannot or need not be changed.
const (
	Move     Action = "move"     // a row, or Amount of it, goes from Category to Into
	Assign   Action = "assign"   // Into is budgeted Amount more in Month
	RollOver Action = "rollover" // Into rolls its overspending over from Month on
	Hold     Action = "hold"     // Amount is held in Month for the next
	Merge    Action = "merge"    // Category, or Group, becomes part of its twin
	Rename   Action = "rename"   // Category, or Group, is called Name
	Remove   Action = "remove"   // Category goes; it holds nothing
	Nothing  Action = "nothing"
)

// Item is one thing of a proposal.
type Item struct {
	// ID names the thing, not its place in the list, so that the same thing has
	// the same id in every proposal.
	ID     string `json:"id"`
	Action Action `json:"action"`
	// Left says that a person chose to leave the item out.
	Left     bool              `json:"left,omitempty"`
	Reason   string            `json:"reason"` // a sentence for people, without amounts
	Month    cal.Month         `json:"month,omitempty"`
	Amount   money.Milli       `json:"amount"`
	Tx       budget.TxNo       `json:"-"`
	Part     budget.PartNo     `json:"-"` // the part of Tx, none for a whole row
	Day      cal.Date          `json:"-"` // of Tx
	Payee    budget.PayeeNo    `json:"-"` // of Tx
	Partly   bool              `json:"partly,omitempty"`
	Account  budget.AccountNo  `json:"-"`
	Group    budget.GroupNo    `json:"-"`
	Category budget.CategoryNo `json:"-"`
	// Into is the receiving category; below zero it is one of Changes.NewCategories.
	Into      budget.CategoryNo `json:"-"`
	IntoGroup budget.GroupNo    `json:"-"`
	Name      string            `json:"name,omitempty"`
	// Lines, Balance, Month and Until (the first and last month with figures) tell
	// of a duplicate what hangs on it.
	Until   cal.Month   `json:"until,omitempty"`
	Lines   int         `json:"lines,omitempty"`
	Balance money.Milli `json:"balance,omitempty"`
}

// MonthChange is a month's To Budget before and after, beside the source's
// figure where the document has one.
type MonthChange struct {
	Month  cal.Month    `json:"month"`
	Before money.Milli  `json:"before"`
	After  money.Milli  `json:"after"`
	Source *money.Milli `json:"source,omitempty"`
	// Below says that the month goes below zero: it was not before, and the source
	// was not. What was budgeted or held here since used what the source had kept.
	Below bool `json:"below_zero,omitempty"`
}
