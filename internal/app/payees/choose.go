package payees

import (
	"cmp"
	"slices"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// choose returns the payees that match the query, in its order.
func (q *Query) choose(all []usedPayee) []usedPayee {
	searchKey := budget.SearchKey(strings.TrimSpace(q.Search))
	chosen := iterutil.Where(all, func(p usedPayee) bool { return strings.Contains(p.searchKey, searchKey) && p.is(q.Only) })
	slices.SortStableFunc(chosen, func(a, b usedPayee) int {
		order := 0
		switch q.Sort {
		case ByUses:
			order = cmp.Compare(b.Uses, a.Uses)
		case ByLast:
			order = cmp.Compare(b.Last, a.Last)
		case ByName:
		}
		return cmp.Or(order, byName(a, b))
	})
	return chosen
}

// fillPage fills the list with the page of the chosen payees that the query asks for, or the nearest page that exists.
func (p *List) fillPage(v *store.ReadTx, chosen []usedPayee, q Query) error {
	p.Chosen = len(chosen)
	lastPage := max(0, (len(chosen)-1)/PerPage) // from 0
	from := min(max(q.Page-1, 0), lastPage) * PerPage
	p.From = from + 1
	categories, err := v.Categories()
	if err != nil {
		return err
	}
	byNo := iterutil.ByKey(categories, func(c budget.Category) budget.CategoryNo { return c.No })
	for _, payee := range chosen[from:min(from+PerPage, len(chosen))] {
		payee.Category = byNo[payee.usualCategory].Name
		p.Page = append(p.Page, payee.Payee)
	}
	return nil
}

// maxAlikeGroups is the maximum number of groups of likely duplicates in a list.
const maxAlikeGroups = 50

// alike returns the groups of two or more payees with the same AlikeKey. The groups are in the order of their most used
// payees' names, and the payees of a group in the order of their uses.
func alike(all []usedPayee) [][]Payee {
	byKey := map[string][]usedPayee{}
	for _, p := range all {
		if key := budget.AlikeKey(p.Name); key != "" {
			byKey[key] = append(byKey[key], p)
		}
	}
	var found [][]usedPayee
	for _, group := range byKey {
		if len(group) > 1 {
			slices.SortStableFunc(group, func(a, b usedPayee) int { return cmp.Compare(b.Uses, a.Uses) })
			found = append(found, group)
		}
	}
	slices.SortFunc(found, func(a, b []usedPayee) int { return byName(a[0], b[0]) })
	return iterutil.Map(found[:min(len(found), maxAlikeGroups)], func(group []usedPayee) []Payee {
		return iterutil.Map(group, func(p usedPayee) Payee { return p.Payee })
	})
}

// byName compares payees by name. Names that differ only in accents and case are next to each other.
func byName(a, b usedPayee) int {
	return cmp.Or(cmp.Compare(a.searchKey, b.searchKey), cmp.Compare(a.Name, b.Name))
}
