package finder

import (
	"holdover/internal/budget"
	"holdover/internal/money"
)

// SumOf is what the lines come to that a filter, by which the rows were found, means: those that count on its side of income
// and expenses, or those in its category. Of a split it is some of its parts. Over the accounts on budget and a month a
// category's is its activity.
func (f *Found) SumOf(filter Filter) (sum money.Milli) {
	of := f.index.search(filter)
	if of.nothing {
		return 0
	}
	for i, m := range f.marks {
		if m == nil {
			continue
		}
		s := f.index.segments[i]
		m.each(func(row int) {
			if filter.Counts == "" {
				sum += s.in(row, of.category)
				return
			}
			_, counts := of.counted(s, row)
			sum += counts
		})
	}
	return sum
}

// counted is what a row has on the filter's side, and whether it has a line there.
func (s *search) counted(in *segment, row int) (any bool, sum money.Milli) {
	if account := in.account[row]; !s.books.isOnBudget(account) || s.Counts == Income && s.books.isCardEnvelope(account) {
		return false, 0
	}
	line := func(l *lines, i int, payee code) {
		category := l.category[i]
		if s.books.isOnBudget(l.other[i]) || s.books.isIncome(category) != (s.Counts == Income) || s.category != 0 && category != s.category ||
			s.Uncategorised && category != 0 || s.payee != 0 && payee != s.payee || s.among != nil && !s.among.means(category, payee) {
			return
		}
		any, sum = true, sum+l.amount[i]
	}
	if in.state[row]&split == 0 {
		line(&in.lines, row, in.payee[row])
		return any, sum
	}
	first, last := in.partsOf(row)
	for part := first; part < last; part++ {
		line(&in.parts, part, in.payeeOf(part))
	}
	return any, sum
}

// means says whether a line of a category and a payee is of those that are asked for.
func (a *amongIn) means(category, payee code) bool {
	return (a.categories == nil || a.categories[category] != a.Categories.Not) && (a.payees == nil || a.payees[payee] != a.Payees.Not)
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
