// Package matching says which rows an account has already, of rows that come to
// it from outside: from a bank's file, through the API or by hand. There is this
// one way, whoever asks.
//
// Floor 2: imports floors 0 and 1 (cal, money, fault, budget). Start with Match;
// ids.go says how rows without an identity of their own get one, and pair.go how
// two rows become one and two again.
package matching

import (
	"context"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// Row is a row of an account as far as it can be told from others.
type Row struct {
	Date   cal.Date
	Amount money.Milli
	// Payee is the key that payees are compared by, such as budget.NameKey of the name.
	Payee string
	// ImportID is empty for a row that was typed in.
	ImportID string
	// Text is the key of what the bank calls the payee; empty where nobody compares by it.
	Text string
}

// Verdict is what an incoming row is to the account.
type Verdict int

// The verdicts.
const (
	// New rows are not in the account yet.
	New Verdict = iota
	// Likely rows are probably the same as one that is there: equal amount, a few
	// days apart. Importing links the two.
	Likely
	// Duplicate rows are there already and are left out.
	Duplicate
)

// Result is an incoming row's verdict. Existing is the place of the row it was
// found to be, in the slice that was given, and -1 for a new one.
type Result struct {
	Verdict  Verdict
	Existing int
}

// Days is how far apart the day a person typed in and the day the bank booked
// may lie.
const Days = 10

// Match compares incoming rows with the account's. In this order, each existing
// row used once at most:
//
//  1. the same import id, where ids are counted first that of a row of the same text: duplicate;
//  2. the same date, amount and payee: duplicate;
//  3. the same amount within Days, first with the same payee, then nearest: likely.
//
// Two rows that carry different ids of the same kind are never the same. The
// time it takes grows with the rows, however alike they are. It ends with the
// context's error when the context does.
func Match(ctx context.Context, incoming, existing []Row) ([]Result, error) {
	m := newMatcher(ctx, incoming, existing)
	m.byText()
	m.byID()
	m.pass(0, true, Duplicate)
	for apart := 0; apart <= Days; apart++ {
		m.pass(apart, true, Likely)
	}
	for apart := 0; apart <= Days; apart++ {
		m.pass(apart, false, Likely)
	}
	return m.results, ctx.Err()
}
