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
	From, Until  civil.Month // both included
	MonthsBefore int         // number of months before From; their lines are summed too, as one
	Daily        bool        // by day instead of by month
	OffCards     bool        // rows of accounts that are not card envelopes, on which nothing is income
	Categories   Values[budget.CategoryNo]
	Accounts     Values[budget.AccountNo]
	Payees       Values[budget.PayeeNo]
	Flags        Values[string]
	Tags         Values[string] // by their keys; a part also has the tags of its row
	PayeeRegexp  *Regexp        // of the payee's name; nil for any
	NotesRegexp  *Regexp        // of the notes; a part also has those of its row
	Least, Most  *money.Milli   // both included, of the whole row, whichever its sign
	Where        *Filter        // conditions on rows, which count with all their lines; nil for any
}

// fits reports whether the amount of a row is within the bounds.
func (s *Scope) fits(amount money.Milli) bool {
	return (s.Least == nil || amount.Abs() >= *s.Least) && (s.Most == nil || amount.Abs() <= *s.Most)
}

// Tally maps each value to the sums of its lines. A value is omitted if all its sums are zero.
type Tally[K comparable] map[K]Sums

// Sums contains the sums of lines.
type Sums struct {
	// Periods has a sum for each month from Scope.From on. If the scope is daily, it has one for each day instead, with
	// civil.MostDays days for each month.
	Periods []money.Milli
	Before  money.Milli // the sum of the months before Scope.From
}

// ByCategory sums lines by category; zero is for lines without one.
func (x *Index) ByCategory(s Scope) Tally[budget.CategoryNo] {
	return sumLines(x.selectionOf(s), &x.books.category, column{
		row:  func(s *segment) []code { return s.category },
		part: func(s *segment, part int) code { return s.parts.category[part] },
	})
}

// ByPayee sums lines by payee; a part without payee has its row's.
func (x *Index) ByPayee(s Scope) Tally[budget.PayeeNo] {
	return sumLines(x.selectionOf(s), &x.books.payee, column{row: func(s *segment) []code { return s.payee }, part: (*segment).payeeOf})
}

// ByAccount sums lines by the account of their row.
func (x *Index) ByAccount(s Scope) Tally[budget.AccountNo] {
	return sumLines(x.selectionOf(s), &x.books.account, ofRow(func(s *segment) []code { return s.account }))
}

// ByFlag sums lines by the flag colour of their row; "" is none.
func (x *Index) ByFlag(s Scope) Tally[string] {
	return sumLines(x.selectionOf(s), &x.books.flag, ofRow(func(s *segment) []code { return s.flag }))
}

// ByTags sums lines by the set of their tags; each line counts once.
func (x *Index) ByTags(s Scope) Tally[TagSet] {
	in := x.selectionOf(s)
	tags := in.tagColumns()
	return sumLines(in, &tags.sets, column{
		row:  func(s *segment) []code { return tags.of(s).rows },
		part: func(s *segment, part int) code { return tags.of(s).parts[part] },
	})
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

// sumLines sums the lines of a selection by a column. The interner b translates its values into codes.
func sumLines[K comparable](in *selection, b *interner[K], by column) Tally[K] {
	periods := int(in.Until-in.From) + 1
	if periods <= 0 {
		return Tally[K]{}
	}
	if in.Daily {
		periods *= civil.MostDays
	}
	sums := periodSums{periods: periods, all: make([]Sums, b.size()), current: make([]money.Milli, b.size())}
	for r := range in.runs() {
		sums.moveTo(r.period)
		in.addRows(r, by.row(r.segment)[r.first:r.last], sums.current)
		in.addParts(r, by.part, sums.current)
	}
	sums.store()
	tally := Tally[K]{}
	for c, of := range sums.all {
		if of.Periods == nil && of.Before == 0 {
			continue
		}
		if of.Periods == nil {
			of.Periods = make([]money.Milli, periods)
		}
		tally[b.key(code(c))] = of
	}
	return tally
}

// periodSums sums lines that arrive in order of their period, which is a month or a day. The sums of the current period
// are contiguous: all sums together exceed the processor's cache, and accessing them at random took most of the time.
type periodSums struct {
	periods int
	all     []Sums // by code
	period  int    // the current one; periods before the scope's first are negative
	current []money.Milli
}

// moveTo switches to another period.
func (p *periodSums) moveTo(period int) {
	if period != p.period {
		p.store()
		p.period = period
	}
}

// store adds the sums of the current period to the others and clears them.
func (p *periodSums) store() {
	for c, sum := range p.current {
		if sum == 0 {
			continue
		}
		p.current[c] = 0
		of := &p.all[c]
		if p.period < 0 {
			of.Before += sum
			continue
		}
		if of.Periods == nil {
			of.Periods = make([]money.Milli, p.periods)
		}
		of.Periods[p.period] = sum
	}
}

// mask has all bits set for the codes that a scope includes and none for others, so that amount & mask is the amount or
// zero. Included rows alternate with others so irregularly that a branch for each row would often be mispredicted.
type mask []money.Milli

// included is the mask of an included code: all its bits are set.
const included money.Milli = -1

// selection is a Scope translated into codes.
type selection struct {
	*Index
	Scope
	first, last                         civil.Date
	categories, accounts, payees, flags mask // by code
	otherAccounts                       mask // by the account on the other side of a transfer, zero if it is on budget
	states                              [everything]money.Milli
	tests                               *lineTests // nil if no line is tested alone
}

func (x *Index) selectionOf(s Scope) *selection {
	in := &selection{Index: x, Scope: s, first: s.From.Add(-s.MonthsBefore).First(), last: s.Until.Last()}
	in.categories, in.accounts = maskOf(&x.books.category, s.Categories), maskOf(&x.books.account, s.Accounts)
	in.payees, in.flags = maskOf(&x.books.payee, s.Payees), maskOf(&x.books.flag, s.Flags)
	in.otherAccounts = maskOf(&x.books.account, Values[budget.AccountNo]{})
	for account := range in.accounts {
		if x.books.isOnBudget(code(account)) {
			in.otherAccounts[account] = 0
		} else {
			in.accounts[account] = 0
		}
		if s.OffCards && x.books.isCardEnvelope(code(account)) {
			in.accounts[account] = 0
		}
	}
	for state := range everything {
		if state&split == 0 { // the parts of a split count instead of it
			in.states[state] = included
		}
	}
	if s.PayeeRegexp != nil {
		for payee, matches := range s.PayeeRegexp.namesMatching(x.books.payeeNames, x.books.payee.size()) {
			if matches == s.PayeeRegexp.Not {
				in.payees[payee] = 0
			}
		}
	}
	in.tests = in.lineTests()
	return in
}

// isOutside reports whether all rows of a segment are outside the scope's months.
func (in *selection) isOutside(s *segment) bool {
	return s.date[s.len()-1] < in.first || s.date[0] > in.last
}

// maskOf returns the mask of the values that v includes.
func maskOf[K comparable](b *interner[K], v Values[K]) mask {
	m, wanted := make(mask, b.size()), wantedCodes(b, v)
	for c := range m {
		if wanted == nil || wanted[c] != v.Not {
			m[c] = included
		}
	}
	return m
}

// run is a range of rows of a segment with dates in one period.
type run struct {
	*segment
	first, last int            // last is not included
	period      int            // negative before the scope's first
	included    *includedLines // the lines that count; nil for all
}

// runs yields the rows in the scope's months, in order of their date.
func (in *selection) runs() iter.Seq[run] {
	return func(yield func(run) bool) {
		for _, s := range in.segments {
			if in.isOutside(s) {
				continue
			}
			lines := in.tests.of(s)
			row, _ := slices.BinarySearch(s.date, in.first)
			for row < s.len() && s.date[row] <= in.last {
				day := s.date[row]
				period, until := int(day.Month()-in.From), day.Month().Last()
				if in.Daily {
					period, until = period*civil.MostDays+day.Day()-1, day
				}
				count, _ := slices.BinarySearch(s.date[row:], until+1)
				if !yield(run{s, row, row + count, period, lines}) {
					return
				}
				row += count
			}
		}
	}
}

// addRows adds the rows of a run that count as a whole to the sums of their codes. It runs for every row of a budget:
// the slices have the length of codes, and a state is taken modulo the length of its array, so that the compiler omits
// the bounds checks in the loop.
func (in *selection) addRows(r run, codes []code, sums []money.Milli) {
	n := len(codes)
	account, flag, state := r.account[r.first:r.last][:n], r.flag[r.first:r.last][:n], r.state[r.first:r.last][:n]
	category, payee, other, amount := r.category[r.first:r.last][:n], r.payee[r.first:r.last][:n], r.other[r.first:r.last][:n], r.amount[r.first:r.last][:n]
	tested := r.included != nil
	for i, c := range codes {
		if tested && !r.included.rows[r.first+i] {
			continue
		}
		sums[c] += amount[i] & in.states[state[i]%everything] & in.accounts[account[i]] & in.otherAccounts[other[i]] &
			in.categories[category[i]] & in.payees[payee[i]] & in.flags[flag[i]]
	}
}

// addParts adds the parts of a run's rows that count to the sums of their codes.
func (in *selection) addParts(r run, codeOf func(s *segment, part int) code, sums []money.Milli) {
	from, _ := slices.BinarySearch(r.partOwner, int32(r.first))
	for i, row := range r.partOwner[from:] {
		if int(row) >= r.last {
			return
		}
		part := from + i
		if r.included != nil && !r.included.parts[part] {
			continue
		}
		sums[codeOf(r.segment, part)] += r.parts.amount[part] & in.accounts[r.account[row]] & in.otherAccounts[r.parts.other[part]] &
			in.categories[r.parts.category[part]] & in.payees[r.payeeOf(part)] & in.flags[r.flag[row]]
	}
}

// Flows yields the money that entered and left some accounts from a date on, by day; transfers between them are not
// flows. The parts of a split are separate flows.
func (x *Index) Flows(accounts []budget.AccountNo, from civil.Date) iter.Seq[budget.Flow] {
	inside := maskOf(&x.books.account, Values[budget.AccountNo]{Of: append([]budget.AccountNo{}, accounts...)})
	return func(yield func(budget.Flow) bool) {
		for _, s := range x.segments {
			parts := 0 // the first part not yet passed
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
