// Package reimport says what a newer document of the same plan changes in a
// budget, as a pure function: nothing is changed here.
//
// Three budgets are compared: as the document was when it was brought over (was),
// as the newer document would be brought over (is), and as the budget stands
// (now). What differs between was and is happened at the source; what differs
// between was and now the person did here. The first is taken over, field by
// field, wherever the second did not touch the same.
//
// Floor 2: imports floors 0 and 1; knows no clock, database or network. Start
// with Compare, then merge.go.
package reimport

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// Action is what happened to a record at the source.
type Action string

// The actions.
const (
	New     Action = "new"
	Changed Action = "changed"
	Deleted Action = "deleted"
)

// Change is a record that is new, changed or deleted at the source.
type Change struct {
	Action Action `json:"action"`
	Kind   string `json:"kind"` // account, group, category, payee, transaction, scheduled, budgeted, month
	Name   string `json:"name"`
	// Date or Month and Amount tell rows and budgeted amounts.
	Date   cal.Date    `json:"date,omitempty"`
	Month  cal.Month   `json:"month,omitempty"`
	Amount money.Milli `json:"amount,omitempty"`
	Fields []string    `json:"fields,omitempty"` // what changes, of a changed record
	// Kept says why the record, or the fields named, stays as it is here.
	Kept       string   `json:"kept,omitempty"`
	KeptFields []string `json:"kept_fields,omitempty"`
}

// Result is what a newer document brings.
type Result struct {
	Changes []Change
	Writes  Writes
}

// Empty says that nothing is to be written.
func (r *Result) Empty() bool {
	w := &r.Writes
	return len(w.Accounts)+len(w.Groups)+len(w.Categories)+len(w.Payees)+len(w.Transactions)+len(w.Scheduled)+len(w.Cells)+len(w.Months)+
		len(w.GoneAccounts)+len(w.GoneGroups)+len(w.GoneCategories)+len(w.GonePayees)+len(w.GoneTransactions)+len(w.GoneScheduled) == 0
}

// Writes are records as they will be and the numbers of those that go. Numbers
// below zero stand for new records, also where others refer to them; no two
// records share one, of whatever kind.
type Writes struct {
	Accounts     []budget.Account
	Groups       []budget.Group
	Categories   []budget.Category
	Payees       []budget.Payee
	Transactions []budget.Transaction
	Scheduled    []budget.Scheduled
	Cells        []budget.Cell // one that says nothing goes
	Months       []budget.Month

	GoneAccounts     []budget.AccountNo
	GoneGroups       []budget.GroupNo
	GoneCategories   []budget.CategoryNo
	GonePayees       []budget.PayeeNo
	GoneTransactions []budget.TxNo
	GoneScheduled    []budget.ScheduledNo

	// CardPayments are what the newer document says of card payments.
	CardPayments []budget.CardPayment
}

// Compare says what a newer document changes. was and now share their numbers:
// an import numbers the same document the same way. The budgets given are not
// changed.
func Compare(was, is, now *budget.Whole) *Result {
	is = newTranslation(was, is, now).whole(is)
	c := &comparison{was: was, now: now, result: &Result{Changes: []Change{}}}
	w := &c.result.Writes
	w.Groups, w.GoneGroups = records(c, groups, was.Groups, is.Groups, now.Groups)
	w.Categories, w.GoneCategories = records(c, categories, was.Categories, is.Categories, now.Categories)
	w.Accounts, w.GoneAccounts = records(c, accounts, was.Accounts, is.Accounts, now.Accounts)
	w.Payees, w.GonePayees = records(c, payees, was.Payees, is.Payees, now.Payees)
	w.Transactions, w.GoneTransactions = records(c, c.transactions(is), was.Transactions, is.Transactions, now.Transactions)
	w.Scheduled, w.GoneScheduled = records(c, c.scheduled(is), was.Scheduled, is.Scheduled, now.Scheduled)
	w.Cells = c.cells(is)
	w.Months = c.months(is)
	w.CardPayments = is.Info.CardPayments
	c.keepUsed()
	c.nameApart()
	return c.result
}

// comparison is one comparison under way.
type comparison struct {
	was, now *budget.Whole
	result   *Result
}

func (c *comparison) add(change Change) { c.result.Changes = append(c.result.Changes, change) }
