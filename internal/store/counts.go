package store

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/finder"
	"holdover/internal/money"
	"holdover/internal/store/figures"
)

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
	f, err := v.figures(figures.Cleared, figures.Uncleared, figures.RowCount)
	for k, s := range f {
		if k.Kind != figures.RowCount {
			sum += money.Milli(s.Total())
		}
	}
	return f.Rows(), sum, err
}

// ClearedUntil is what the rows of an account that the bank has sum to at the end of a day, and how many of them are of later days.
func (v *View) ClearedUntil(account budget.AccountNo, day cal.Date) (sum money.Milli, later int, err error) {
	all, err := v.Totals(account)
	if err != nil {
		return 0, 0, err
	}
	has := finder.Values[budget.Cleared]{Of: []budget.Cleared{budget.Uncleared}, Not: true}
	later, beyond, err := v.Count(Filter{Account: account, From: day.AddDays(1), Among: &finder.Among{Cleared: has}})
	return all.Cleared - beyond, later, err
}

// Lines are the budget's rows in columns, for what sums them. They may be shared: they do not change.
func (v *View) Lines() (*finder.Index, error) { return v.finder() }

// Balances are what accounts held at the end of each of some months. An account that had no rows until then is left out.
func (v *View) Balances(from, until cal.Month) (map[budget.AccountNo][]money.Milli, error) {
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

// Budgeted is what is budgeted, by category and month, without what is zero.
func (v *View) Budgeted() (map[budget.CellKey]money.Milli, error) {
	f, err := v.figures(figures.Budgeted)
	all := map[budget.CellKey]money.Milli{}
	for k, s := range f {
		for m, amount := range s.Months {
			all[budget.CellKey{Category: budget.CategoryNo(k.No), Month: m}] = money.Milli(amount)
		}
	}
	return all, err
}

// SumOfLines is what the lines that the filter means have of the rows that it
// chooses, whatever its limit: of a split row the parts in its category alone.
// Over the accounts on budget and a month it is the category's activity.
func (v *View) SumOfLines(f Filter) (money.Milli, error) {
	found, err := v.find(f)
	if err != nil {
		return 0, err
	}
	return found.SumOf(f), nil
}

// toDo is how many rows of a budget wait for somebody: every page says it, also where
// nothing else is wanted of the rows.
type toDo struct{ uncategorised, unapproved int }

// Waiting is how many rows have a line that lacks a category, and how many are not
// approved.
func (v *View) Waiting() (uncategorised, unapproved int, err error) {
	if v.written != nil { // what a Writer sees may never come to be
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

func (v *View) countToDo() (n toDo, err error) {
	lines, err := v.finder()
	if err == nil {
		n.uncategorised, n.unapproved = lines.Waiting()
	}
	return n, err
}
