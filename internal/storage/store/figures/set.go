package figures

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// Set contains the derived figures of one budget, or amounts to add to them.
type Set map[Key]*Series

// Add adds an amount to a month.
func (f Set) Add(k Key, m civil.Month, amount int64) {
	if amount == 0 {
		return
	}
	s := f[k]
	if s == nil {
		s = &Series{}
		f[k] = s
	}
	s.add(m, amount)
}

// AddTransaction adds a row to the figures. A sign of -1 subtracts it.
func (f Set) AddTransaction(t *budget.Transaction, in Counted, sign int64) {
	m, state := t.Date.Month(), Cleared
	if t.Cleared == budget.Uncleared {
		state = Uncleared
	}
	f.Add(state.Of(int64(t.Account)), m, sign*int64(t.Amount))
	f.Add(RowCount.Of(int64(t.Account)), m, sign)
	if !in.OnBudget(t.Account) {
		return
	}
	f.AddActivity(t, in, sign)
	if in.IsCard(t.Account) {
		f.AddCharges(t, in, sign)
	}
}

// AddActivity adds the lines of a row on budget. A sign of -1 subtracts them.
func (f Set) AddActivity(t *budget.Transaction, in Counted, sign int64) {
	for line := range t.Lines {
		key := Activity.Of(int64(line.Category))
		if line.Transfer.TwoDates && in.IsPayment(line) {
			key = OnTheWay.Of(0)
		}
		f.Add(key, t.Date.Month(), sign*int64(line.Amount))
	}
}

// AddCharges adds a row on a card. A sign of -1 subtracts it.
func (f Set) AddCharges(t *budget.Transaction, in Counted, sign int64) {
	m := t.Date.Month()
	for line := range t.Lines {
		if in.IsPayment(line) {
			f.Add(Paid.Of(int64(t.Account)), m, sign*int64(line.Amount))
			continue
		}
		f.Add(Charged.OfPair(t.Account, line.Category), m, sign*int64(line.Amount))
		f.Add(Refunded.OfPair(t.Account, line.Category), m, sign*int64(max(0, line.Amount)))
	}
}

// AddCell adds a cell's budgeted amount. A sign of -1 subtracts it.
func (f Set) AddCell(c *budget.Cell, sign int64) {
	f.Add(Budgeted.Of(int64(c.Category)), c.Month, sign*int64(c.Budgeted))
}

// OfCells returns the figures of a budget without its rows.
func OfCells(cells []budget.Cell) Set {
	f := Set{}
	for i := range cells {
		f.AddCell(&cells[i], 1)
	}
	return f
}

// Size returns the number of values.
func (f Set) Size() (n int) {
	for _, s := range f {
		n += len(s.values)
	}
	return n
}

// Rows returns the number of rows in all accounts.
func (f Set) Rows() (n int) {
	for k, s := range f {
		if k.Kind == RowCount {
			n += int(s.Total())
		}
	}
	return n
}

// Total returns the sum of a figure's months, or zero if there is no such figure.
func (f Set) Total(k Key) int64 {
	if s := f[k]; s != nil {
		return s.Total()
	}
	return 0
}

// Drop removes the figures that are zero in every month.
func (f Set) Drop() {
	for k, s := range f {
		if s.trim(); s.Empty() {
			delete(f, k)
		}
	}
}

// Span returns the months with figures, rollover switches or month records. A month that is too far off counts as the
// nearest allowed month, because every category would have a figure in all months up to it.
func (f Set) Span(records []budget.Month, switches []budget.Rollover) (s civil.Span) {
	for _, one := range f {
		if !one.Empty() {
			s.Cover(one.first.Near())
			s.Cover(one.last().Near())
		}
	}
	for _, m := range records {
		s.Cover(m.Month.Near())
	}
	for _, r := range switches {
		s.Cover(r.From.Near())
	}
	return s
}

// Sorted returns the keys in the table's order.
func (f Set) Sorted() []Key {
	return slices.SortedFunc(maps.Keys(f), func(a, b Key) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.No, b.No)) })
}

// Differences describes where the stored figures differ from the right ones. It changes right.
func Differences(stored, right Set) (found []string) {
	right.Drop()
	for _, k := range right.Sorted() {
		if is := stored[k]; is == nil || !is.Same(right[k]) {
			found = append(found, fmt.Sprintf("the stored %s is not what its rows sum to", k))
		}
	}
	for _, k := range stored.Sorted() {
		if right[k] == nil {
			found = append(found, fmt.Sprintf("the stored %s has no rows", k))
		}
	}
	return found
}
