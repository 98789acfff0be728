// Package budget defines the records of a budget as plain data.
//
// A [Whole] is one budget with all its records. Records refer to each other by numbers that are unique within one
// budget and kind (AccountNo, CategoryNo, …); zero is "none". The text ID is public: it is the source's id if there
// was one, so that tools that knew the budget at the source keep working. SourceID remembers the source's id to
// recognise the record in a later import.
//
// Rules about single records (names, rollover switches) are here; the arithmetic over months is in envelope.
//
// Start with Whole.
package budget

import (
	"encoding/json"
	"iter"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Numbers of records, unique within one budget. Zero is none.
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

// Whole is a budget with all its records, in display order. An import produces one, and a small budget can be
// exported from one.
type Whole struct {
	Info         Info
	Accounts     []Account
	Groups       []Group
	Categories   []Category
	Payees       []Payee
	Locations    []Location
	Transactions []Transaction // any order; see EachTransaction
	Scheduled    []Scheduled
	Rules        []Rule // in order of priority
	Cells        []Cell // only those that are not empty
	Months       []Month
	Rollovers    []Rollover
	// Staged contains transactions that are not in Transactions because they would not fit in memory.
	Staged Rows
}

// Rows are transactions stored outside the budget.
type Rows interface {
	Count() int
	// All iterates over the transactions. Each may overwrite the previous one.
	All() iter.Seq[*Transaction]
}

// EachTransaction iterates over all transactions, in memory or not. Copy a transaction to keep it beyond the
// iteration.
func (w *Whole) EachTransaction() iter.Seq[*Transaction] {
	if w.Staged != nil {
		return w.Staged.All()
	}
	return func(yield func(*Transaction) bool) {
		for i := range w.Transactions {
			if !yield(&w.Transactions[i]) {
				return
			}
		}
	}
}

// CountTransactions returns the number of transactions.
func (w *Whole) CountTransactions() int {
	if w.Staged != nil {
		return w.Staged.Count()
	}
	return len(w.Transactions)
}

// Info contains the properties of a budget.
type Info struct {
	ID         string       `json:"id"`
	SourceID   string       `json:"source_id"` // the plan's id at the source, empty for a budget created here
	Name       string       `json:"name"`
	Currency   money.Format `json:"currency_format"`
	DateFormat string       `json:"date_format"` // the source's pattern, such as DD.MM.YYYY
	// Extra contains fields of the plan that Holdover does not interpret. CardPayments contains the source's figures
	// of card payment categories.
	Extra        json.RawMessage `json:"extra,omitempty"`
	CardPayments []CardPayment   `json:"card_payments,omitempty"`
	// CardEnvelopes reports whether cards are handled as envelopes: each card has a category with the money set aside
	// to pay it. Otherwise cards are ordinary accounts.
	CardEnvelopes bool `json:"card_envelopes,omitempty"`
	// CardsLeft preserves the data of the card payment categories from the last time that the budget handled cards as
	// envelopes, to restore it when it does so again.
	CardsLeft *CardsLeft `json:"cards_left,omitempty"`
	// Document is the number of the stored document that verification compares with: the newest one taken over, or 0
	// if no document was taken over.
	Document int64 `json:"document,omitempty"`
}

// PaysCard reports whether a category is a card payment category, even if its card is unknown.
func PaysCard(groups []Group, c *Category) bool {
	return slices.ContainsFunc(groups, func(g Group) bool { return g.Cards && g.No == c.Group })
}

// CardPayment is a credit card payment category of the source without a category here. Its figures are stored for
// verification, clean-up and export.
type CardPayment struct {
	SourceID string             `json:"source_id"`
	Name     string             `json:"name"`
	Account  AccountNo          `json:"account,omitempty"` // the card it pays, if known
	Months   []CardPaymentMonth `json:"months,omitempty"`  // oldest first, without empty ones
	// Gone reports whether it was a category here that was deleted with its card.
	Gone bool `json:"gone,omitempty"`
	// Fields of the source's record, for a category of ours.
	Group  string  `json:"group,omitempty"` // the id of its group
	Hidden bool    `json:"hidden,omitempty"`
	Note   string  `json:"note,omitempty"`
	Target *Target `json:"target,omitempty"`
}

// CardsLeft contains card payment categories that are not in use.
type CardsLeft struct {
	Group      Group      `json:"group"`
	Categories []Category `json:"categories"`
	// Cells differ from CardPayments, with amounts budgeted beyond them.
	Cells []Cell `json:"cells,omitempty"`
}

// CardPaymentMonth contains the source's figures of a card payment category in one month.
type CardPaymentMonth struct {
	Month    civil.Month `json:"month"`
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
	// The same as in Cell.
	Note    string       `json:"note,omitempty"`
	Target  *Target      `json:"target,omitempty"`
	Snoozed string       `json:"snoozed,omitempty"`
	Shown   *TargetShown `json:"shown,omitempty"`
}

// HasContent reports whether the document has data about the category in the month.
func (m *CardPaymentMonth) HasContent() bool {
	cell := m.CellOf(0)
	return m.Activity != 0 || m.Balance != 0 || cell.HasContent()
}

// CellOf returns the data as a cell of one of our categories.
func (m *CardPaymentMonth) CellOf(c CategoryNo) Cell {
	return Cell{Category: c, Month: m.Month, Budgeted: m.Budgeted, Note: m.Note, Target: m.Target, Snoozed: m.Snoozed, Shown: m.Shown}
}

// Month contains the data of a month that belongs to no category.
type Month struct {
	Month civil.Month `json:"month"`
	Held  money.Milli `json:"held"` // reserved by Hold for next month, never negative
	Note  string      `json:"note,omitempty"`
	// AgeOfMoney is the source's figure at the time of import, or nil.
	AgeOfMoney *int            `json:"age_of_money,omitempty"`
	Extra      json.RawMessage `json:"extra,omitempty"`
}

// Cell is a category in a month. Activity and balance follow from transactions and earlier months and are not stored
// here.
type Cell struct {
	Category CategoryNo   `json:"category"`
	Month    civil.Month  `json:"month"`
	Budgeted money.Milli  `json:"budgeted"`
	Note     string       `json:"note,omitempty"`
	Target   *Target      `json:"target,omitempty"`  // set if the file has a different target in this month than the category has
	Snoozed  string       `json:"snoozed,omitempty"` // when the target was snoozed for the month, a timestamp
	Shown    *TargetShown `json:"shown,omitempty"`
}

// HasContent reports whether the cell is not empty.
func (c *Cell) HasContent() bool {
	return c.Budgeted != 0 || c.Note != "" || c.Target != nil || c.Snoozed != "" || c.Shown != nil
}

// CellKey identifies a Cell.
type CellKey struct {
	Category CategoryNo
	Month    civil.Month
}

// Key returns the key of the cell.
func (c *Cell) Key() CellKey { return CellKey{c.Category, c.Month} }
