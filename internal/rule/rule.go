// Package rule holds the rules of people about transactions: when it is so, then
// set that. [Check] says what cannot be a rule, [Compile] makes rules ready, and
// [Set.Apply] says what they make of one transaction. Nothing here writes.
//
// The rules are gone through in order, and each sees what those before it made of
// the transaction; a rule that gives a payee its name is followed by one that
// categorises the name, wherever the two stand. So that this holds, they are gone
// through again until nothing changes. Where two would set the same thing, the
// upper one does. Rules that contradict each other without an end change nothing:
// applying rules twice is applying them once.
//
// Floor 2: imports floors 0 and 1. Start with Set.Apply.
package rule

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// The bounds.
const (
	MaxRules      = 500
	MaxConditions = 20
	MaxShares     = 20
	MaxText       = 200  // characters of a condition
	MaxNotes      = 500  // characters that a rule writes
	maxProgram    = 2000 // instructions of a regular expression
	maxLooked     = 1000 // bytes of a text that a regular expression looks at
	maxRounds     = 16
)

// Whole is all of a split, in the unit of shares.
const Whole = 10000

// World is what rules know of a budget.
type World struct {
	Accounts []budget.Account
	Payees   []budget.Payee
	Step     money.Milli // the currency's smallest amount
}

// Row is a transaction as rules see it, and what they make of it.
type Row struct {
	Account  budget.AccountNo
	Date     cal.Date
	Amount   money.Milli
	BankText string         // what the bank wrote for the payee
	Payee    budget.PayeeNo // none where Name alone is known
	Name     string         // of a payee that is none yet
	Category budget.CategoryNo
	Transfer budget.AccountNo
	Parts    []Part
	Split    bool // it has parts already
	Notes    string
	Flag     string
	Keep     Keep // what somebody has said, and no rule changes
}

// Part is a part that a rule makes of a transaction.
type Part struct {
	Amount   money.Milli
	Category budget.CategoryNo
	Notes    string
}

// Keep are the things that rules leave as they are.
type Keep struct{ Payee, Money, Notes, Flag bool }

// RowOf is a transaction as rules see it. A transfer and a split stay what they
// are: somebody has said what they are.
func RowOf(t *budget.Transaction) Row {
	r := Row{
		Account: t.Account, Date: t.Date, Amount: t.Amount, Payee: t.Payee, Category: t.Category, Transfer: t.Transfer.Account,
		Split: len(t.Parts) > 0, Notes: t.Memo, Flag: t.FlagColour, BankText: t.Bank.Text(),
	}
	r.Settle()
	return r
}

// Settle keeps what somebody has said of a row by making it a transfer or a split.
func (r *Row) Settle() {
	r.Keep.Money = r.Split || r.Transfer != 0
	r.Keep.Payee = r.Transfer != 0
}
