package rows

import (
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// None represents records without category, payee or flag in a report.
const None = "none"

// IsThere returns a function that reports whether the record with an id still exists, by one of the finders.
func IsThere[N any](find func(string) (N, string, string, error)) func(id string) bool {
	return func(id string) bool {
		_, is, _, err := find(id)
		return err == nil && is == id
	}
}

// FindAccount looks up a reference by id or name, and returns number, id and name. The number is zero for None.
func (n *Names) FindAccount(ref string) (budget.AccountNo, string, string, error) {
	return find(n, "account", ref, n.Accounts, func(a budget.Account) (string, string) { return a.ID, a.Name })
}

// FindPayee is FindAccount for payees.
func (n *Names) FindPayee(ref string) (budget.PayeeNo, string, string, error) {
	return find(n, "payee", ref, n.Payees, func(p budget.Payee) (string, string) { return p.ID, p.Name })
}

// FindCategory is FindAccount for categories.
func (n *Names) FindCategory(ref string) (budget.CategoryNo, string, string, error) {
	return find(n, "category", ref, n.Categories, func(c budget.Category) (string, string) { return c.ID, c.Name })
}

// FindGroup is FindAccount for groups, of which all are given.
func (n *Names) FindGroup(all []budget.Group) func(string) (budget.GroupNo, string, string, error) {
	groups := iterutil.ByKey(all, func(g budget.Group) budget.GroupNo { return g.No })
	return func(ref string) (budget.GroupNo, string, string, error) {
		return find(n, "category group", ref, groups, func(g budget.Group) (string, string) { return g.ID, g.Name })
	}
}

// account returns the account with an id or name, none for "".
func (n *Names) account(ref string) (budget.AccountNo, error) {
	return lookUp(n, "account", ref, n.Accounts, func(a budget.Account) (string, string) { return a.ID, a.Name })
}

// Category returns the category with an id or name, none for "".
func (n *Names) Category(ref string) (budget.CategoryNo, error) {
	return lookUp(n, "category", ref, n.Categories, func(c budget.Category) (string, string) { return c.ID, c.Name })
}

// payee returns the payee with an id or name, none for "".
func (n *Names) payee(ref string) (budget.PayeeNo, error) {
	return lookUp(n, "payee", ref, n.Payees, func(p budget.Payee) (string, string) { return p.ID, p.Name })
}

// find is lookUp with support for None, and also returns the record's id and name.
func find[N comparable, T any](n *Names, what, ref string, records map[N]T, of func(T) (id, name string)) (no N, id, name string, err error) {
	if ref == None {
		return no, None, "No " + what, nil
	}
	if no, err = lookUp(n, what, ref, records, of); err == nil {
		id, name = of(records[no])
	}
	return no, id, name, err
}

// lookUp returns the number of the record that ref refers to: by its id, or by a name that only one record has. An
// empty ref is none.
func lookUp[N comparable, T any](n *Names, what, ref string, records map[N]T, of func(T) (id, name string)) (found N, err error) {
	if ref == "" {
		return found, nil
	}
	for no, record := range records {
		if id, _ := of(record); id == ref {
			return no, nil
		}
	}
	key, hits := budget.NameKey(ref), 0
	for no, record := range records {
		if _, name := of(record); budget.NameKey(name) == key {
			found, hits = no, hits+1
		}
	}
	var none N
	switch hits {
	case 0:
		return none, apperr.New(apperr.NotFound, "%s %q not found in %s", what, ref, n.budget)
	case 1:
		return found, nil
	}
	return none, apperr.New(apperr.Conflict, "%s has %d of the name %q (%s)", n.budget, hits, ref, what).WithHint("give the id; --json shows it")
}
