package app

import (
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/fault"
)

// Finding what a filter of a report names: by id or by name, None is what has none.

func (n *names) findAccount(ref string) (budget.AccountNo, string, string, error) {
	return find(n, "account", ref, n.accounts, func(a budget.Account) (string, string) { return a.ID, a.Name })
}

func (n *names) findPayee(ref string) (budget.PayeeNo, string, string, error) {
	return find(n, "payee", ref, n.payees, func(p budget.Payee) (string, string) { return p.ID, p.Name })
}

func (n *names) findCategory(ref string) (budget.CategoryNo, string, string, error) {
	return find(n, "category", ref, n.categories, func(c budget.Category) (string, string) { return c.ID, c.Name })
}

func (n *names) groupsOf(all []budget.Group) func(string) (budget.GroupNo, string, string, error) {
	groups := each.By(all, func(g budget.Group) budget.GroupNo { return g.No })
	return func(ref string) (budget.GroupNo, string, string, error) {
		return find(n, "category group", ref, groups, func(g budget.Group) (string, string) { return g.ID, g.Name })
	}
}

// findFlag finds a colour; a flag is its own number.
func findFlag(ref string) (colour, id, name string, err error) {
	switch {
	case ref == None:
		return "", None, "No flag", nil
	case len(ref) > 40:
		return "", "", "", fault.New(fault.Invalid, "that is no colour of a flag").AtField("flag")
	}
	return ref, ref, ref, nil
}

func find[N comparable, T any](n *names, what, ref string, records map[N]T, of func(T) (id, name string)) (no N, id, name string, err error) {
	if ref == None {
		return no, None, "No " + what, nil
	}
	if no, err = lookUp(n, what, ref, records, of); err == nil {
		id, name = of(records[no])
	}
	return no, id, name, err
}
