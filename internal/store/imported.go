package store

import (
	"slices"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// idsTogether is how many values one statement looks for.
const idsTogether = 256

// ImportedAs are the rows that have one of the import ids, of all accounts.
func (v *View) ImportedAs(ids []string) ([]budget.Transaction, error) {
	return rowsIn(v, "+t.budget", "import_id", ids)
}

// TransactionsByID are the rows with the ids that are there, in no order.
func (v *View) TransactionsByID(ids []string) ([]budget.Transaction, error) {
	return rowsIn(v, "t.budget", "id", ids)
}

// TransactionsByNo are the rows with the numbers that are there, in no order.
func (v *View) TransactionsByNo(numbers []budget.TxNo) (rows []budget.Transaction, err error) {
	for some := range slices.Chunk(numbers, idsTogether) {
		from, args := fromNumbers(v.no, some, "tx t", "t.no")
		if rows, err = v.moreRows(rows, "SELECT t."+strings.Join(txColumns, ", t.")+from, args); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// rowsIn are the rows that have one of some texts in a column. The list is
// joined, for the reason that fromNumbers gives; a plus keeps SQLite from going by
// the budget.
func rowsIn(v *View, budget, column string, values []string) (rows []budget.Transaction, err error) {
	for some := range slices.Chunk(values, idsTogether) {
		w := &where{}
		w.arg(v.no)
		list := make([]string, powerOfTwo(len(some))) // few lengths, so that few statements are prepared
		for i := range list {
			list[i] = "(CAST(" + w.arg(some[min(i, len(some)-1)]) + " AS TEXT))"
		}
		query := "SELECT t." + strings.Join(txColumns, ", t.") + " FROM (WITH f (wanted) AS (VALUES " + strings.Join(list, ", ") +
			") SELECT DISTINCT wanted FROM f) f CROSS JOIN tx t WHERE " + budget + " = $1 AND t." + column + " = f.wanted"
		if rows, err = v.moreRows(rows, query, w.args); err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// moreRows reads rows behind those that were read before.
func (v *View) moreRows(before []budget.Transaction, query string, args []any) ([]budget.Transaction, error) {
	rows, err := v.rows(nil, query, args)
	return append(before, rows...), err
}

// fewAmounts is how many amounts a statement is given to choose rows by; with
// more of them every row of the days is read.
const fewAmounts = 32

// EnteredRows are the rows of an account within some days that have one of the
// amounts and no import id: those that a person entered and no bank has
// confirmed.
func (v *View) EnteredRows(account budget.AccountNo, from, until cal.Date, amounts map[money.Milli]bool) ([]budget.Transaction, error) {
	w := &where{}
	query := transactions.selectText() + " AND account = $2 AND date >= $3 AND date <= $4 AND (import_id IS NULL OR import_id = '')"
	w.args = []any{v.no, int64(account), int64(from), int64(until)}
	if len(amounts) <= fewAmounts {
		in := ""
		for amount := range amounts {
			in += ", " + w.arg(int64(amount))
		}
		query += " AND amount IN (" + in[min(len(in), 2):] + ")"
	}
	rows, err := v.rows(nil, query+" ORDER BY date, no", w.args)
	return slices.DeleteFunc(rows, func(t budget.Transaction) bool { return !amounts[t.Amount] }), err
}
