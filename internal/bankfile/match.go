package bankfile

import (
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Existing is a row that the account has already.
type Existing struct {
	Date     cal.Date
	Amount   money.Milli
	Payee    string // the payee's name
	ImportID string // of an earlier import, empty for a row typed in
}

// Verdict is what a row of a bank file is to the account.
type Verdict int

// The verdicts.
const (
	// New rows are not in the account yet.
	New Verdict = iota
	// Likely rows are probably the same as one that is there: equal amount, a few
	// days apart where that one was typed in. Importing links the two.
	Likely
	// Duplicate rows are there already and are left out.
	Duplicate
)

// Match is a row's verdict. Existing is the place of the row it was found to
// be, in the slice that was given, and -1 for a new one.
type Match struct {
	Verdict  Verdict
	Existing int
}

// MatchDays is how far apart the day a person typed in and the day the bank
// booked may lie.
const MatchDays = 5

// MatchRows compares a file's rows with the account's, within days of each
// other. In this order, each existing row used once at most:
//
//  1. the same import id: duplicate;
//  2. the same date, amount and payee: duplicate;
//  3. the same amount within days, first with the same payee, then nearest: likely.
//
// Two rows that carry different ids of the same kind are never the same. payeeKey
// says what payees are compared by.
func MatchRows(rows []Row, existing []Existing, days int, payeeKey func(string) string) []Match {
	m := newMatcher(rows, existing, payeeKey)
	for i, r := range rows {
		m.take(i, m.byID[r.ImportID], 0, Duplicate)
	}
	m.pass(0, true, Duplicate)
	for apart := 0; apart <= days; apart++ {
		m.pass(apart, true, Likely)
	}
	for apart := 0; apart <= days; apart++ {
		m.pass(apart, false, Likely)
	}
	return m.matches
}

// place is where to look for an existing row; payee is empty for any payee.
type place struct {
	date   cal.Date
	amount money.Milli
	payee  string
	any    bool
}

type matcher struct {
	rows     []Row
	existing []Existing
	keys     []string // the rows' payees
	used     []bool
	free     int // existing rows that no row was found to be
	byID     map[string][]int
	byPlace  map[place][]int
	matches  []Match
}

func newMatcher(rows []Row, existing []Existing, payeeKey func(string) string) *matcher {
	m := &matcher{
		rows: rows, existing: existing, used: make([]bool, len(existing)), free: len(existing), matches: make([]Match, len(rows)),
		byID: map[string][]int{}, byPlace: map[place][]int{},
	}
	for i, r := range rows {
		m.matches[i].Existing = -1
		m.keys = append(m.keys, payeeKey(r.Payee))
	}
	for i, e := range existing {
		if e.ImportID != "" {
			m.byID[e.ImportID] = append(m.byID[e.ImportID], i)
		}
		for _, p := range []place{{date: e.Date, amount: e.Amount, payee: payeeKey(e.Payee)}, {date: e.Date, amount: e.Amount, any: true}} {
			m.byPlace[p] = append(m.byPlace[p], i)
		}
	}
	return m
}

// take gives the row the first candidate that is free and may be the same.
func (m *matcher) take(row int, candidates []int, apart int, v Verdict) {
	if m.matches[row].Existing >= 0 {
		return
	}
	for _, c := range candidates {
		if m.used[c] || !maybeSame(m.rows[row].ImportID, m.existing[c].ImportID, apart) {
			continue
		}
		m.used[c] = true
		m.free--
		m.matches[row] = Match{Verdict: v, Existing: c}
		return
	}
}

// maybeSame looks at the import ids. Two different ids of one kind are of two
// rows; of ids of two kinds nothing can be said, but both came from the bank,
// whose dates hardly differ.
func maybeSame(row, existing string, apart int) bool {
	if row == existing || existing == "" {
		return true
	}
	return apart <= 1 && idKind(row) != idKind(existing)
}

// pass looks for all rows at once, so that an exact match of one row goes
// before a near match of another.
func (m *matcher) pass(apart int, samePayee bool, v Verdict) {
	for i, r := range m.rows {
		if m.matches[i].Existing >= 0 || m.free == 0 {
			continue
		}
		for _, d := range []int{apart, -apart} {
			p := place{date: r.Date.AddDays(d), amount: r.Amount, any: !samePayee}
			if samePayee {
				p.payee = m.keys[i]
			}
			m.take(i, m.byPlace[p], apart, v)
		}
	}
}
