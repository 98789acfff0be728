// Package matching decides which transactions of an account the bank, a program
// or a person brings a second time. It is the only place that decides this.
//
// Match weighs the bank's id, amount, date, payee and cleared state of two
// transactions (evidence.go); no single sign decides. Balance.go adds the file's
// closing balance. Decision 0065 has the rules, with the reason for each.
//
// Floor 2: imports floors 0 and 1 (cal, money, fault, budget). Start with Match;
// ids.go makes import ids, and pair.go merges two transactions and separates them.
package matching

import (
	"context"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Row is a transaction of an account as matching compares it.
type Row struct {
	Date   cal.Date
	Amount money.Milli
	// Payee is the key of the payee's name as the budget knows it, see budget.NameKey.
	Payee string
	// Text is the key of what the bank calls the payee, empty for a transaction that was typed in.
	Text string
	// ImportID is empty for a transaction that was typed in.
	ImportID string
	// IsKnown reports whether Payee is a payee of the budget. Of existing transactions it always is.
	IsKnown bool

	// The following are of existing transactions only.

	Cleared    budget.Cleared
	IsTransfer bool
	// IsForeign reports whether Text was written by another program, so that the bank's files may say it differently.
	IsForeign bool
	// Listed are the other forms in which the bank has listed the transaction.
	Listed []budget.Listing
}

// ExistingRow returns what matching compares of a transaction of the account. payee is the key of its payee's name.
func ExistingRow(t *budget.Transaction, payee string) Row {
	r := Row{
		Date: t.Date, Amount: t.Amount, Payee: payee, IsKnown: payee != "", Cleared: t.Cleared,
		IsTransfer: t.Transfer.Account != 0,
	}
	for bank := t.Bank; bank != nil; {
		if r.ImportID == "" {
			r.ImportID, r.Text = bank.ImportID, budget.NameKey(bank.Text())
		}
		r.Listed = append(r.Listed, bank.Listed...)
		if bank.Match == nil {
			break
		}
		if came := &bank.Match.Came; came.Bank != nil && came.Bank.ImportID != "" {
			r.Listed = append(r.Listed, budget.Listing{ImportID: came.Bank.ImportID, Date: came.Date, Amount: came.Amount, Text: came.Bank.Text()})
		}
		bank = bank.Match.Bank
	}
	r.IsForeign = t.SourceID != "" && len(r.Listed) == 0
	return r
}

// Verdict says what an incoming row is to the account.
type Verdict int

// The verdicts, from the weakest to the strongest.
const (
	// New rows are not in the account.
	New Verdict = iota
	// Ask rows may be an existing transaction: the signs do not agree.
	Ask
	// Entered rows are a transaction that a person entered. Importing confirms it.
	Entered
	// Imported rows were imported before.
	Imported
)

// Result is the verdict on an incoming row.
type Result struct {
	Verdict Verdict
	// Existing is the index of the existing transaction, -1 for a new row.
	Existing int
	// Reason says why a row is asked about.
	Reason Reason
	// HasSameID reports whether the two have the same bank id.
	HasSameID bool
}

// Days is the largest distance between the day that a person entered and the day
// that the bank booked. The source documents the same number.
const Days = 10

// bookingDays is the largest distance between two days that a bank gives one
// transaction: authorised, booked, valued.
const bookingDays = 3

// Match compares the rows of a bank's file with the account's transactions. Each
// existing transaction is paired with at most one row, strong pairs first. Match
// returns the context's error when the context ends.
func Match(ctx context.Context, incoming, existing []Row) ([]Result, error) {
	m := newMatcher(ctx, incoming, existing, judge)
	m.pairByID(func(s *signs) bool { return s.isSameAmount && s.days <= Days })
	m.pairByAmount(samePayee, Days)
	m.pairByAmount(alikePayee, Days)
	m.pairByID(func(s *signs) bool { return s.days <= Days })
	m.pairByAmount(unclearPayee, Days)
	m.pairByAmount(otherPayee, Days)
	m.pairByID(func(*signs) bool { return true })
	return m.results, ctx.Err()
}

// MatchEntered finds the transactions that a person entered for rows that a program
// brings: same amount, at most Days apart, the same payee first, then the nearest.
// These are the documented rules of the source's API; nothing is asked.
func MatchEntered(ctx context.Context, incoming, existing []Row) ([]Result, error) {
	m := newMatcher(ctx, incoming, existing, func(*signs) (Verdict, Reason) { return Entered, "" })
	m.pairByAmount(samePayee, Days)
	m.pairByAmount(otherPayee, Days)
	return m.results, ctx.Err()
}
