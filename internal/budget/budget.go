// Package budget is the domain: what a household keeps, as plain data.
//
// A [Whole] is one budget with all its records. Records refer to each other by
// numbers that are unique within one budget and kind (AccountNo, CategoryNo,
// …); zero is "none". The text ID is what the outside sees: the source's own id
// where there was one, so that tools which knew the budget at the source go on
// working; SourceID remembers it for recognising the record in a later import.
//
// The rules on single records live here (names, rollover switches); the
// arithmetic over months lives in envelope.
//
// Floor 1: imports floor 0. Start with Whole.
package budget

import (
	"encoding/json"
	"iter"
	"slices"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// Numbers of records, unique in one budget. Zero is none.
type (
	AccountNo   int64
	GroupNo     int64
	CategoryNo  int64
	PayeeNo     int64
	LocationNo  int64
	TxNo        int64
	PartNo      int64
	ScheduledNo int64
	ReportNo    int64
	ViewNo      int64
)

// Whole is a budget with every record, in display order. It is what an import
// makes and what a small budget can be exported from.
type Whole struct {
	Info         Info
	Accounts     []Account
	Groups       []Group
	Categories   []Category
	Payees       []Payee
	Locations    []Location
	Transactions []Transaction // any order; see EachTransaction
	Scheduled    []Scheduled
	Rules        []Rule // the upper ones first
	Cells        []Cell // only those that say something
	Months       []Month
	Rollovers    []Rollover
	// Aside are rows that are not in Transactions, where they are too many to be held.
	Aside Rows
}

// Rows are transactions that are kept outside the budget.
type Rows interface {
	Count() int
	// All goes through them. Each may take the place of the one before.
	All() iter.Seq[*Transaction]
}

// EachTransaction goes through the rows, wherever they are: a row that is to be kept
// is copied.
func (w *Whole) EachTransaction() iter.Seq[*Transaction] {
	if w.Aside != nil {
		return w.Aside.All()
	}
	return func(yield func(*Transaction) bool) {
		for i := range w.Transactions {
			if !yield(&w.Transactions[i]) {
				return
			}
		}
	}
}

// CountTransactions is how many rows there are.
func (w *Whole) CountTransactions() int {
	if w.Aside != nil {
		return w.Aside.Count()
	}
	return len(w.Transactions)
}

// Info is what a budget is, apart from its records.
type Info struct {
	ID         string       `json:"id"`
	SourceID   string       `json:"source_id"` // the plan's id at the source, empty for one begun here
	Name       string       `json:"name"`
	Currency   money.Format `json:"currency_format"`
	DateFormat string       `json:"date_format"` // the source's pattern, such as DD.MM.YYYY
	// Extra keeps what the document says of the plan that Holdover does not
	// know, and CardPayments what the source assigned to card payment categories.
	Extra        json.RawMessage `json:"extra,omitempty"`
	CardPayments []CardPayment   `json:"card_payments,omitempty"`
	// CardEnvelopes says that cards are kept as envelopes: each has a category with
	// what is set aside to pay it. Otherwise they are accounts like any other.
	CardEnvelopes bool `json:"card_envelopes,omitempty"`
	// CardsLeft is what the card payment categories had of their own when the budget
	// last stopped keeping cards as envelopes, for when it does so again.
	CardsLeft *CardsLeft `json:"cards_left,omitempty"`
	// Document is the number of the kept document that the budget is compared
	// with, the newest one taken over; 0 where it came from none.
	Document int64 `json:"document,omitempty"`
}

// PaysCard says whether a category is a card's payment category, be the card known or not.
func PaysCard(groups []Group, c *Category) bool {
	return slices.ContainsFunc(groups, func(g Group) bool { return g.Cards && g.No == c.Group })
}

// CardPayment is one of the source's credit card payment categories. It has no
// place in the application; its figures are kept for verification, clean-up and
// export.
type CardPayment struct {
	SourceID string             `json:"source_id"`
	Name     string             `json:"name"`
	Account  AccountNo          `json:"account,omitempty"` // the card it pays, where that is known
	Months   []CardPaymentMonth `json:"months,omitempty"`  // oldest first, those that say something
	// Gone says that it was a category here and went with its card.
	Gone bool `json:"gone,omitempty"`
	// Of the source's record, for a category of ours.
	Group  string  `json:"group,omitempty"` // its group's id
	Hidden bool    `json:"hidden,omitempty"`
	Note   string  `json:"note,omitempty"`
	Target *Target `json:"target,omitempty"`
}

// CardsLeft are card payment categories that are not in use.
type CardsLeft struct {
	Group      Group      `json:"group"`
	Categories []Category `json:"categories"`
	// Cells are those that CardPayments say otherwise, with what was budgeted beyond them.
	Cells []Cell `json:"cells,omitempty"`
}

// CardPaymentMonth is what the source's document says of a card payment
// category in one month.
type CardPaymentMonth struct {
	Month    cal.Month   `json:"month"`
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
	// As a category's Cell has them.
	Note    string       `json:"note,omitempty"`
	Target  *Target      `json:"target,omitempty"`
	Snoozed string       `json:"snoozed,omitempty"`
	Shown   *TargetShown `json:"shown,omitempty"`
}

// Says reports whether the document says anything of the category in the month.
func (m *CardPaymentMonth) Says() bool {
	cell := m.CellOf(0)
	return m.Activity != 0 || m.Balance != 0 || cell.Says()
}

// CellOf is what a category of ours has in the month.
func (m *CardPaymentMonth) CellOf(c CategoryNo) Cell {
	return Cell{Category: c, Month: m.Month, Budgeted: m.Budgeted, Note: m.Note, Target: m.Target, Snoozed: m.Snoozed, Shown: m.Shown}
}

// Month is what belongs to a month as a whole.
type Month struct {
	Month cal.Month   `json:"month"`
	Held  money.Milli `json:"held"` // reserved by Hold for next month, never negative
	Note  string      `json:"note,omitempty"`
	// AgeOfMoney is the source's figure at the time of import, nil where it had none.
	AgeOfMoney *int            `json:"age_of_money,omitempty"`
	Extra      json.RawMessage `json:"extra,omitempty"`
}

// Cell is a category in a month. Its activity and balance are not here: they
// follow from the transactions and from earlier months.
type Cell struct {
	Category CategoryNo   `json:"category"`
	Month    cal.Month    `json:"month"`
	Budgeted money.Milli  `json:"budgeted"`
	Note     string       `json:"note,omitempty"`
	Target   *Target      `json:"target,omitempty"`  // where the file has another one in that month than the category
	Snoozed  string       `json:"snoozed,omitempty"` // since when the target is snoozed for the month, a timestamp
	Shown    *TargetShown `json:"shown,omitempty"`
}

// Says reports whether the cell says anything.
func (c *Cell) Says() bool {
	return c.Budgeted != 0 || c.Note != "" || c.Target != nil || c.Snoozed != "" || c.Shown != nil
}

// CellKey names a Cell.
type CellKey struct {
	Category CategoryNo
	Month    cal.Month
}

// Key is the cell's own.
func (c *Cell) Key() CellKey { return CellKey{c.Category, c.Month} }
