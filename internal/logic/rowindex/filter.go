package rowindex

import (
	"cmp"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Filter selects rows; empty fields select all. A split also matches by category, payee and text of its parts.
//
// With Any, one of the conditions on what a row is suffices: category, payee, flag, cleared state, amount, a missing
// category or approval, and those of Multi. The others must hold in any case: accounts, dates, text, side.
type Filter struct {
	Account       budget.AccountNo
	Category      budget.CategoryNo
	Payee         budget.PayeeNo
	From, Until   civil.Date // both included
	Text          string     // in memo, payee, category, or an amount
	Flag          string     // a colour
	Cleared       budget.Cleared
	Min, Max      *money.Milli // both included, of the whole row
	Uncategorised bool         // rows on budget accounts with a line that lacks a category, transfers between budget accounts apart
	Spent         bool         // rows with a line outside the income categories: on a card, those that its envelope counts
	Counts        Side         // rows with a line on this side of income and expenses, with the filter's category and payee
	Unapproved    bool
	OffCards      bool         // rows of accounts that are not card envelopes, on which nothing is income
	OnBudget      bool         // rows of budget accounts only: those that count as activity
	Multi         *MultiFilter // further conditions; nil for none
	Any           bool         // one condition suffices

	Sort       Sort     // by date by default
	Descending bool     // newest or largest first
	After      Position // by date: continue after this row
	Offset     int      // the number of rows to skip
	Limit      int      // 0 is all
}

// Side is a side of income and expenses.
type Side string

// The sides: expenses of the budget's accounts including refunds, and income to be budgeted. Transfers between two
// accounts on budget are on neither side, and income on a card envelope is not income: it lowers the debt of the
// card.
const (
	Spending Side = "spending"
	Income   Side = "income"
)

// Within limits the filter to one month.
func (f Filter) Within(m civil.Month) Filter {
	f.From, f.Until = max(f.From, m.First()), m.Last()
	return f
}

// Conditions returns the filter without order and page.
func (f Filter) Conditions() Filter {
	f.Sort, f.Descending, f.After, f.Offset, f.Limit = ByDate, false, Position{}, 0, 0
	return f
}

// Position is a row's place in the order of registers: by date, then number.
type Position struct {
	Date civil.Date
	No   budget.TxNo
}

// PositionOf returns a row's position.
func PositionOf(t *budget.Transaction) Position { return Position{t.Date, t.No} }

func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Date, q.Date), cmp.Compare(p.No, q.No))
}

func (p Position) less(q Position) bool { return p.compare(q) < 0 }

// Sort is the key by which rows are sorted. Rows with equal keys are in order of their dates.
type Sort int

// The orders. Names are compared without case; empty ones sort first.
const (
	ByDate Sort = iota
	ByAmount
	ByPayee
	ByCategory // split rows have no category
	ByAccount
	ByMemo
	ByCleared
	ByFlag
)
