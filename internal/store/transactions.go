package store

import (
	"database/sql"
	"iter"
	"strconv"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/database"
	"holdover/internal/money"
)

// Transactions are the rows that the filter chooses, with their parts, in its
// order. They are read in chunks: memory stays the same however many there are,
// and other reads of the View may go on in between.
func (v *View) Transactions(f Filter) iter.Seq2[budget.Transaction, error] {
	return func(yield func(budget.Transaction, error) bool) {
		if inOrder(&f) {
			v.stream(&f, yield)
			return
		}
		v.found(f, yield)
	}
}

// A stream reads so many rows at first, and then more and more: each chunk is a
// statement of its own.
const (
	chunk    = 512
	maxChunk = 4096
)

func (v *View) stream(f *Filter, yield func(budget.Transaction, error) bool) {
	var rows []budget.Transaction // used again for each chunk
	given, size := 0, chunk
	for after := f.After; ; size = min(2*size, maxChunk) {
		if f.Limit > 0 {
			size = min(size, max(f.Limit-given, 32))
		}
		query, args := chunkQuery(f, v.no, after, size)
		var err error
		if rows, err = v.rows(rows[:0], query, args); err != nil {
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

// rows reads transactions with their parts, behind those given.
func (v *View) rows(rows []budget.Transaction, query string, args []any) ([]budget.Transaction, error) {
	var split []int
	if err := v.q.Each(query, args, scanRows(&rows, &split)); err != nil || len(split) == 0 {
		return rows, err
	}
	return rows, v.attach(rows, split)
}

// scanRows reads transactions without their parts, and which of them have some.
func scanRows(rows *[]budget.Transaction, split *[]int) func(database.Row) error {
	scanner := newTxScanner()
	return func(r database.Row) error {
		t, isSplit, err := scanner.scan(r)
		if isSplit {
			*split = append(*split, len(*rows))
		}
		*rows = append(*rows, t)
		return err
	}
}

// AttachParts reads the parts of split rows that are known by number, in one
// statement.
func (v *View) AttachParts(rows []budget.Transaction) error {
	all := make([]int, len(rows))
	for i := range rows {
		all[i] = i
	}
	return v.attach(rows, all)
}

// attach gives the split rows their parts, in one statement.
func (v *View) attach(rows []budget.Transaction, split []int) error {
	at := make(map[budget.TxNo]int, len(split))
	for _, i := range split {
		at[rows[i].No] = i
	}
	args := []any{v.no}
	var in strings.Builder
	for n := range powerOfTwo(len(split)) { // few lengths, so that few statements are prepared
		in.WriteString(", $" + strconv.Itoa(n+2))
		args = append(args, int64(rows[split[min(n, len(split)-1)]].No))
	}
	query := parts.selectText() + " AND tx IN (" + in.String()[2:] + ") ORDER BY tx, pos"
	return v.q.Each(query, args, func(r database.Row) error {
		p, err := parts.scan(r)
		if err == nil {
			t := &rows[at[p.tx]]
			t.Parts = append(t.Parts, p.Part)
		}
		return err
	})
}

// powerOfTwo is the next one from n on.
func powerOfTwo(n int) int {
	size := 1
	for size < n {
		size *= 2
	}
	return size
}

// Transaction is one transaction with its parts.
func (v *View) Transaction(no budget.TxNo) (budget.Transaction, error) {
	t, err := v.transaction(no)
	if err != nil || t == nil {
		return budget.Transaction{}, database.Missing(err, "transaction")
	}
	return *t, nil
}

func (v *View) transaction(no budget.TxNo) (*budget.Transaction, error) {
	rows, err := v.rows(nil, transactions.selectText()+" AND no = $2", []any{v.no, int64(no)})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// BalanceThrough is an account's balance after the row at a position, that row
// included: where the running balance of a register's page begins. It reads no
// row of earlier months.
func (v *View) BalanceThrough(account budget.AccountNo, at Position) (money.Milli, error) {
	f, err := v.figures(cleared, uncleared)
	if err != nil {
		return 0, err
	}
	var balance int64
	for _, state := range []figure{cleared, uncleared} {
		if s := f[seriesKey{state, int64(account)}]; s != nil {
			balance += s.through(at.Date.Month().Add(-1))
		}
	}
	var inMonth sql.NullInt64
	_, err = v.q.One(`SELECT CAST(sum(amount) AS BIGINT) FROM tx WHERE budget = $1 AND account = $2 AND date >= $3 AND (date, no) <= ($4, $5)`,
		[]any{v.no, int64(account), int64(at.Date.Month().First()), int64(at.Date), int64(at.No)}, &inMonth)
	return money.Milli(balance + inMonth.Int64), err
}
