package figures

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
)

// Set are the derived figures of one budget, or what is to be added to them.
type Set map[Key]*Series

// Add adds an amount to a month.
func (f Set) Add(k Key, m cal.Month, amount int64) {
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

// AddTransaction counts a row in, or with sign -1 out.
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
	f.AddActivity(t, sign)
	if in.IsCard(t.Account) {
		f.AddCharges(t, in, sign)
	}
}

// AddActivity counts the lines of a row on budget in, or with sign -1 out.
func (f Set) AddActivity(t *budget.Transaction, sign int64) {
	for line := range t.Lines {
		f.Add(Activity.Of(int64(line.Category)), t.Date.Month(), sign*int64(line.Amount))
	}
}

// AddCharges counts a row on a card in, or with sign -1 out.
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

// AddCell counts what is budgeted in a cell in, or with sign -1 out.
func (f Set) AddCell(c *budget.Cell, sign int64) {
	f.Add(Budgeted.Of(int64(c.Category)), c.Month, sign*int64(c.Budgeted))
}

// OfCells are the figures of a budget without its rows.
func OfCells(cells []budget.Cell) Set {
	f := Set{}
	for i := range cells {
		f.AddCell(&cells[i], 1)
	}
	return f
}

// Size is how many values there are.
func (f Set) Size() (n int) {
	for _, s := range f {
		n += len(s.values)
	}
	return n
}

// Rows is how many rows there are in all accounts.
func (f Set) Rows() (n int) {
	for k, s := range f {
		if k.Kind == RowCount {
			n += int(s.Total())
		}
	}
	return n
}

// Total is the sum of one figure's months, zero where there is no such figure.
func (f Set) Total(k Key) int64 {
	if s := f[k]; s != nil {
		return s.Total()
	}
	return 0
}

// Drop leaves out the figures that are zero in every month.
func (f Set) Drop() {
	for k, s := range f {
		if s.trim(); s.Empty() {
			delete(f, k)
		}
	}
}

// Span is the months with figures, switches of rollover or a record of their own. One that is too far off counts as the
// nearest that is not: months up to it would have a figure in every category.
func (f Set) Span(records []budget.Month, switches []budget.Rollover) (s cal.Span) {
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

// Sorted are the keys in the table's order.
func (f Set) Sorted() []Key {
	return slices.SortedFunc(maps.Keys(f), func(a, b Key) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.No, b.No)) })
}

// Differences says where stored figures are not the right ones, which are the caller's own.
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
