package finder

import (
	"holdover/internal/budget"
	"holdover/internal/money"
)

// SumOf is what a category has of the rows found: of a split its parts in that
// category alone. Over the accounts on budget and a month it is the category's
// activity.
func (f *Found) SumOf(category budget.CategoryNo) (sum money.Milli) {
	of, known := f.index.books.category.look(category)
	if !known {
		return 0
	}
	for i, m := range f.marks {
		if m == nil {
			continue
		}
		s := f.index.segments[i]
		m.each(func(row int) { sum += s.in(row, of) })
	}
	return sum
}

// in is what a category has of a row.
func (s *segment) in(row int, category code) (sum money.Milli) {
	if s.state[row]&split == 0 {
		if s.category[row] == category {
			sum = s.amount[row]
		}
		return sum
	}
	first, last := s.partsOf(row)
	for part := first; part < last; part++ {
		if s.parts.category[part] == category {
			sum += s.parts.amount[part]
		}
	}
	return sum
}

// Total is how many rows there are and what they sum to.
type Total struct {
	Rows int
	Sum  money.Milli
}

// Totals are those of each account that has rows.
func (x *Index) Totals() map[budget.AccountNo]Total {
	by := make([]Total, x.books.account.size())
	for _, s := range x.segments {
		for row, account := range s.account {
			by[account].Rows++
			by[account].Sum += s.amount[row]
		}
	}
	all := map[budget.AccountNo]Total{}
	for c, t := range by {
		if t.Rows > 0 {
			all[x.books.account.key(code(c))] = t
		}
	}
	return all
}
