package finder

import (
	"iter"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Scope chooses the lines that a tally sums: those of rows on budget accounts, the parts of a split in place of the row.
// Transfers between two budget accounts never count, they move nothing in or out. A nil list is all.
type Scope struct {
	From, Until cal.Month // both included
	Categories  []budget.CategoryNo
	Accounts    []budget.AccountNo
	Payees      []budget.PayeeNo
	Flags       []string
}

// Tally is what lines sum to by the month, from Scope.From on, for each value of what they were told apart by.
type Tally[K comparable] map[K][]money.Milli

// ByCategory tells lines apart by category; none is those without.
func (x *Index) ByCategory(s Scope) Tally[budget.CategoryNo] {
	return tally(x, s, &x.books.category, func(l *lines) []code { return l.category }, nil)
}

// ByPayee tells lines apart by payee; a part that names none has its row's.
func (x *Index) ByPayee(s Scope) Tally[budget.PayeeNo] {
	return tally(x, s, &x.books.payee, func(l *lines) []code { return l.payee }, func(s *segment) []code { return s.payee })
}

// ByAccount tells lines apart by the account that their rows are in.
func (x *Index) ByAccount(s Scope) Tally[budget.AccountNo] {
	return tally(x, s, &x.books.account, nil, func(s *segment) []code { return s.account })
}

// ByFlag tells lines apart by the colour that their rows are flagged with; "" is none.
func (x *Index) ByFlag(s Scope) Tally[string] {
	return tally(x, s, &x.books.flag, nil, func(s *segment) []code { return s.flag })
}

// tally sums by the column that a line has, and where there is none, or it says none, by its row's.
func tally[K comparable](x *Index, s Scope, b *book[K], ofLine func(*lines) []code, ofRow func(*segment) []code) Tally[K] {
	months := int(s.Until-s.From) + 1
	if months <= 0 {
		return Tally[K]{}
	}
	sums := make([][]money.Milli, b.size())
	var month int
	var column, rows []code
	add := func(row, i int, amount money.Milli) {
		key := code(0)
		if column != nil {
			key = column[i]
		}
		if key == 0 && rows != nil {
			key = rows[row]
		}
		if sums[key] == nil {
			sums[key] = make([]money.Milli, months)
		}
		sums[key][month] += amount
	}
	in := x.within(s)
	for s := range in.segments() {
		if ofRow != nil {
			rows = ofRow(s)
		}
		for row := range in.rows(s, &month) {
			l, first, last := &s.lines, row, row+1
			if s.state[row]&split != 0 {
				l = &s.parts
				first, last = s.partsOf(row)
			}
			if ofLine != nil {
				column = ofLine(l)
			}
			for i := first; i < last; i++ {
				if in.has(s, row, l, i) {
					add(row, i, l.amount[i])
				}
			}
		}
	}
	found := Tally[K]{}
	for key, of := range sums {
		if of != nil {
			found[b.key(code(key))] = of
		}
	}
	return found
}

// within is a scope as the columns want it.
type within struct {
	*Index
	Scope
	first, last                         cal.Date
	categories, accounts, payees, flags []bool // by code
}

func (x *Index) within(s Scope) *within {
	in := &within{Index: x, Scope: s, first: s.From.First(), last: s.Until.Last()}
	in.categories, in.accounts = chosen(&x.books.category, s.Categories), chosen(&x.books.account, s.Accounts)
	in.payees, in.flags = chosen(&x.books.payee, s.Payees), chosen(&x.books.flag, s.Flags)
	for account := range in.accounts {
		in.accounts[account] = in.accounts[account] && x.books.isOnBudget(code(account))
	}
	return in
}

// chosen marks the codes of some keys; nil is all.
func chosen[K comparable](b *book[K], keys []K) []bool {
	marked := make([]bool, b.size())
	for c := range marked {
		marked[c] = keys == nil
	}
	for _, k := range keys {
		var none K
		if c, known := b.look(k); known || k == none {
			marked[c] = true
		}
	}
	return marked
}

// segments are those with rows in the scope's months.
func (in *within) segments() iter.Seq[*segment] {
	return func(yield func(*segment) bool) {
		for _, s := range in.Index.segments {
			if s.date[s.len()-1] >= in.first && s.date[0] <= in.last && !yield(s) {
				return
			}
		}
	}
}

// rows are those of a segment that lie in the scope's months, accounts and flags. It sets month to the place of each in
// the scope.
func (in *within) rows(s *segment, month *int) iter.Seq[int] {
	return func(yield func(int) bool) {
		var day cal.Date
		for row, date := range s.date {
			if date < in.first || date > in.last || !in.accounts[s.account[row]] || !in.flags[s.flag[row]] {
				continue
			}
			if date != day {
				day, *month = date, int(date.Month()-in.From)
			}
			if !yield(row) {
				return
			}
		}
	}
}

// has says whether the scope has a line of a row in it.
func (in *within) has(s *segment, row int, l *lines, i int) bool {
	payee := l.payee[i]
	if payee == 0 {
		payee = s.payee[row]
	}
	return in.categories[l.category[i]] && in.payees[payee] && (l.other[i] == 0 || !in.books.isOnBudget(l.other[i]))
}

// Flow is an amount that came into or left some accounts on a day.
type Flow struct {
	Date   cal.Date
	Amount money.Milli
}

// Flows are what came into and left some accounts as a whole, by day: what moved between two of them is no flow. The parts
// of a split are flows of their own.
func (x *Index) Flows(accounts []budget.AccountNo) iter.Seq[Flow] {
	inside := chosen(&x.books.account, append([]budget.AccountNo{}, accounts...))
	return func(yield func(Flow) bool) {
		for _, s := range x.segments {
			for row, account := range s.account {
				if !inside[account] {
					continue
				}
				l, first, last := &s.lines, row, row+1
				if s.state[row]&split != 0 {
					l = &s.parts
					first, last = s.partsOf(row)
				}
				for i := first; i < last; i++ {
					if !inside[l.other[i]] && !yield(Flow{s.date[row], l.amount[i]}) {
						return
					}
				}
			}
		}
	}
}
