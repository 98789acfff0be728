package payees

import (
	"cmp"
	"slices"
	"strings"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

func (q *Query) choose(all []used) []used {
	wanted := budget.SearchKey(strings.TrimSpace(q.Search))
	chosen := iterutil.Where(all, func(p used) bool { return strings.Contains(p.sought, wanted) && (!q.Unused || p.Unused()) })
	slices.SortStableFunc(chosen, func(a, b used) int {
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

// cut takes the page out of those chosen.
func (p *List) cut(v *store.ReadTx, chosen []used, q Query) error {
	p.Chosen = len(chosen)
	last := max(0, (len(chosen)-1)/PerPage)
	from := min(max(q.Page-1, 0), last) * PerPage
	p.From = from + 1
	categories, err := v.Categories()
	if err != nil {
		return err
	}
	byNo := iterutil.ByKey(categories, func(c budget.Category) budget.CategoryNo { return c.No })
	for _, one := range chosen[from:min(from+PerPage, len(chosen))] {
		one.Category = byNo[one.category].Name
		p.Page = append(p.Page, one.Payee)
	}
	return nil
}

// mostAlike is the maximum number of displayed groups of likely duplicates.
const mostAlike = 50

// alike returns the groups of several payees with the same AlikeKey, by name.
func alike(all []used) [][]Payee {
	byKey := map[string][]used{}
	for _, p := range all {
		if key := budget.AlikeKey(p.Name); key != "" {
			byKey[key] = append(byKey[key], p)
		}
	}
	var found [][]used
	for _, group := range byKey {
		if len(group) > 1 {
			slices.SortStableFunc(group, func(a, b used) int { return cmp.Compare(b.Uses, a.Uses) })
			found = append(found, group)
		}
	}
	slices.SortFunc(found, func(a, b []used) int { return byName(a[0], b[0]) })
	return iterutil.Map(found[:min(len(found), mostAlike)], func(group []used) []Payee {
		return iterutil.Map(group, func(p used) Payee { return p.Payee })
	})
}

// byName compares names: those that differ only in accents and case are adjacent.
func byName(a, b used) int {
	return cmp.Or(cmp.Compare(a.sought, b.sought), cmp.Compare(a.Name, b.Name))
}
