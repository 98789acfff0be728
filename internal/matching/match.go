package matching

import (
	"context"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// matcher is a comparison under way.
type matcher struct {
	ctx      context.Context
	incoming []Row
	existing []Row
	days     []int // of the incoming rows, so that days apart are a sum
	payees   []int // of the incoming rows, by number
	amounts  map[money.Milli]*alike
	used     []bool // existing rows that an incoming one was found to be
	results  []Result
}

// alike are the account's rows of one amount.
type alike struct {
	free   int // rows that nothing was found to be
	places map[place]*shelf
}

// place is where to look for a row of an amount.
type place struct {
	day   int
	payee int
}

// anyPayee is where rows of all payees lie.
const anyPayee = -1

// shelf holds the places of existing rows by the kind of their import id, in
// their order. Of one kind either all may be the row looked for or none, so that
// only the first of each that is still free needs to be looked at.
type shelf [kinds][]int

func newMatcher(ctx context.Context, incoming, existing []Row) *matcher {
	m := &matcher{
		ctx: ctx, incoming: incoming, existing: existing, used: make([]bool, len(existing)), results: make([]Result, len(incoming)),
		days: make([]int, len(incoming)), payees: make([]int, len(incoming)), amounts: map[money.Milli]*alike{},
	}
	numbers := map[string]int{}
	for i, r := range incoming {
		m.results[i].Existing = -1
		if m.amounts[r.Amount] == nil {
			m.amounts[r.Amount] = &alike{places: map[place]*shelf{}}
		}
		if _, known := numbers[r.Payee]; !known {
			numbers[r.Payee] = len(numbers)
		}
		m.days[i], m.payees[i] = dayNumber(r.Date), numbers[r.Payee]
	}
	for i, r := range existing {
		all := m.amounts[r.Amount]
		if all == nil {
			continue
		}
		all.free++
		day := dayNumber(r.Date)
		all.put(place{day, anyPayee}, i, kindOf(r.ImportID))
		if payee, known := numbers[r.Payee]; known {
			all.put(place{day, payee}, i, kindOf(r.ImportID))
		}
	}
	return m
}

func dayNumber(d cal.Date) int { return int(d.Time().Unix() / (24 * 60 * 60)) }

func (a *alike) put(at place, row int, k kind) {
	s := a.places[at]
	if s == nil {
		s = &shelf{}
		a.places[at] = s
	}
	s[k] = append(s[k], row)
}

// byText finds, of the rows of one day and amount that were counted, those of the same text: which of them is counted first may
// be another in each file.
func (m *matcher) byText() {
	type row struct{ of, text string }
	wanted := map[row][]int{}
	for _, r := range m.incoming {
		if of := countedOf(r.ImportID); of != "" && r.Text != "" {
			wanted[row{of, r.Text}] = nil
		}
	}
	for i, r := range m.existing {
		key := row{countedOf(r.ImportID), r.Text}
		if list, is := wanted[key]; is {
			wanted[key] = append(list, i)
		}
	}
	for i, r := range m.incoming {
		key := row{countedOf(r.ImportID), r.Text}
		if list := wanted[key]; len(list) > 0 {
			wanted[key] = list[1:]
			m.found(i, list[0], Duplicate)
		}
	}
}

// byID finds the rows that carry the same import id.
func (m *matcher) byID() {
	wanted := make(map[string][]int, len(m.incoming))
	for _, r := range m.incoming {
		if r.ImportID != "" {
			wanted[r.ImportID] = nil
		}
	}
	for i, r := range m.existing {
		if list, is := wanted[r.ImportID]; is && !m.used[i] {
			wanted[r.ImportID] = append(list, i)
		}
	}
	for i, r := range m.incoming {
		if list := wanted[r.ImportID]; len(list) > 0 && m.results[i].Existing < 0 {
			wanted[r.ImportID] = list[1:]
			m.found(i, list[0], Duplicate)
		}
	}
}

// enough is how many rows are looked at between two looks at the context.
const enough = 1024

// pass looks for all rows at once, so that an exact match of one row goes
// before a near match of another.
func (m *matcher) pass(apart int, samePayee bool, v Verdict) {
	for i := range m.incoming {
		if i%enough == 0 && m.ctx.Err() != nil {
			return
		}
		all := m.amounts[m.incoming[i].Amount]
		if m.results[i].Existing >= 0 || all.free == 0 {
			continue
		}
		at := place{m.days[i] + apart, anyPayee}
		if samePayee {
			at.payee = m.payees[i]
		}
		row := m.first(all.places[at], i, apart)
		if row < 0 && apart > 0 {
			at.day = m.days[i] - apart
			row = m.first(all.places[at], i, apart)
		}
		if row >= 0 {
			m.found(i, row, v)
		}
	}
}

// first is the first free row of a shelf that may be the incoming one, -1 for none.
func (m *matcher) first(s *shelf, incoming, apart int) int {
	best := -1
	if s == nil {
		return best
	}
	of := kindOf(m.incoming[incoming].ImportID)
	for k := range s {
		for len(s[k]) > 0 && m.used[s[k][0]] {
			s[k] = s[k][1:]
		}
		if len(s[k]) > 0 && maybeSame(of, kind(k), apart) && (best < 0 || s[k][0] < best) {
			best = s[k][0]
		}
	}
	return best
}

// maybeSame looks at the kinds of two different import ids. What was typed in
// may be anything. Two ids of one kind are of two rows; of ids of two kinds
// nothing can be said, but both came from the bank, whose dates hardly differ.
func maybeSame(incoming, existing kind, apart int) bool {
	return incoming == typed || existing == typed || incoming != existing && apart <= 1
}

func (m *matcher) found(incoming, existing int, v Verdict) {
	m.used[existing] = true
	if all := m.amounts[m.existing[existing].Amount]; all != nil {
		all.free--
	}
	m.results[incoming] = Result{Verdict: v, Existing: existing}
}
