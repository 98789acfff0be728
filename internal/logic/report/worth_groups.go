package report

import "holdover/internal/base/money"

// GroupWorth is the total of the accounts of a group, or of those in no group, at the end of each month. The id and the name of
// no group are empty.
type GroupWorth struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Balances []money.Milli `json:"balances"`
}

// WorthOfGroups returns the totals of the groups of accounts in their order, without groups that have no account in the
// report; the accounts in no group are last. The result is nil if no account is in a group.
func (r *NetWorth) WorthOfGroups(groups []GroupWorth) []GroupWorth {
	totals := make(map[string][]money.Milli, len(groups)+1)
	for i := range r.Accounts {
		a := &r.Accounts[i]
		if totals[a.Group] == nil {
			totals[a.Group] = make([]money.Milli, len(r.Net))
		}
		for m, balance := range a.Balances {
			totals[a.Group][m] += balance
		}
	}
	var all []GroupWorth
	for _, g := range groups {
		if g.Balances = totals[g.ID]; g.Balances != nil {
			all = append(all, g)
		}
	}
	if rest := totals[""]; rest != nil && len(all) > 0 {
		all = append(all, GroupWorth{Balances: rest})
	}
	return all
}
