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
