// Package matching decides which incoming transactions an account already has. They are received from a bank's file,
// a program or a user. It is the only package that decides this.
//
// Match weighs the bank's id, amount, date, payee and cleared state of two transactions (evidence.go). No single sign
// decides. balance.go adds the file's closing balance. Decision 0065 lists the rules, with the reason for each.
//
// Start with Match; ids.go creates import ids, and pair.go merges two transactions and separates them.
package matching

import (
	"context"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Row contains the properties of a transaction that matching compares.
type Row struct {
	Date   civil.Date
	Amount money.Milli
	// Payee is the key of the payee's name in the budget, see budget.NameKey.
	Payee string
	// Text is the key of the bank's text for the payee, or "" for a transaction that a user entered.
	Text string
	// ImportID is "" for a transaction that a user entered.
	ImportID string
	// IsKnown reports whether Payee is a payee of the budget. It is always true for existing transactions.
	IsKnown bool

	// The following fields are set for existing transactions only.

	Cleared    budget.Cleared
	IsTransfer bool
	// IsForeign reports whether another program wrote Text, so that the bank's files may contain another text.
	IsForeign bool
	// Least and Most are the smallest and the largest amount of a transaction whose amount is approximate, because it was
	// entered for a schedule and the user has not approved it. Both are zero for an exact amount.
	Least, Most money.Milli
	// Listed are the other forms in which the bank has listed the transaction.
	Listed []budget.Listing
}

// ExistingRow returns the properties of a transaction of the account. payee is the key of its payee's name.
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

// Verdict is the relation of an incoming row to the account.
type Verdict int

// The verdicts, from the weakest to the strongest.
const (
	// New rows are not in the account.
	New Verdict = iota
	// Ask rows may be an existing transaction: the evidence is contradictory.
	Ask
	// Entered rows are a transaction that a user entered. The import confirms it.
	Entered
	// Imported rows were imported before.
	Imported
)

// Result is the verdict on an incoming row.
type Result struct {
	Verdict Verdict
	// Existing is the index of the existing transaction, or -1 for a new row.
	Existing int
	// Reason is the reason for asking about a row.
	Reason Reason
	// HasSameID reports whether the two have the same bank id.
	HasSameID bool
}

// Days is the largest distance between the day that a user entered and the day of booking. The source documents the
// same number.
const Days = 10

// bookingDays is the largest distance between the days that a bank assigns to one transaction: authorised, booked,
// valued.
const bookingDays = 3

// Match compares the rows of a bank's file with the account's transactions. Each existing transaction is paired with
// at most one row, strong pairs first. Match returns the context's error if the context is cancelled.
func Match(ctx context.Context, incoming, existing []Row) ([]Result, error) {
	m := newMatcher(ctx, incoming, existing, judge)
	m.pairByID(func(s *signs) bool { return s.isSameAmount && s.days <= Days })
	m.pairByAmount(samePayee, Days)
	m.pairByAmount(alikePayee, Days)
	m.pairByID(func(s *signs) bool { return s.days <= Days })
	m.pairByAmount(unclearPayee, Days)
	m.pairByAmount(otherPayee, Days)
	m.pairByID(func(*signs) bool { return true })
	m.pairByRange()
	return m.results, ctx.Err()
}

// MatchEntered finds, for the rows of a program, the transactions that a user entered: same amount, at most Days
// apart, the same payee first, then the nearest. These are the documented rules of the source's API. No row gets the
// verdict Ask.
func MatchEntered(ctx context.Context, incoming, existing []Row) ([]Result, error) {
	m := newMatcher(ctx, incoming, existing, func(*signs) (Verdict, Reason) { return Entered, "" })
	m.pairByAmount(samePayee, Days)
	m.pairByAmount(otherPayee, Days)
	return m.results, ctx.Err()
}
