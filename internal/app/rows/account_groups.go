package rows

import (
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// FindAccounts returns a function that looks up an account, or all accounts of a group if the reference begins with
// GroupRef. It returns their numbers, and an id and a name for the reference.
func (n *Names) FindAccounts(all []budget.AccountGroup) func(ref string) ([]budget.AccountNo, string, string, error) {
	groups := iterutil.ByKey(all, func(g budget.AccountGroup) budget.AccountGroupNo { return g.No })
	return func(ref string) ([]budget.AccountNo, string, string, error) {
		named, isGroup := strings.CutPrefix(ref, GroupRef)
		if !isGroup {
			no, id, name, err := n.FindAccount(ref)
			return []budget.AccountNo{no}, id, name, err
		}
		group, id, name, err := find(n, "account group", named, groups, func(g budget.AccountGroup) (string, string) { return g.ID, g.Name })
		if err != nil {
			return nil, "", "", err
		}
		var of []budget.AccountNo
		for no, acc := range n.Accounts {
			if acc.Group == group {
				of = append(of, no)
			}
		}
		return of, GroupRef + id, name, nil
	}
}

// accountsAmong looks up accounts, and all accounts of a group.
func (n *Names) accountsAmong(some SomeOf, groups []budget.AccountGroup) (v rowindex.Values[budget.AccountNo], err error) {
	v.Not = some.Not
	if len(some.Of) > 0 { // a group may have none
		v.Of = []budget.AccountNo{}
	}
	find := n.FindAccounts(groups)
	for _, ref := range some.Of {
		of, _, _, err := find(ref)
		if err != nil {
			return v, err
		}
		v.Of = append(v.Of, of...)
	}
	return v, nil
}
