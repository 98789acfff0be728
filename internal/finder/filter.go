package finder

import (
	"cmp"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Filter chooses rows; what is left empty chooses all. A split row is chosen by
// category, payee and text also through its parts.
type Filter struct {
	Account       budget.AccountNo
	Category      budget.CategoryNo
	Payee         budget.PayeeNo
	From, Until   cal.Date // both included
	Text          string   // in memo, payee, category, or an amount
	Flag          string   // a colour
	Cleared       budget.Cleared
	Min, Max      *money.Milli // both included, of the whole row
	Uncategorised bool         // rows on budget accounts with a line that lacks a category, transfers between budget accounts apart
	Spent         bool         // rows with a line that is not in an income category: on a card, those that its envelope counts
	Counts        Side         // rows with a line that counts on a side of income and expenses, with the category and payee that are asked for
	Unapproved    bool
	OffCards      bool   // rows of accounts that are no cards kept as envelopes: on those nothing is income
	OnBudget      bool   // rows of budget accounts alone: those that count as activity
	Among         *Among // what it asks beyond that; nil for nothing

	Sort       Sort     // what the rows are in order of; by date as long as nothing else is said
	Descending bool     // the other way round: newest, largest first
	After      Position // by date: go on after this row
	Offset     int      // leave out so many rows
	Limit      int      // 0 is all
}

// Side is a side of income and expenses.
type Side string

// The sides: what a budget's accounts spend, refunds included, and what comes in to be budgeted. Lines that move money between
// two accounts on budget are on neither, and nothing that is income on a card kept as an envelope is: it lowers what the card owes.
const (
	Spending Side = "spending"
	Income   Side = "income"
)

// Within limits the filter to one month.
func (f Filter) Within(m cal.Month) Filter {
	f.From, f.Until = max(f.From, m.First()), m.Last()
	return f
}

// Conditions is the filter without order and page: what rows it chooses.
func (f Filter) Conditions() Filter {
	f.Sort, f.Descending, f.After, f.Offset, f.Limit = ByDate, false, Position{}, 0, 0
	return f
}

// Position is a row's place in the order of registers: by date, then number.
type Position struct {
	Date cal.Date
	No   budget.TxNo
}

// PositionOf is a row's place.
func PositionOf(t *budget.Transaction) Position { return Position{t.Date, t.No} }

func (p Position) less(q Position) bool {
	return cmp.Or(cmp.Compare(p.Date, q.Date), cmp.Compare(p.No, q.No)) < 0
}

// Sort is what rows are in order of. Rows that are alike in it stay in the order
// of their dates.
type Sort int

// The orders. Names are compared without regard to case; what has none comes
// first.
const (
	ByDate Sort = iota
	ByAmount
	ByPayee
	ByCategory // split rows have none of their own
	ByAccount
	ByMemo
	ByCleared
	ByFlag
)
