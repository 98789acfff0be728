package tables

import (
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// Read reads transactions with their parts and appends them to rows.
func Read(q *database.Session, no int64, rows []budget.Transaction, query string, args []any) ([]budget.Transaction, error) {
	var split []int
	if err := q.Each(query, args, scanRows(&rows, &split)); err != nil || len(split) == 0 {
		return rows, err
	}
	return rows, attach(q, no, rows, split)
}

// scanRows returns a function that appends a transaction without its parts to rows, and the indexes of split ones to
// split.
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

// AttachParts reads the parts of all rows, by number, in one statement.
func AttachParts(q *database.Session, no int64, rows []budget.Transaction) error {
	all := make([]int, len(rows))
	for i := range rows {
		all[i] = i
	}
	return attach(q, no, rows, all)
}

// attach reads the parts of the split rows in one statement.
func attach(q *database.Session, no int64, rows []budget.Transaction, split []int) error {
	at := make(map[budget.TxNo]int, len(split))
	for _, i := range split {
		at[rows[i].No] = i
	}
	args := []any{no}
	for _, i := range Padded(split, split[len(split)-1]) {
		args = append(args, int64(rows[i].No))
	}
	query := Parts.Select() + " AND tx IN (" + database.Places(2, len(args)-1)[2:] + ") ORDER BY tx, pos"
	return q.Each(query, args, func(r database.Row) error {
		p, err := Parts.Scan(r)
		if err == nil {
			t := &rows[at[p.Tx]]
			t.Parts = append(t.Parts, p.Part)
		}
		return err
	})
}

// Transaction returns a transaction with its parts, or nil.
func Transaction(q *database.Session, no int64, tx budget.TxNo) (*budget.Transaction, error) {
	rows, err := Read(q, no, nil, Transactions.Select()+" AND no = $2", []any{no, int64(tx)})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// At returns the existing transactions with the given numbers, by number.
func At(q *database.Session, no int64, numbers []budget.TxNo) (map[budget.TxNo]*budget.Transaction, error) {
	rows, err := readNumbers(q, no, nil, numbers)
	return iterutil.PtrByKey(rows, func(t *budget.Transaction) budget.TxNo { return t.No }), err
}

// WithNumbers returns the existing transactions with the given numbers, in no order. The list may be long.
func WithNumbers(q *database.Session, no int64, numbers []budget.TxNo) (rows []budget.Transaction, err error) {
	for some := range slices.Chunk(numbers, together) {
		if rows, err = readNumbers(q, no, rows, some); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// IDsOf returns the ids of the existing transactions with the given numbers. The list may be long.
func IDsOf(q *database.Session, no int64, numbers []budget.TxNo) (map[budget.TxNo]string, error) {
	ids := make(map[budget.TxNo]string, len(numbers))
	column, dest := Columns(2)
	for some := range slices.Chunk(numbers, together) {
		from, args := FromNumbers(no, some, "tx t", "t.no")
		if err := q.Each("SELECT t.no, t.id"+from, args, func(r database.Row) error {
			err := r.Scan(dest...)
			ids[budget.TxNo(Integer(column[0]))] = Text(column[1])
			return err
		}); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func readNumbers(q *database.Session, no int64, rows []budget.Transaction, numbers []budget.TxNo) ([]budget.Transaction, error) {
	from, args := FromNumbers(no, numbers, "tx t", "t.no")
	rows = slices.Grow(rows, len(numbers))
	return Read(q, no, rows, "SELECT t."+strings.Join(txColumns, ", t.")+from, args)
}

// ImportedAs returns the transactions with one of the import ids, in no order.
func ImportedAs(q *database.Session, no int64, ids []string) ([]budget.Transaction, error) {
	return withTexts(q, no, q.Besides("t.budget"), "import_id", ids)
}

// WithIDs returns the existing transactions with the given ids, in no order.
func WithIDs(q *database.Session, no int64, ids []string) ([]budget.Transaction, error) {
	return withTexts(q, no, "t.budget = $1", "id", ids)
}

// Matched returns the transactions that were matched here, in no order. The condition on the number makes SQLite use
// their index.
func Matched(q *database.Session, no int64) ([]budget.Transaction, error) {
	return Read(q, no, nil, Transactions.Select()+` AND no > 0 AND more LIKE '%"match":%'`, []any{no})
}

// withTexts returns the transactions of a budget, selected by ours, with one of the values in a column. The list is
// joined for the reason given at FromNumbers.
func withTexts(q *database.Session, no int64, ours, column string, values []string) (rows []budget.Transaction, err error) {
	for some := range slices.Chunk(values, together) {
		w := &where{}
		w.arg(no)
		list := iterutil.Map(Padded(some, some[len(some)-1]), func(value string) string { return "(CAST(" + w.arg(value) + " AS TEXT))" })
		query := "SELECT t." + strings.Join(txColumns, ", t.") + " FROM (WITH f (wanted) AS (VALUES " + strings.Join(list, ", ") +
			") SELECT DISTINCT wanted FROM f) f CROSS JOIN tx t WHERE " + ours + " AND t." + column + " = f.wanted"
		if rows, err = Read(q, no, rows, query, w.args); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// fewAmounts is the maximum number of amounts in a statement's condition. With more amounts, all rows of the days are
// read.
const fewAmounts = 32

// Entered returns the transactions of an account between two days that have one of the amounts and no import id, by
// date.
func Entered(q *database.Session, no int64, account budget.AccountNo, from, until civil.Date, amounts map[money.Milli]bool) ([]budget.Transaction, error) {
	w := &where{}
	query := Transactions.Select() + " AND account = $2 AND date >= $3 AND date <= $4 AND (import_id IS NULL OR import_id = '')"
	w.args = []any{no, int64(account), int64(from), int64(until)}
	if len(amounts) <= fewAmounts {
		in := ""
		for amount := range amounts {
			in += ", " + w.arg(int64(amount))
		}
		query += " AND amount IN (" + in[min(len(in), 2):] + ")"
	}
	rows, err := Read(q, no, nil, query+" ORDER BY date, no", w.args)
	return slices.DeleteFunc(rows, func(t budget.Transaction) bool { return !amounts[t.Amount] }), err
}

// Bulk writes any number of new transactions with their parts in few statements.
type Bulk struct{ rows, parts *database.Bulk }

// NewBulk returns a Bulk for a budget. Call Done at the end.
func NewBulk(q *database.Session, no int64) *Bulk {
	return &Bulk{database.NewBulk(q, no, Transactions.Name, Transactions.Columns), database.NewBulk(q, no, Parts.Name, Parts.Columns)}
}

// Ready contains the column values of a transaction and its parts.
type Ready struct {
	row   []any
	parts [][]any
}

// ReadyOf prepares a transaction for writing. Its cleared state must be valid.
func ReadyOf(t *budget.Transaction) Ready {
	r := Ready{row: txValues(t)}
	for pos := range t.Parts {
		r.parts = append(r.parts, Parts.values(&PartRow{Tx: t.No, Pos: int64(pos), Date: t.Date, Part: t.Parts[pos]}))
	}
	return r
}

// Add writes a transaction.
func (b *Bulk) Add(r Ready) error {
	if err := b.rows.Add(r.row); err != nil {
		return err
	}
	return iterutil.Each(r.parts, b.parts.Add)
}

// Done writes the remaining rows.
func (b *Bulk) Done() error {
	if err := b.rows.Done(); err != nil {
		return err
	}
	return b.parts.Done()
}
