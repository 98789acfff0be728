package store

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store/figures"
)

// Count returns the number of rows that the filter selects and the sum of their amounts. It ignores the filter's
// limit.
func (v *ReadTx) Count(f Filter) (n int, sum money.Milli, err error) {
	if f = f.Conditions(); f == (Filter{Account: f.Account}) {
		return v.countAll(f.Account)
	}
	found, err := v.find(f)
	if err != nil {
		return 0, 0, err
	}
	return found.Rows, found.Sum, nil
}

// countAll counts the rows of an account, or all rows if account is 0. It uses the stored figures and reads no rows.
func (v *ReadTx) countAll(account budget.AccountNo) (n int, sum money.Milli, err error) {
	if account != 0 {
		t, err := v.Totals(account)
		return t.Rows, t.Balance(), err
	}
	f, err := v.figures(figures.Cleared, figures.Uncleared, figures.RowCount)
	for k, s := range f {
		if k.Kind != figures.RowCount {
			sum += money.Milli(s.Total())
		}
	}
	return f.Rows(), sum, err
}

// ClearedUntil returns the sum of an account's cleared and reconciled rows up to the end of a day, and the number of
// later ones.
func (v *ReadTx) ClearedUntil(account budget.AccountNo, day civil.Date) (sum money.Milli, later int, err error) {
	all, err := v.Totals(account)
	if err != nil {
		return 0, 0, err
	}
	has := rowindex.Values[budget.Cleared]{Of: []budget.Cleared{budget.Uncleared}, Not: true}
	later, beyond, err := v.Count(Filter{Account: account, From: day.AddDays(1), Multi: &rowindex.MultiFilter{Cleared: has}})
	return all.Cleared - beyond, later, err
}

// Lines returns the index of the budget's rows, for sums over its columns. It may be shared and is immutable.
func (v *ReadTx) Lines() (*rowindex.Index, error) { return v.rowIndex() }

// Balances returns the balances of accounts at the end of each month in a range. An account without rows is left out.
func (v *ReadTx) Balances(from, until civil.Month) (map[budget.AccountNo][]money.Milli, error) {
	f, err := v.figures(figures.Cleared, figures.Uncleared)
	if err != nil {
		return nil, err
	}
	held := map[budget.AccountNo][]money.Milli{}
	for k, s := range f {
		at := held[budget.AccountNo(k.No)]
		if at == nil {
			at = make([]money.Milli, max(0, int(until-from)+1))
			held[budget.AccountNo(k.No)] = at
		}
		s.Balances(from, at)
	}
	return held, nil
}

// Budgeted returns the budgeted amounts that are not zero, by category and month.
func (v *ReadTx) Budgeted() (map[budget.CellKey]money.Milli, error) {
	f, err := v.figures(figures.Budgeted)
	all := map[budget.CellKey]money.Milli{}
	for k, s := range f {
		for m, amount := range s.Months {
			all[budget.CellKey{Category: budget.CategoryNo(k.No), Month: m}] = money.Milli(amount)
		}
	}
	return all, err
}

// SumOfLines returns the sum of the lines that match the filter. It ignores the filter's limit. Of a split row it
// adds only the parts in the filter's category. For the accounts on budget and a month, it is the category's
// activity.
func (v *ReadTx) SumOfLines(f Filter) (money.Milli, error) {
	found, err := v.find(f)
	if err != nil {
		return 0, err
	}
	return found.SumOf(f), nil
}

// toDo contains the numbers of a budget's rows that need attention. Every page shows them, even if it needs nothing
// else of the rows.
type toDo struct{ uncategorised, unapproved int }

// Waiting returns the number of rows with a line without a category, and the number of rows that are not approved.
func (v *ReadTx) Waiting() (uncategorised, unapproved int, err error) {
	if v.written != nil { // a WriteTx's changes may be rolled back: they are not cached
		n, err := v.countToDo()
		return n.uncategorised, n.unapproved, err
	}
	at := v.committed()
	n, of, found := latest[toDo](v.store, v.no, cachedToDo, at)
	if found && of < at {
		since, known, err := v.touchedAfter(of)
		if err != nil {
			return 0, 0, err
		}
		found = known && !slices.Contains(since.Kinds, KindTransaction) && !slices.Contains(since.Kinds, KindAccount)
	}
	if !found {
		if n, err = v.countToDo(); err != nil {
			return 0, 0, err
		}
	}
	if !found || of < at {
		v.store.putLatest(v.no, cachedToDo, at, n, 0)
	}
	return n.uncategorised, n.unapproved, nil
}

func (v *ReadTx) countToDo() (n toDo, err error) {
	lines, err := v.rowIndex()
	if err == nil {
		n.uncategorised, n.unapproved = lines.Waiting()
	}
	return n, err
}
