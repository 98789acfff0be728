package rowindex

import (
	"iter"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Scope selects the lines to sum: those of rows on budget accounts, with the parts of a split instead of the row.
// Transfers between two budget accounts never count. A nil list selects all.
type Scope struct {
	From, Until civil.Month // both included
	Before      int         // number of months before From; their lines are summed too, as one
	Daily       bool        // by day instead of by month, civil.MostDays for each month
	OffCards    bool        // rows of accounts that are not card envelopes, on which nothing is income
	Categories  Values[budget.CategoryNo]
	Accounts    Values[budget.AccountNo]
	Payees      Values[budget.PayeeNo]
	Flags       Values[string]
	Least, Most *money.Milli // both included, of the whole row, whichever its sign
}

// fits reports whether the amount of a row is within the bounds.
func (s *Scope) fits(amount money.Milli) bool {
	return (s.Least == nil || amount.Abs() >= *s.Least) && (s.Most == nil || amount.Abs() <= *s.Most)
}

// Tally maps each value to the sums of its lines. A value is omitted if its lines sum to zero in each month and
// before.
type Tally[K comparable] map[K]Sums

// Sums contains the sums of lines.
type Sums struct {
	Months []money.Milli // from Scope.From on
	Before money.Milli   // in the months before it, as one
}

// ByCategory sums lines by category; zero is for lines without one.
func (x *Index) ByCategory(s Scope) Tally[budget.CategoryNo] {
	return totals(x, s, &x.books.category, column{
		row:  func(s *segment) []code { return s.category },
		part: func(s *segment, part int) code { return s.parts.category[part] },
	})
}

// ByPayee sums lines by payee; a part without payee has its row's.
func (x *Index) ByPayee(s Scope) Tally[budget.PayeeNo] {
	return totals(x, s, &x.books.payee, column{row: func(s *segment) []code { return s.payee }, part: (*segment).payeeOf})
}

// ByAccount sums lines by the account of their row.
func (x *Index) ByAccount(s Scope) Tally[budget.AccountNo] {
	return totals(x, s, &x.books.account, ofRow(func(s *segment) []code { return s.account }))
}

// ByFlag sums lines by the flag colour of their row; "" is none.
func (x *Index) ByFlag(s Scope) Tally[string] {
	return totals(x, s, &x.books.flag, ofRow(func(s *segment) []code { return s.flag }))
}

// column holds the grouping column of rows and that of parts.
type column struct {
	row  func(*segment) []code
	part func(s *segment, part int) code
}

// ofRow returns a column that parts inherit from their rows.
func ofRow(of func(*segment) []code) column {
	return column{row: of, part: func(s *segment, part int) code { return of(s)[s.partOwner[part]] }}
}

// payeeOf returns the payee of a part.
func (s *segment) payeeOf(part int) code {
	if payee := s.parts.payee[part]; payee != 0 {
		return payee
	}
	return s.payee[s.partOwner[part]]
}

func totals[K comparable](x *Index, s Scope, b *interner[K], by column) Tally[K] {
	months := int(s.Until-s.From) + 1
	if months <= 0 {
		return Tally[K]{}
	}
	if s.Daily {
		months *= civil.MostDays
	}
	in := x.within(s)
	sums := placeSums{places: months, all: make([]Sums, b.size()), now: make([]money.Milli, b.size())}
	for r := range in.runs() {
		sums.to(r.place)
		in.rows(r, by.row(r.segment)[r.first:r.last], sums.now)
		in.parts(r, by.part, sums.now)
	}
	sums.close()
	found := Tally[K]{}
	for key, of := range sums.all {
		if of.Months == nil && of.Before == 0 {
			continue
		}
		if of.Months == nil {
			of.Months = make([]money.Milli, months)
		}
		found[b.key(code(key))] = of
	}
	return found
}

// placeSums sums lines that arrive in order of month or day. The sums of the current place are contiguous: all sums
// together exceed the processor's cache, and accessing them at random took most of the time.
type placeSums struct {
	places int
	all    []Sums // by code
	place  int    // the current one; those before the scope's first are negative
	now    []money.Milli
}

// to switches to another place.
func (p *placeSums) to(place int) {
	if place != p.place {
		p.close()
		p.place = place
	}
}

// close stores the sums of the current place.
func (p *placeSums) close() {
	for key, sum := range p.now {
		if sum == 0 {
			continue
		}
		p.now[key] = 0
		of := &p.all[key]
		if p.place < 0 {
			of.Before += sum
			continue
		}
		if of.Months == nil {
			of.Months = make([]money.Milli, p.places)
		}
		of.Months[p.place] = sum
	}
}

// mask has all bits set for codes that count and none for others, so that amount & mask is the amount or zero. Rows
// are so mixed that every other branch would be mispredicted.
type mask []money.Milli

// counted is the mask of codes that count.
const counted money.Milli = -1

// within is a Scope translated into codes.
type within struct {
	*Index
	Scope
	first, last                         civil.Date
	categories, accounts, payees, flags mask // by code
	others                              mask // by the account on the other side
	states                              [everything]money.Milli
}

func (x *Index) within(s Scope) *within {
	in := &within{Index: x, Scope: s, first: s.From.Add(-s.Before).First(), last: s.Until.Last()}
	in.categories, in.accounts = chosen(&x.books.category, s.Categories), chosen(&x.books.account, s.Accounts)
	in.payees, in.flags = chosen(&x.books.payee, s.Payees), chosen(&x.books.flag, s.Flags)
	in.others = chosen(&x.books.account, Values[budget.AccountNo]{})
	for account := range in.accounts {
		if x.books.isOnBudget(code(account)) {
			in.others[account] = 0
		} else {
			in.accounts[account] = 0
		}
		if s.OffCards && x.books.isCardEnvelope(code(account)) {
			in.accounts[account] = 0
		}
	}
	for is := range everything { // the parts of a split count instead of it
		if is&split == 0 {
			in.states[is] = counted
		}
	}
	return in
}

// chosen returns the mask of the included values.
func chosen[K comparable](b *interner[K], v Values[K]) mask {
	marked, wanted := make(mask, b.size()), wantedCodes(b, v)
	for c := range marked {
		if wanted == nil || wanted[c] != v.Not {
			marked[c] = counted
		}
	}
	return marked
}

// run is a range of rows of a segment with dates in one place of the scope.
type run struct {
	*segment
	first, last int
	place       int // negative before the scope's first
}

// runs yields the rows in the scope's months.
func (in *within) runs() iter.Seq[run] {
	return func(yield func(run) bool) {
		for _, s := range in.segments {
			if s.date[s.len()-1] < in.first || s.date[0] > in.last {
				continue
			}
			row, _ := slices.BinarySearch(s.date, in.first)
			for row < s.len() && s.date[row] <= in.last {
				day := s.date[row]
				place, until := int(day.Month()-in.From), day.Month().Last()
				if in.Daily {
					place, until = place*civil.MostDays+day.Day()-1, day
				}
				next, _ := slices.BinarySearch(s.date[row:], until+1)
				if !yield(run{s, row, row + next, place}) {
					return
				}
				row += next
			}
		}
	}
}

// rows adds the rows of a run that count as a whole, by their keys.
func (in *within) rows(r run, keys []code, sums []money.Milli) {
	n := len(keys)
	account, flag, states := r.account[r.first:r.last][:n], r.flag[r.first:r.last][:n], r.state[r.first:r.last][:n]
	category, payee, other, amount := r.category[r.first:r.last][:n], r.payee[r.first:r.last][:n], r.other[r.first:r.last][:n], r.amount[r.first:r.last][:n]
	bounded := in.Least != nil || in.Most != nil
	for i, key := range keys {
		if bounded && !in.fits(amount[i]) {
			continue
		}
		sums[key] += amount[i] & in.states[states[i]%everything] & in.accounts[account[i]] & in.others[other[i]] &
			in.categories[category[i]] & in.payees[payee[i]] & in.flags[flag[i]]
	}
}

// parts adds the parts of a run's rows that count.
func (in *within) parts(r run, key func(s *segment, part int) code, sums []money.Milli) {
	from, _ := slices.BinarySearch(r.partOwner, int32(r.first))
	for part, row := range r.partOwner[from:] {
		if int(row) >= r.last {
			return
		}
		if !in.fits(r.amount[row]) {
			continue
		}
		part += from
		sums[key(r.segment, part)] += r.parts.amount[part] & in.accounts[r.account[row]] & in.others[r.parts.other[part]] &
			in.categories[r.parts.category[part]] & in.payees[r.payeeOf(part)] & in.flags[r.flag[row]]
	}
}

// Flows yields the money that entered and left some accounts from a date on, by day; transfers between them are not
// flows. The parts of a split are separate flows.
func (x *Index) Flows(accounts []budget.AccountNo, from civil.Date) iter.Seq[budget.Flow] {
	inside := chosen(&x.books.account, Values[budget.AccountNo]{Of: append([]budget.AccountNo{}, accounts...)})
	return func(yield func(budget.Flow) bool) {
		for _, s := range x.segments {
			parts := 0
			begin, _ := slices.BinarySearch(s.date, from)
			for row := begin; row < s.len(); row++ {
				if inside[s.account[row]] == 0 {
					continue
				}
				l, first, last := &s.lines, row, row+1
				if s.state[row]&split != 0 {
					l = &s.parts
					first, last = s.partsFrom(parts, row)
					parts = last
				}
				for i := first; i < last; i++ {
					if inside[l.other[i]] == 0 && !yield(budget.Flow{Date: s.date[row], Amount: l.amount[i]}) {
						return
					}
				}
			}
		}
	}
}
