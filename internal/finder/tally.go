package finder

import (
	"iter"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Scope chooses the lines that a tally sums: those of rows on budget accounts, the parts of a split in place of the row.
// Transfers between two budget accounts never count, they move nothing in or out. A nil list is all.
type Scope struct {
	From, Until cal.Month // both included
	Before      int       // of how many months before From lines are summed too, as one
	Daily       bool      // days stand in the place of months, cal.MostDays for each
	Categories  []budget.CategoryNo
	Accounts    []budget.AccountNo
	Payees      []budget.PayeeNo
	Flags       []string
}

// Tally is what lines sum to for each value of what they were told apart by.
type Tally[K comparable] map[K]Sums

// Sums are what lines sum to.
type Sums struct {
	Months []money.Milli // from Scope.From on
	Before money.Milli   // in the months before it, as one
}

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
	if s.Daily {
		months *= cal.MostDays
	}
	sums := monthSums{months: months, all: make([]Sums, b.size()), now: make([]money.Milli, b.size()), met: make([]int, b.size())}
	var column, rows []code
	add := func(row, i int, amount money.Milli) {
		key := code(0)
		if column != nil {
			key = column[i]
		}
		if key == 0 && rows != nil {
			key = rows[row]
		}
		sums.add(key, amount)
	}
	in := x.within(s)
	for s := range in.segments() {
		if ofRow != nil {
			rows = ofRow(s)
		}
		parts := 0
		for row := range in.rows(s, sums.to) {
			l, first, last := &s.lines, row, row+1
			if s.state[row]&split != 0 {
				l = &s.parts
				first, last = s.partsFrom(parts, row)
				parts = last
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
	sums.close()
	found := Tally[K]{}
	for key, of := range sums.all {
		if of.Months != nil {
			found[b.key(code(key))] = of
		}
	}
	return found
}

// monthSums sums lines that come in the order of their months. Those of the month under way lie side by side: sums of all
// months are larger than what a processor has at hand, and looking for each line's among them took most of the time.
type monthSums struct {
	months int
	all    []Sums // by code
	place  int    // the month under way; none is negative
	now    []money.Milli
	nth    int    // how many months have been under way
	met    []int  // by code, the last of them that it was met in
	codes  []code // those met in this one
}

// to goes on with another month.
func (m *monthSums) to(place int) {
	if place == m.place {
		return
	}
	m.close()
	m.place = place
}

func (m *monthSums) add(key code, amount money.Milli) {
	if m.met[key] != m.nth+1 {
		m.met[key] = m.nth + 1
		m.codes = append(m.codes, key)
	}
	m.now[key] += amount
}

// close keeps the sums of the month under way.
func (m *monthSums) close() {
	for _, key := range m.codes {
		of := &m.all[key]
		if of.Months == nil {
			of.Months = make([]money.Milli, m.months)
		}
		if m.place < 0 {
			of.Before += m.now[key]
		} else {
			of.Months[m.place] = m.now[key]
		}
		m.now[key] = 0
	}
	m.codes, m.nth = m.codes[:0], m.nth+1
}

// within is a scope as the columns want it.
type within struct {
	*Index
	Scope
	first, last                         cal.Date
	categories, accounts, payees, flags []bool // by code
}

func (x *Index) within(s Scope) *within {
	in := &within{Index: x, Scope: s, first: s.From.Add(-s.Before).First(), last: s.Until.Last()}
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

// rows are those of a segment that lie in the scope's months, accounts and flags. It tells the place of each one's month
// in the scope, negative before it.
func (in *within) rows(s *segment, month func(place int)) iter.Seq[int] {
	return func(yield func(int) bool) {
		var day cal.Date
		for row, date := range s.date {
			if date < in.first || date > in.last || !in.accounts[s.account[row]] || !in.flags[s.flag[row]] {
				continue
			}
			if date != day {
				day = date
				month(in.place(date))
			}
			if !yield(row) {
				return
			}
		}
	}
}

// place is where a day's sum stands in the scope.
func (in *within) place(d cal.Date) int {
	if in.Daily {
		return int(d.Month()-in.From)*cal.MostDays + d.Day() - 1
	}
	return int(d.Month() - in.From)
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

// Flows are what came into and left some accounts as a whole from a day on, by day: what moved between two of them is no flow. The parts
// of a split are flows of their own.
func (x *Index) Flows(accounts []budget.AccountNo, from cal.Date) iter.Seq[Flow] {
	inside := chosen(&x.books.account, append([]budget.AccountNo{}, accounts...))
	return func(yield func(Flow) bool) {
		for _, s := range x.segments {
			parts := 0
			begin, _ := slices.BinarySearch(s.date, from)
			for row := begin; row < s.len(); row++ {
				if !inside[s.account[row]] {
					continue
				}
				l, first, last := &s.lines, row, row+1
				if s.state[row]&split != 0 {
					l = &s.parts
					first, last = s.partsFrom(parts, row)
					parts = last
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
