package index

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
)

// Add adds the rows with some numbers, or all if numbers is nil, to a builder. It reads only the columns that the
// index uses: for a million rows, each column costs a tenth of a second.
func Add(q *database.Session, no int64, numbers []budget.TxNo, to *rowindex.Builder) error {
	return Each(q, no, numbers, to.Add)
}

// Each reads the same rows in rowindex's form.
func Each(q *database.Session, no int64, numbers []budget.TxNo, give func(*rowindex.Row) error) error {
	parts := map[budget.TxNo][]rowindex.Line{}
	if err := partLines(q, no, numbers, parts); err != nil {
		return err
	}
	from, args := tables.FromNumbers(no, numbers, "tx t", "t.no")
	query := "SELECT t.no, t.account, t.date, t.amount, t.payee, t.category, t.memo, t.flag," +
		" t.transfer_account * 16 + t.cleared + CASE WHEN t.approved THEN 4 ELSE 0 END + CASE WHEN t.source_id = '' THEN 8 ELSE 0 END," +
		" CASE WHEN t.import_id IS NOT NULL THEN t.more END" + from
	column, dest := tables.Columns(10)
	return q.Each(query, args, func(r database.Row) error {
		if err := r.Scan(dest...); err != nil {
			return err
		}
		state := tables.Integer(column[8])
		if state&3 >= int64(len(tables.ClearedCodes)) {
			return apperr.New(apperr.Internal, "a row is in a cleared state that does not exist")
		}
		row := rowindex.Row{
			No: budget.TxNo(tables.Integer(column[0])), Account: budget.AccountNo(tables.Integer(column[1])), Date: civil.Date(tables.Integer(column[2])),
			Cleared: tables.ClearedCodes[state&3], Approved: state&4 != 0, Entered: state&8 != 0, Flag: tables.Text(column[7]),
			Line: lineOf(column[3:7], state>>4),
		}
		row.Parts = parts[row.No]
		var err error
		if row.Bank, err = tables.BankText(column[9]); err != nil {
			return err
		}
		return give(&row)
	})
}

// partLines requests the parts of rows ahead, by the rows' numbers.
func partLines(q *database.Session, no int64, numbers []budget.TxNo, parts map[budget.TxNo][]rowindex.Line) error {
	from, args := tables.FromNumbers(no, numbers, "part t", "t.tx")
	query := "SELECT t.tx, t.amount, t.payee, t.category, t.memo, t.transfer_account, t.no" + from + " ORDER BY t.tx, t.pos"
	column, dest := tables.Columns(7)
	return q.EachAhead(query, args, func(r database.Row) error {
		err := r.Scan(dest...)
		tx := budget.TxNo(tables.Integer(column[0]))
		line := lineOf(column[1:5], tables.Integer(column[5]))
		line.Part = budget.PartNo(tables.Integer(column[6]))
		parts[tx] = append(parts[tx], line)
		return err
	})
}

// lineOf decodes amount, payee, category and memo, and the account on the other side.
func lineOf(c []any, other int64) rowindex.Line {
	return rowindex.Line{
		Amount: money.Milli(tables.Integer(c[0])), Payee: budget.PayeeNo(tables.Integer(c[1])), Category: budget.CategoryNo(tables.Integer(c[2])),
		Memo: tables.Text(c[3]), Other: budget.AccountNo(other),
	}
}
