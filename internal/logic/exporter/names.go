package exporter

import (
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// names contains the records by number, for references by id.
type names struct {
	accounts   map[budget.AccountNo]*Account
	payees     map[budget.PayeeNo]*budget.Payee
	groups     map[budget.GroupNo]*budget.Group
	categories map[budget.CategoryNo]*budget.Category
	main       *budget.Category // the first income category
	own        *budget.Group    // the income group
}

func namesOf(src *Source) names {
	return names{
		accounts:   iterutil.PtrByKey(src.Accounts, func(a *Account) budget.AccountNo { return a.No }),
		payees:     iterutil.PtrByKey(src.Payees, func(p *budget.Payee) budget.PayeeNo { return p.No }),
		groups:     iterutil.PtrByKey(src.Groups, func(g *budget.Group) budget.GroupNo { return g.No }),
		categories: iterutil.PtrByKey(src.Categories, func(c *budget.Category) budget.CategoryNo { return c.No }),
		main:       iterutil.First(src.Categories, func(c budget.Category) bool { return c.Income }),
		own:        iterutil.First(src.Groups, func(g budget.Group) bool { return g.Income }),
	}
}

func (n *names) account(no budget.AccountNo) string {
	if a := n.accounts[no]; a != nil {
		return a.ID
	}
	return ""
}

func (n *names) payee(no budget.PayeeNo) (id, name string) {
	if p := n.payees[no]; p != nil {
		return p.ID, p.Name
	}
	return "", ""
}

// category returns a category's id and its name in the document.
func (n *names) category(no budget.CategoryNo) (id, name string) {
	c := n.categories[no]
	switch {
	case c == nil:
		return "", ""
	case c == n.main:
		return c.ID, incomeName
	}
	return c.ID, c.Name
}

// group returns a group's id and its name in the document.
func (n *names) group(no budget.GroupNo) (id, name string) {
	g := n.groups[no]
	switch {
	case g == nil:
		return "", ""
	case g == n.own:
		return g.ID, internalGroup
	}
	return g.ID, g.Name
}

// The source's names of the application's own records.
const (
	internalGroup = "Internal Master Category"
	incomeName    = "Inflow: Ready to Assign"
)
