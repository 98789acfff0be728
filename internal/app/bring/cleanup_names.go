package bring

import (
	"holdover/internal/budget"
	"holdover/internal/cleanup"
	"holdover/internal/money"
	"holdover/internal/words"
)

// naming gives the names of what a proposal refers to by numbers, new records
// included.
type naming struct {
	accounts   map[budget.AccountNo]string
	payees     map[budget.PayeeNo]string
	groups     map[budget.GroupNo]string
	categories map[budget.CategoryNo]*budget.Category
	rows       map[budget.TxNo]string // ids
}

func newNaming(in *cleanup.Input, changes *cleanup.Changes) *naming {
	w := in.Budget
	n := &naming{
		accounts: map[budget.AccountNo]string{}, payees: map[budget.PayeeNo]string{}, groups: map[budget.GroupNo]string{},
		categories: map[budget.CategoryNo]*budget.Category{},
	}
	for i := range w.Accounts {
		n.accounts[w.Accounts[i].No] = w.Accounts[i].Name
	}
	for i := range w.Payees {
		n.payees[w.Payees[i].No] = w.Payees[i].Name
	}
	for _, groups := range [][]budget.Group{w.Groups, changes.NewGroups} {
		for i := range groups {
			n.groups[groups[i].No] = groups[i].Name
		}
	}
	for _, categories := range [][]budget.Category{w.Categories, changes.NewCategories} {
		for i := range categories {
			n.categories[categories[i].No] = &categories[i]
		}
	}
	return n
}

func (n *naming) item(i *cleanup.Item) CleanUpItem {
	view := CleanUpItem{Item: *i, Account: n.accounts[i.Account], Group: n.groups[i.Group]}
	if c := n.categories[i.Category]; c != nil {
		view.Category, view.Group = c.Name, n.groups[c.Group]
	}
	if i.IntoGroup != 0 {
		view.Into = n.groups[i.IntoGroup]
	}
	if c := n.categories[i.Into]; c != nil {
		view.Into = c.Name
	}
	if i.Tx != 0 {
		view.Transaction, view.Date, view.Payee = n.rows[i.Tx], i.Day, n.payees[i.Payee]
	}
	return view
}

// What says what an item is about, in a few words.
func (i *CleanUpItem) What() string {
	switch {
	case i.Date != 0 && i.Payee != "":
		return i.Account + ", " + i.Payee
	case i.Date != 0:
		return i.Account
	case i.Category != "" && i.Lines > 0:
		return i.Group + ": " + i.Category + ", " + words.Number(i.Lines, "transaction", "transactions")
	case i.Category != "":
		return i.Group + ": " + i.Category
	case i.Group != "":
		return "group " + i.Group
	case i.Account != "":
		return i.Account
	case i.Action == cleanup.Hold:
		return "To Budget"
	}
	return ""
}

// When says in what month or months, or on what day; empty where it does not
// matter.
func (i *CleanUpItem) When() string {
	switch {
	case i.Date != 0:
		return i.Date.String()
	case i.Month != 0 && i.Until > i.Month:
		return i.Month.String() + " to " + i.Until.String()
	case i.Month != 0:
		return i.Month.String()
	}
	return ""
}

// Target says where the item goes: the receiving category or group, or the name
// it gets.
func (i *CleanUpItem) Target() string {
	if i.Action == cleanup.Rename {
		return i.Name
	}
	return i.Into
}

// Sum is the amount that the item is about: what moves, or a duplicate's balance.
func (i *CleanUpItem) Sum() money.Milli {
	if i.Amount == 0 {
		return i.Balance
	}
	return i.Amount
}
