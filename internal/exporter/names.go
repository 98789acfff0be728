package exporter

import (
	"holdover/internal/budget"
	"holdover/internal/each"
)

// names are the records by number, for what refers to them by id.
type names struct {
	accounts   map[budget.AccountNo]*budget.Account
	payees     map[budget.PayeeNo]*budget.Payee
	groups     map[budget.GroupNo]*budget.Group
	categories map[budget.CategoryNo]*budget.Category
	main       *budget.Category // the first income category
	own        *budget.Group    // the income group
}

func namesOf(src *Source) names {
	n := names{
		accounts:   make(map[budget.AccountNo]*budget.Account, len(src.Accounts)),
		payees:     make(map[budget.PayeeNo]*budget.Payee, len(src.Payees)),
		groups:     make(map[budget.GroupNo]*budget.Group, len(src.Groups)),
		categories: make(map[budget.CategoryNo]*budget.Category, len(src.Categories)),
	}
	for i := range src.Accounts {
		n.accounts[src.Accounts[i].No] = &src.Accounts[i].Account
	}
	for i := range src.Payees {
		n.payees[src.Payees[i].No] = &src.Payees[i]
	}
	for g := range each.In(src.Groups) {
		n.groups[g.No] = g
		if g.Income && n.own == nil {
			n.own = g
		}
	}
	for c := range each.In(src.Categories) {
		n.categories[c.No] = c
		if c.Income && n.main == nil {
			n.main = c
		}
	}
	return n
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

// category is a category's id and the name that it has in the document.
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

// group is a group's id and the name that it has in the document.
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

// The source's names for what the application calls by its own.
const (
	internalGroup = "Internal Master Category"
	incomeName    = "Inflow: Ready to Assign"
)
