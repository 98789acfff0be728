package migration

import (
	"slices"

	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// naming returns the names of records in a proposal, new ones included.
type naming struct {
	accounts   map[budget.AccountNo]budget.Account
	payees     map[budget.PayeeNo]budget.Payee
	groups     map[budget.GroupNo]budget.Group
	categories map[budget.CategoryNo]budget.Category
	rows       map[budget.TxNo]string // ids
}

func newNaming(in *cleanup.Input, changes *cleanup.Changes) *naming {
	w := in.Budget
	return &naming{
		accounts:   iterutil.ByKey(w.Accounts, func(a budget.Account) budget.AccountNo { return a.No }),
		payees:     iterutil.ByKey(w.Payees, func(p budget.Payee) budget.PayeeNo { return p.No }),
		groups:     iterutil.ByKey(slices.Concat(w.Groups, changes.NewGroups), func(g budget.Group) budget.GroupNo { return g.No }),
		categories: iterutil.ByKey(slices.Concat(w.Categories, changes.NewCategories), func(c budget.Category) budget.CategoryNo { return c.No }),
	}
}

func (n *naming) item(i *cleanup.Item) CleanUpItem {
	view := CleanUpItem{Item: *i, Account: n.accounts[i.Account].Name, Group: n.groups[i.Group].Name, Into: n.groups[i.IntoGroup].Name}
	if c, is := n.categories[i.Category]; is {
		view.Category, view.Group = c.Name, n.groups[c.Group].Name
	}
	if c, is := n.categories[i.Into]; is {
		view.Into = c.Name
	}
	if i.Tx != 0 {
		view.Transaction, view.Date, view.Payee = n.rows[i.Tx], i.Day, n.payees[i.Payee].Name
	}
	return view
}

// What describes an item in a few words.
func (i *CleanUpItem) What() string {
	switch {
	case i.Date != 0 && i.Payee != "":
		return i.Account + ", " + i.Payee
	case i.Date != 0:
		return i.Account
	case i.Category != "" && i.Lines > 0:
		return i.Group + ": " + i.Category + ", " + humanize.Number(i.Lines, "transaction", "transactions")
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

// When returns the months or day of an item, or "".
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

// Target returns the destination of an item: the receiving category or group, or its new name.
func (i *CleanUpItem) Target() string {
	if i.Action == cleanup.Rename {
		return i.Name
	}
	return i.Into
}

// Sum returns the amount of the item: the moved amount, or a duplicate's balance.
func (i *CleanUpItem) Sum() money.Milli {
	if i.Amount == 0 {
		return i.Balance
	}
	return i.Amount
}
