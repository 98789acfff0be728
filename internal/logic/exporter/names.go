package exporter

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// ids finds records by their numbers. A document refers to records by id, and repeats the names of some.
type ids struct {
	accounts   map[budget.AccountNo]*Account
	payees     map[budget.PayeeNo]*budget.Payee
	groups     map[budget.GroupNo]*budget.Group
	categories map[budget.CategoryNo]*budget.Category
	main       *budget.Category // the first income category
	own        *budget.Group    // the income group
}

func idsOf(src *Source) ids {
	return ids{
		accounts:   iterutil.PtrByKey(src.Accounts, func(a *Account) budget.AccountNo { return a.No }),
		payees:     iterutil.PtrByKey(src.Payees, func(p *budget.Payee) budget.PayeeNo { return p.No }),
		groups:     iterutil.PtrByKey(src.Groups, func(g *budget.Group) budget.GroupNo { return g.No }),
		categories: iterutil.PtrByKey(src.Categories, func(c *budget.Category) budget.CategoryNo { return c.No }),
		main:       iterutil.First(src.Categories, func(c budget.Category) bool { return c.Income }),
		own:        iterutil.First(src.Groups, func(g budget.Group) bool { return g.Income }),
	}
}

// account returns an account's id, or "" for none.
func (i *ids) account(no budget.AccountNo) string {
	if a := i.accounts[no]; a != nil {
		return a.ID
	}
	return ""
}

// payee returns a payee's id and name.
func (i *ids) payee(no budget.PayeeNo) (id, name string) {
	if p := i.payees[no]; p != nil {
		return p.ID, p.Name
	}
	return "", ""
}

// category returns a category's id and its name in the document.
func (i *ids) category(no budget.CategoryNo) (id, name string) {
	c := i.categories[no]
	switch {
	case c == nil:
		return "", ""
	case c == i.main:
		return c.ID, incomeName
	}
	return c.ID, c.Name
}

// group returns a group's id and its name in the document.
func (i *ids) group(no budget.GroupNo) (id, name string) {
	g := i.groups[no]
	switch {
	case g == nil:
		return "", ""
	case g == i.own:
		return g.ID, internalGroup
	}
	return g.ID, g.Name
}

// The source's names of the application's own records.
const (
	internalGroup = "Internal Master Category"
	incomeName    = "Inflow: Ready to Assign"
)
