package store

import (
	"database/sql"
	"iter"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
)

// A Filter selects transactions, their order and the page. See package rowindex.
type (
	Filter   = rowindex.Filter
	Position = rowindex.Position
	Sort     = rowindex.Sort
)

// The orders of rows.
const (
	ByDate     = rowindex.ByDate
	ByAmount   = rowindex.ByAmount
	ByPayee    = rowindex.ByPayee
	ByCategory = rowindex.ByCategory
	ByAccount  = rowindex.ByAccount
	ByMemo     = rowindex.ByMemo
	ByCleared  = rowindex.ByCleared
	ByFlag     = rowindex.ByFlag
)

// PositionOf returns a row's position in the order by date.
var PositionOf = rowindex.PositionOf

// Transactions returns the rows that the filter selects, with their parts, in its order. They are read in chunks:
// memory use is constant, and the ReadTx may run other queries in between.
func (v *ReadTx) Transactions(f Filter) iter.Seq2[budget.Transaction, error] {
	return func(yield func(budget.Transaction, error) bool) {
		if tables.InOrder(&f) {
			v.stream(&f, yield)
			return
		}
		v.found(f, yield)
	}
}

// The number of rows in the first chunk of a stream, and the maximum to which it doubles. Each chunk is a separate
// statement.
const (
	chunk    = 512
	maxChunk = 4096
)

func (v *ReadTx) stream(f *Filter, yield func(budget.Transaction, error) bool) {
	var rows []budget.Transaction // reused for each chunk
	given, size := 0, chunk
	if f.Limit > 0 {
		rows = make([]budget.Transaction, 0, min(size, max(f.Limit, 32)))
	}
	for after := f.After; ; size = min(2*size, maxChunk) {
		if f.Limit > 0 {
			size = min(size, max(f.Limit-given, 32))
		}
		query, args := tables.Chunk(f, v.no, after, size)
		var err error
		if rows, err = tables.Read(v.q, v.no, rows[:0], query, args); err != nil {
			yield(budget.Transaction{}, err)
			return
		}
		for i := range rows {
			given++
			if !yield(rows[i], nil) || given == f.Limit {
				return
			}
		}
		if len(rows) < size {
			return
		}
		last := &rows[len(rows)-1]
		after = PositionOf(last)
	}
}

// AttachParts reads the parts of split rows that are known by number, in one
// statement.
func (v *ReadTx) AttachParts(rows []budget.Transaction) error {
	return tables.AttachParts(v.q, v.no, rows)
}

// Transaction returns one transaction with its parts.
func (v *ReadTx) Transaction(no budget.TxNo) (budget.Transaction, error) {
	t, err := tables.Transaction(v.q, v.no, no)
	return needed(t, err, "transaction")
}

// ImportedAs returns the rows with one of the import ids, of all accounts.
func (v *ReadTx) ImportedAs(ids []string) ([]budget.Transaction, error) {
	return tables.ImportedAs(v.q, v.no, ids)
}

// TransactionsByID returns the existing rows with the given ids, in no order.
func (v *ReadTx) TransactionsByID(ids []string) ([]budget.Transaction, error) {
	return tables.WithIDs(v.q, v.no, ids)
}

// TransactionsByNo returns the existing rows with the given numbers, in no order.
func (v *ReadTx) TransactionsByNo(numbers []budget.TxNo) ([]budget.Transaction, error) {
	return tables.WithNumbers(v.q, v.no, numbers)
}

// TransactionIDs returns the ids of the existing rows with the given numbers.
func (v *ReadTx) TransactionIDs(numbers []budget.TxNo) (map[budget.TxNo]string, error) {
	return tables.IDsOf(v.q, v.no, numbers)
}

// EnteredRows returns the rows of an account between two days that have one of the amounts and no import id: those
// that a user entered and no bank has confirmed.
func (v *ReadTx) EnteredRows(account budget.AccountNo, from, until civil.Date, amounts map[money.Milli]bool) ([]budget.Transaction, error) {
	return tables.Entered(v.q, v.no, account, from, until, amounts)
}

// BalanceThrough returns an account's balance after the row at a position, including that row. The running balance of
// a register's page starts there. It reads no rows of earlier months.
func (v *ReadTx) BalanceThrough(account budget.AccountNo, at Position) (money.Milli, error) {
	f, err := v.figures(figures.Cleared, figures.Uncleared)
	if err != nil {
		return 0, err
	}
	var balance int64
	for _, state := range []figures.Kind{figures.Cleared, figures.Uncleared} {
		if s := f[state.Of(int64(account))]; s != nil {
			balance += s.Through(at.Date.Month().Add(-1))
		}
	}
	var inMonth sql.NullInt64
	_, err = v.q.One(`SELECT CAST(sum(amount) AS BIGINT) FROM tx WHERE budget = $1 AND account = $2 AND date >= $3 AND (date, no) <= ($4, $5)`,
		[]any{v.no, int64(account), int64(at.Date.Month().First()), int64(at.Date), int64(at.No)}, &inMonth)
	return money.Milli(balance + inMonth.Int64), err
}
