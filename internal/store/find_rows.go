package store

import (
	"slices"
	"strconv"
	"strings"

	"holdover/internal/budget"
	"holdover/internal/finder"
	"holdover/internal/money"
)

// finder is the index of the budget's rows as they stand in the View. Views
// without changes of their own share it.
func (v *View) finder() (x *finder.Index, err error) {
	if v.draft != nil {
		return v.draft()
	}
	if v.index == nil {
		v.index, err = v.store.indexes.get(v.q.Context(), v.no, v.header.Knowledge, v.indexFrom)
		if s := v.store; err == nil && s.warming != nil && v.index.Rows() >= warmRows && s.indexes.behind(v.no) > keptBehind {
			s.keepColumns(v.no, v.header.Knowledge, v.index)
		}
	}
	return v.index, err
}

// find chooses rows by a filter's conditions. A page counts its rows and then
// shows some: what was found last is kept.
func (v *View) find(f Filter) (*finder.Found, error) {
	x, err := v.finder()
	if err != nil {
		return nil, err
	}
	if f = f.Conditions(); v.lastFound == nil || v.lastFilter != f || v.lastFound.Of() != x {
		v.lastFilter, v.lastFound = f, x.Find(f)
	}
	return v.lastFound, nil
}

// found gives the rows that the finder chooses.
func (v *View) found(f Filter, yield func(budget.Transaction, error) bool) {
	found, err := v.find(f)
	if err != nil {
		yield(budget.Transaction{}, err)
		return
	}
	for page := range found.Pages(f, sortedTogether) {
		for some := range slices.Chunk(page, chunk) {
			rows, err := v.at(some)
			if err != nil {
				yield(budget.Transaction{}, err)
				return
			}
			for _, no := range some {
				if !yield(*rows[no], nil) {
					return
				}
			}
		}
	}
}

// sortedTogether is how many rows are sorted at a time: each time costs one way through all that were found, each row some 40 bytes.
const sortedTogether = 1 << 16

// at looks rows up by their numbers.
func (v *View) at(numbers []budget.TxNo) (map[budget.TxNo]*budget.Transaction, error) {
	from, args := fromNumbers(v.no, numbers, "tx t", "t.no")
	rows, err := v.rows(nil, "SELECT t."+strings.Join(txColumns, ", t.")+from, args)
	found := make(map[budget.TxNo]*budget.Transaction, len(rows))
	for i := range rows {
		found[rows[i].No] = &rows[i]
	}
	return found, err
}

// fromNumbers are the rows t of a table that budget $1 has, those with some
// numbers in a column, or (nil) all. The list is joined, not asked for with IN:
// SQLite would read the whole budget for a long one. Few numbers are arguments, in
// few lengths, so that few statements are prepared.
func fromNumbers(no int64, numbers []budget.TxNo, table, column string) (text string, args []any) {
	args = []any{no}
	if numbers == nil {
		return " FROM " + table + " WHERE t.budget = $1", args
	}
	list := ""
	if len(numbers) <= idsTogether {
		for i := range powerOfTwo(len(numbers)) {
			one := budget.TxNo(-1) // no row has it
			if i < len(numbers) {
				one = numbers[i]
			}
			args = append(args, int64(one))
		}
		list = numbered(2, 1, len(args)-1)
	} else {
		texts := make([]string, len(numbers))
		for i, n := range numbers {
			texts[i] = strconv.FormatInt(int64(n), 10)
		}
		list = "(" + strings.Join(texts, "), (") + ")"
	}
	return " FROM (WITH f (no) AS (VALUES " + list + ") SELECT no FROM f) f CROSS JOIN " + table + " WHERE t.budget = $1 AND " + column + " = f.no", args
}

// Count is how many rows the filter chooses and what their amounts sum to,
// whatever its limit.
func (v *View) Count(f Filter) (n int, sum money.Milli, err error) {
	if f = f.Conditions(); f == (Filter{Account: f.Account}) {
		return v.countAll(f.Account)
	}
	found, err := v.find(f)
	if err != nil {
		return 0, 0, err
	}
	return found.Rows, found.Sum, nil
}

// countAll counts the rows of an account or (zero) of all: that is known without
// looking at them.
func (v *View) countAll(account budget.AccountNo) (n int, sum money.Milli, err error) {
	if account != 0 {
		t, err := v.Totals(account)
		return t.Rows, t.Balance(), err
	}
	f, err := v.figures(cleared, uncleared, rowCount)
	for k, s := range f {
		if k.figure == rowCount {
			n += int(s.total())
		} else {
			sum += milli(s.total())
		}
	}
	return n, sum, err
}

// PayeeUse is what a payee is used for.
type PayeeUse = finder.PayeeUse

// PayeeUses are the payees that rows or parts name.
func (v *View) PayeeUses() (map[budget.PayeeNo]PayeeUse, error) {
	x, err := v.finder()
	if err != nil {
		return nil, err
	}
	return x.PayeeUses(), nil
}
