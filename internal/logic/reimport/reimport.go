// Package reimport determines the changes that a newer document of the same plan makes to a budget. It is a pure
// function and changes nothing.
//
// It compares three budgets: from the document taken over last (was), from the newer document (is), and the current
// one (now). Differences between was and is happened at the source; differences between was and now were made here by
// the user. The former are taken over, field by field, unless the latter changed the same field.
//
// Start with Compare, then translate.go (matching records), merge.go (merging fields) and sound.go (references).
package reimport

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
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
	Kind   string `json:"kind"` // account, account group, group, category, payee, payee location, transaction, scheduled, rule, budgeted, rollover, month, plan
	Name   string `json:"name"`
	Was    string `json:"was,omitempty"` // the name here, if it changes
	// Date or Month and Amount identify rows and budgeted amounts.
	Date   civil.Date  `json:"date,omitempty"`
	Month  civil.Month `json:"month,omitempty"`
	Amount money.Milli `json:"amount,omitempty"`
	Fields []string    `json:"fields,omitempty"` // the changed fields of a changed record
	// Kept is the reason why the record, or the named fields, do not change here.
	Kept       string   `json:"kept,omitempty"`
	KeptFields []string `json:"kept_fields,omitempty"`

	no int64 // the record's number, if its kind has numbers
}

// Result lists the changes of a newer document.
type Result struct {
	Changes []Change
	Writes  Writes
}

// Writes contains the records to write and the numbers of those to delete. Negative numbers are new records, also in
// references; they are unique across all kinds.
type Writes struct {
	Accounts      []budget.Account
	AccountGroups []budget.AccountGroup
	Groups        []budget.Group
	Categories    []budget.Category
	Payees        []budget.Payee
	Locations     []budget.Location
	Transactions  []budget.Transaction
	Scheduled     []budget.Scheduled
	Cells         []budget.Cell // an empty one is deleted
	Months        []budget.Month
	Rollovers     []Switches
	Rules         []budget.Rule

	GoneAccounts      []budget.AccountNo
	GoneAccountGroups []budget.AccountGroupNo
	GoneGroups        []budget.GroupNo
	GoneCategories    []budget.CategoryNo
	GonePayees        []budget.PayeeNo
	GoneLocations     []budget.LocationNo
	GoneTransactions  []budget.TxNo
	GoneScheduled     []budget.ScheduledNo
	GoneRules         []budget.RuleNo

	// Info is the budget's own with the newer document's data about the plan and card payments.
	Info budget.Info
}

// Switches contains all rollover switches of a category after the writes. Only a document of another Holdover has
// any.
type Switches struct {
	Category budget.CategoryNo
	All      []budget.Rollover
}

// Compare returns the changes of a newer document. It does not modify its arguments.
func Compare(was, is, now *budget.Whole) *Result {
	numbers := newTranslation(now)
	was, is = numbers.whole(was), numbers.whole(is) // was decides the matching of records
	c := &comparison{was: was, is: is, now: now, result: &Result{Changes: []Change{}}}
	w := &c.result.Writes
	w.AccountGroups, w.GoneAccountGroups = c.groupsOfAccounts()
	w.Groups, w.GoneGroups = records(c, groups, was.Groups, is.Groups, now.Groups)
	w.Categories, w.GoneCategories = records(c, categories, was.Categories, is.Categories, now.Categories)
	w.Accounts, w.GoneAccounts = records(c, accounts, was.Accounts, is.Accounts, now.Accounts)
	w.Payees, w.GonePayees = records(c, payees, was.Payees, is.Payees, now.Payees)
	w.Locations, w.GoneLocations = records(c, c.locations(), was.Locations, is.Locations, now.Locations)
	w.Transactions, w.GoneTransactions = records(c, c.transactions(), was.Transactions, is.Transactions, now.Transactions)
	w.Scheduled, w.GoneScheduled = records(c, c.scheduled(), was.Scheduled, is.Scheduled, now.Scheduled)
	w.Rules, w.GoneRules = c.rules()
	w.Cells = c.cells()
	w.Months = c.months()
	w.Rollovers = c.rollovers()
	w.Info = c.info()
	c.makeSound()
	c.keepUsed()
	c.pairUp()
	c.nameApart()
	c.idsApart()
	return c.result
}

// comparison is the state of one comparison.
type comparison struct {
	was, is, now *budget.Whole
	result       *Result
}

func (c *comparison) add(change Change) { c.result.Changes = append(c.result.Changes, change) }
