package payees

import (
	"maps"
	"slices"

	"holdover/internal/app/rules"
	"holdover/internal/base/geo"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/rowindex"
	"holdover/internal/logic/rule"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Recent is a recently used payee with the data that a form needs.
type Recent struct {
	ID, Name string
	Category string      // the id of the category that SuggestCategory returns for it without an account; "" for none
	Places   []geo.Point // newest first
}

// RecentIn returns favourites, then the most recently used payees, the latest first, each with at most places places.
// Hidden payees, and those that only the program uses, are left out.
func RecentIn(v *store.ReadTx, limit, places int) ([]Recent, error) {
	all, err := v.Payees()
	if err != nil {
		return nil, err
	}
	locations, err := v.Locations()
	if err != nil {
		return nil, err
	}
	lines, err := v.Lines()
	if err != nil {
		return nil, err
	}
	engine, err := rules.NewEngine(v)
	if err != nil {
		return nil, err
	}
	ordinary := iterutil.ByKey(iterutil.Where(all, func(p budget.Payee) bool { return isOffered(&p) }), func(p budget.Payee) budget.PayeeNo { return p.No })
	used := lines.RecentPayees(limit, func(no budget.PayeeNo) bool { _, is := ordinary[no]; return is })
	used = favouritesFirst(used, all, lines)
	used = used[:min(len(used), limit)]
	at := placesOf(locations, places)
	recent := make([]Recent, 0, len(used))
	for _, u := range used {
		p := ordinary[u.Payee]
		if p.LearningOff {
			u.Category = 0
		}
		category, err := categoryFor(v, engine, u)
		if err != nil {
			return nil, err
		}
		recent = append(recent, Recent{ID: p.ID, Name: p.Name, Category: category, Places: at[p.No]})
	}
	return recent, nil
}

// favouritesFirst moves the favourites to the front, and adds those that were not used recently.
func favouritesFirst(used []rowindex.RecentPayee, all []budget.Payee, lines *rowindex.Index) []rowindex.RecentPayee {
	missing := map[budget.PayeeNo]bool{}
	for i := range all {
		if all[i].Favourite && !all[i].Hidden {
			missing[all[i].No] = true
		}
	}
	if len(missing) == 0 {
		return used
	}
	var first, rest []rowindex.RecentPayee
	for _, u := range used {
		if missing[u.Payee] {
			first = append(first, u)
			delete(missing, u.Payee)
		} else {
			rest = append(rest, u)
		}
	}
	for _, no := range slices.Sorted(maps.Keys(missing)) {
		first = append(first, rowindex.RecentPayee{Payee: no, Category: lines.UsualCategory(rowindex.Like{Payee: no})})
	}
	return append(first, rest...)
}

// categoryFor returns the id of the category that a rule sets for a payee, otherwise of its usual one, otherwise "".
func categoryFor(v *store.ReadTx, engine *rules.Engine, u rowindex.RecentPayee) (string, error) {
	row := rule.Row{Payee: u.Payee, Locked: rule.Locked{Payee: true}}
	_, told, err := engine.Apply(&row)
	if err != nil {
		return "", err
	}
	if !told {
		row.Category = u.Category
	}
	if row.Category == 0 {
		return "", nil
	}
	c, err := v.Category(row.Category)
	return c.ID, err
}

// placesOf returns the newest valid places of each payee, at most limit.
func placesOf(all []budget.Location, limit int) map[budget.PayeeNo][]geo.Point {
	at := map[budget.PayeeNo][]geo.Point{}
	for _, l := range newestFirst(all) {
		if where, ok := geo.Read(l.Latitude, l.Longitude); ok && len(at[l.Payee]) < limit {
			at[l.Payee] = append(at[l.Payee], where)
		}
	}
	return at
}
