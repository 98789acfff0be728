// Package budget defines the records of a budget as plain data.
//
// A [Whole] is one budget with the records that plan documents have. Records refer to each other by numbers that are
// unique within one budget and kind (AccountNo, CategoryNo, …); zero is "none".
//
// Programs refer to a record by its text ID. An imported record has the id of the source as its ID, so that programs
// that used the source also work with Holdover. If another record of the budget has that ID already, the imported record
// gets a new one. SourceID recognises the record in a newer document of the plan: it is the source's id, or an id that
// every import derives for a record without one. It is empty for a record created here.
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

// The numbers of records, each unique within one budget and kind. Zero is none.
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

// Whole is a budget with the records that plan documents have. It lacks the records of Holdover only: [SavedReport],
// [SavedView], [Receipt] and [Dismissed]. An import produces a Whole, and a small budget can be exported from one.
type Whole struct {
	Info          Info
	Accounts      []Account
	AccountGroups []AccountGroup // in display order
	Groups        []Group
	Categories    []Category
	Payees        []Payee
	Locations     []Location
	Transactions  []Transaction // any order; see EachTransaction
	Scheduled     []Scheduled
	Rules         []Rule // in order of priority
	Tags          []Tag
	Cells         []Cell // only those that are not empty
	Months        []Month
	Rollovers     []Rollover
	// Staged, if not nil, contains all transactions of an import. Transactions is then empty: they would not fit in
	// memory.
	Staged Rows
}

// Rows are transactions stored outside of a Whole, such as in a temporary file.
type Rows interface {
	Count() int
	// All iterates over the transactions. Each transaction may overwrite the previous one.
	All() iter.Seq[*Transaction]
}

// EachTransaction iterates over the transactions in memory or in Staged. Each transaction may overwrite the previous one,
// so a caller that keeps one copies it.
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
	// UnusedCards contains the card payment categories of a budget that handled cards as envelopes before and no longer
	// does. They are restored if it does so again.
	UnusedCards *UnusedCards `json:"cards_left,omitempty"`
	// Document is the number of the stored document that verification compares with: the newest one whose data is in
	// the budget. It is 0 if there is no such document.
	Document int64 `json:"document,omitempty"`
	// ArchivedBefore is the first day that is not archived, or 0. The newest Archive has the same.
	ArchivedBefore civil.Date `json:"archived_before,omitempty"`
	// ExpectedIncome is the income that the user expects in a month, to compare the targets with; 0 for none.
	ExpectedIncome money.Milli `json:"expected_income,omitempty"`
}

// IsCardPayment reports whether a category is a card payment category, even if its card is unknown.
func IsCardPayment(groups []Group, c *Category) bool {
	return slices.ContainsFunc(groups, func(g Group) bool { return g.Cards && g.No == c.Group })
}

// CardPayment contains the source's data of a credit card payment category. It is stored for verification, clean-up and
// export, whether the budget has a category for it (with card envelopes) or not.
type CardPayment struct {
	SourceID string             `json:"source_id"`
	Name     string             `json:"name"`
	Account  AccountNo          `json:"account,omitempty"` // the card it pays, if known
	Months   []CardPaymentMonth `json:"months,omitempty"`  // oldest first, without empty ones
	// Gone reports whether its category in the budget was deleted together with the card.
	Gone bool `json:"gone,omitempty"`
	// The fields below are copied to a category that is created from it.
	Group  string  `json:"group,omitempty"` // the id of its group
	Hidden bool    `json:"hidden,omitempty"`
	Note   string  `json:"note,omitempty"`
	Target *Target `json:"target,omitempty"`
}

// UnusedCards contains the card payment categories of a budget whose cards are ordinary accounts at present.
type UnusedCards struct {
	Group      Group      `json:"group"`
	Categories []Category `json:"categories"`
	// Cells contains the cells that differ from CardPayments. Budgeted in them is the difference to the amount there.
	Cells []Cell `json:"cells,omitempty"`
}

// CardPaymentMonth contains the source's figures of a card payment category in one month.
type CardPaymentMonth struct {
	Month    civil.Month `json:"month"`
	Budgeted money.Milli `json:"budgeted"`
	Activity money.Milli `json:"activity"`
	Balance  money.Milli `json:"balance"`
	// The fields below are those of Cell.
	Note    string       `json:"note,omitempty"`
	Target  *Target      `json:"target,omitempty"`
	Snoozed string       `json:"snoozed,omitempty"`
	Shown   *TargetShown `json:"shown,omitempty"`
}

// HasContent reports whether any field but the month is set.
func (m *CardPaymentMonth) HasContent() bool {
	cell := m.CellOf(0)
	return m.Activity != 0 || m.Balance != 0 || cell.HasContent()
}

// CellOf returns the month as a cell of a category of the budget, without activity and balance.
func (m *CardPaymentMonth) CellOf(c CategoryNo) Cell {
	return Cell{Category: c, Month: m.Month, Budgeted: m.Budgeted, Note: m.Note, Target: m.Target, Snoozed: m.Snoozed, Shown: m.Shown}
}

// Month contains the data of a month that is not about one category.
type Month struct {
	Month civil.Month `json:"month"`
	Held  money.Milli `json:"held"` // the amount that Hold keeps for the next month, never negative
	Note  string      `json:"note,omitempty"`
	// AgeOfMoney is the source's figure at the time of import, or nil.
	AgeOfMoney *int            `json:"age_of_money,omitempty"`
	Extra      json.RawMessage `json:"extra,omitempty"`
}

// Cell contains the stored data of a category in a month. It lacks activity and balance, which are computed from
// transactions and earlier months.
type Cell struct {
	Category CategoryNo   `json:"category"`
	Month    civil.Month  `json:"month"`
	Budgeted money.Milli  `json:"budgeted"`
	Note     string       `json:"note,omitempty"`
	Target   *Target      `json:"target,omitempty"`  // the source's target in this month, if it differs from the category's
	Snoozed  string       `json:"snoozed,omitempty"` // when the target was snoozed for the month, as a timestamp; empty if it was not
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
