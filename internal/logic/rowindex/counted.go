package rowindex

import (
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// SumOf returns the sum of the lines that the filter includes: those that count as income or expenses, or those in
// its category. The rows were found by the same filter. Of a split only some parts may count; with [Filter.Any], all
// that count on the side. Over the accounts on budget and one month, the sum of a category is its activity.
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

// counted returns the sum of a row's lines on the filter's side, and reports whether it has any.
func (s *search) counted(in *segment, row int) (any bool, sum money.Milli) {
	if account := in.account[row]; !s.books.isOnBudget(account) || s.Counts == Income && s.books.isCardEnvelope(account) {
		return false, 0
	}
	notes := s.notesRegexp()
	rowMatches := notes != nil && notes.compiled.Match(in.memo.at(row))
	line := func(l *lines, i int, payee code) {
		category := l.category[i]
		if s.books.isOnBudget(l.other[i]) || s.books.isIncome(category) != (s.Counts == Income) || !s.Any && !s.means(category, payee) {
			return
		}
		if s.among != nil && s.among.Tags.Of != nil && !s.Any && !s.among.meansTags(in, row, l, i) {
			return
		}
		if notes != nil && (rowMatches || l == &in.parts && notes.compiled.Match(l.memo.at(i))) == notes.Not {
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

// notesRegexp returns the regular expression that the notes of each line must match, or nil.
func (s *search) notesRegexp() *Regexp {
	if s.among == nil || s.Any {
		return nil
	}
	return s.among.NotesRegexp
}

// means reports whether the filter includes lines of a category and payee.
func (s *search) means(category, payee code) bool {
	return (s.category == 0 || category == s.category) && (!s.Uncategorised || category == 0) && (s.payee == 0 || payee == s.payee) &&
		(s.among == nil || s.among.means(category, payee))
}

// means is search.means for the lists of values.
func (a *amongIn) means(category, payee code) bool {
	return (a.categories == nil || a.categories[category] != a.Categories.Not) && (a.payees == nil || a.payees[payee] != a.Payees.Not) &&
		(a.PayeeRegexp == nil || a.matchingPayees[payee] != a.PayeeRegexp.Not)
}

// in returns the sum of a row's lines in a category.
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

// Total is the number and sum of rows.
type Total struct {
	Rows int
	Sum  money.Milli
}

// Totals returns the total of each account with rows.
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
