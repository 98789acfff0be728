// Package reimport says what a newer document of the same plan changes in a
// budget, as a pure function: nothing is changed here.
//
// Three budgets are compared: as the document that was taken over last makes it
// (was), as the newer document makes it (is), and as the budget stands (now). What
// differs between was and is happened at the source; what differs between was and
// now the person did here. The first is taken over, field by field, wherever the
// second did not touch the same.
//
// Floor 2: imports floors 0 and 1; knows no clock, database or network. Start
// with Compare, then translate.go (which records are the same), merge.go (what is
// taken over) and sound.go (what it refers to).
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
	Kind   string `json:"kind"` // account, group, category, payee, payee location, transaction, scheduled, budgeted, rollover, month, plan
	Name   string `json:"name"`
	Was    string `json:"was,omitempty"` // the name that it has here, where that changes
	// Date or Month and Amount tell rows and budgeted amounts.
	Date   cal.Date    `json:"date,omitempty"`
	Month  cal.Month   `json:"month,omitempty"`
	Amount money.Milli `json:"amount,omitempty"`
	Fields []string    `json:"fields,omitempty"` // what changes, of a changed record
	// Kept says why the record, or the fields named, stays as it is here.
	Kept       string   `json:"kept,omitempty"`
	KeptFields []string `json:"kept_fields,omitempty"`

	no int64 // the record's number, where its kind has numbers
}

// Result is what a newer document brings.
type Result struct {
	Changes []Change
	Writes  Writes
}

// Writes are records as they will be and the numbers of those that go. Numbers
// below zero stand for new records, also where others refer to them; no two
// records share one, of whatever kind.
type Writes struct {
	Accounts     []budget.Account
	Groups       []budget.Group
	Categories   []budget.Category
	Payees       []budget.Payee
	Locations    []budget.Location
	Transactions []budget.Transaction
	Scheduled    []budget.Scheduled
	Cells        []budget.Cell // one that says nothing goes
	Months       []budget.Month
	Rollovers    []Switches

	GoneAccounts     []budget.AccountNo
	GoneGroups       []budget.GroupNo
	GoneCategories   []budget.CategoryNo
	GonePayees       []budget.PayeeNo
	GoneLocations    []budget.LocationNo
	GoneTransactions []budget.TxNo
	GoneScheduled    []budget.ScheduledNo

	// Info is the budget's own, with what the newer document says of the plan and
	// of card payments.
	Info budget.Info
}

// Switches are all rollover switches of a category, as they will be. Only the
// document of another Holdover has any.
type Switches struct {
	Category budget.CategoryNo
	All      []budget.Rollover
}

// Compare says what a newer document changes. The budgets given are not changed.
func Compare(was, is, now *budget.Whole) *Result {
	numbers := newTranslation(now)
	was, is = numbers.whole(was), numbers.whole(is) // was decides which is which
	c := &comparison{was: was, is: is, now: now, result: &Result{Changes: []Change{}}}
	w := &c.result.Writes
	w.Groups, w.GoneGroups = records(c, groups, was.Groups, is.Groups, now.Groups)
	w.Categories, w.GoneCategories = records(c, categories, was.Categories, is.Categories, now.Categories)
	w.Accounts, w.GoneAccounts = records(c, accounts, was.Accounts, is.Accounts, now.Accounts)
	w.Payees, w.GonePayees = records(c, payees, was.Payees, is.Payees, now.Payees)
	w.Locations, w.GoneLocations = records(c, c.locations(), was.Locations, is.Locations, now.Locations)
	w.Transactions, w.GoneTransactions = records(c, c.transactions(), was.Transactions, is.Transactions, now.Transactions)
	w.Scheduled, w.GoneScheduled = records(c, c.scheduled(), was.Scheduled, is.Scheduled, now.Scheduled)
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

// comparison is one comparison under way.
type comparison struct {
	was, is, now *budget.Whole
	result       *Result
}

func (c *comparison) add(change Change) { c.result.Changes = append(c.result.Changes, change) }
