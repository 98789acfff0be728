// Package rule contains users' rules about transactions: conditions and the fields to set. [Check] validates a rule,
// [Compile] prepares rules, and [Set.Apply] applies them to one transaction. Nothing here writes.
//
// Rules apply in order, and each sees the changes of those before it. They apply repeatedly until nothing changes, so
// that a rule that names the payee is followed by one that categorises the payee, in either order. Of two rules that
// would set the same field, the first does. Rules that contradict each other endlessly change nothing, so that
// applying rules twice equals applying them once.
//
// Start with Set.Apply.
package rule

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// The bounds.
const (
	MaxRules      = 500
	MaxConditions = 20
	MaxShares     = 20
	MaxText       = 200  // characters of a condition
	MaxNotes      = 500  // characters that a rule writes
	maxProgram    = 2000 // instructions of a regular expression
	maxLooked     = 1000 // bytes of a text that a regular expression searches
	maxRounds     = 16
)

// Whole is all of a split, in the unit of shares.
const Whole = 10000

// Context is the data about a budget that rules read.
type Context struct {
	Accounts []budget.Account
	Payees   []budget.Payee
	Step     money.Milli // the currency's smallest amount
}

// Row is the input and output of rules: the relevant fields of a transaction.
type Row struct {
	Account  budget.AccountNo
	Date     civil.Date
	Amount   money.Milli
	BankText string         // the bank's text for the payee
	Payee    budget.PayeeNo // zero if only Name is known
	Name     string         // of a payee that does not exist yet
	Category budget.CategoryNo
	Transfer budget.AccountNo
	Parts    []Part
	Split    bool // it has parts already
	Notes    string
	Flag     string
	Locked   Locked // fields set by the user, which no rule changes

	LeaveOut budget.RuleNo // result: the rule that leaves the row out, if it is a bank's new one; zero for none
	Schedule string        // result: the id of the scheduled transaction that the row enters, if it is new; empty for none
	// AnyAmount is a result: the row enters Schedule with any amount of its direction.
	AnyAmount bool
}

// Part is a part of a split that a rule creates.
type Part struct {
	Amount   money.Milli
	Category budget.CategoryNo
	Notes    string
}

// Locked selects the fields that rules must not change.
type Locked struct{ Payee, Money, Notes, Flag bool }

// RowOf returns a transaction as input of rules. A transfer or split was chosen by the user and stays.
func RowOf(t *budget.Transaction) Row {
	r := Row{
		Account: t.Account, Date: t.Date, Amount: t.Amount, Payee: t.Payee, Category: t.Category, Transfer: t.Transfer.Account,
		Split: len(t.Parts) > 0, Notes: t.Memo, Flag: t.FlagColour, BankText: t.Bank.Text(),
	}
	r.Settle()
	return r
}

// Settle locks the fields of a row that the user set by making it a transfer or a split.
func (r *Row) Settle() {
	r.Locked.Money = r.Split || r.Transfer != 0
	r.Locked.Payee = r.Transfer != 0
}
