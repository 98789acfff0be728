package reimport

import (
	"holdover/internal/model/budget"
)

// nameApart adds a suffix to written groups, account groups and categories if their name is taken here. Those with an unchanged name
// keep it.
func (c *comparison) nameApart() {
	w := &c.result.Writes
	apart(c.now.Groups, w.Groups, w.GoneGroups, groups.no, func(g *budget.Group) (budget.GroupNo, *string) { return 0, &g.Name })
	apart(c.now.AccountGroups, w.AccountGroups, w.GoneAccountGroups, accountGroups.no, func(g *budget.AccountGroup) (budget.GroupNo, *string) { return 0, &g.Name })
	apart(c.now.Categories, w.Categories, w.GoneCategories, categories.no, func(x *budget.Category) (budget.GroupNo, *string) { return x.Group, &x.Name })
}

type namePlace struct {
	group budget.GroupNo
	key   string
}

func apart[T any, No ~int64](now, put []T, gone []No, no func(*T) No, of func(*T) (budget.GroupNo, *string)) {
	placeOf := func(r *T) namePlace {
		group, name := of(r)
		return namePlace{group, budget.NameKey(*name)}
	}
	before := map[No]namePlace{}
	for i := range now {
		before[no(&now[i])] = placeOf(&now[i])
	}
	stays := func(r *T) bool { return before[no(r)] == placeOf(r) }
	taken := map[namePlace]bool{}
	written := map[No]bool{} // or deleted
	for i := range put {
		if written[no(&put[i])] = true; stays(&put[i]) {
			taken[placeOf(&put[i])] = true
		}
	}
	for _, n := range gone {
		written[n] = true
	}
	for i := range now {
		if !written[no(&now[i])] {
			taken[placeOf(&now[i])] = true
		}
	}
	free := map[budget.GroupNo]func(string) string{}
	for i := range put {
		if stays(&put[i]) {
			continue
		}
		group, name := of(&put[i])
		if free[group] == nil {
			free[group] = budget.FreeNames(func(key string) bool { return taken[namePlace{group, key}] })
		}
		*name = free[group](*name)
		taken[placeOf(&put[i])] = true
	}
}

// idsApart clears the id of a new record if another record has it here, so that a document that repeats an id, or
// reuses it for something else, does not block the rest. The store assigns another id.
func (c *comparison) idsApart() {
	w := &c.result.Writes
	ownIDs(c.now.Accounts, w.Accounts, func(a *budget.Account) (int64, *string) { return int64(a.No), &a.ID })
	ownIDs(c.now.AccountGroups, w.AccountGroups, func(g *budget.AccountGroup) (int64, *string) { return int64(g.No), &g.ID })
	ownIDs(c.now.Groups, w.Groups, func(g *budget.Group) (int64, *string) { return int64(g.No), &g.ID })
	ownIDs(c.now.Categories, w.Categories, func(x *budget.Category) (int64, *string) { return int64(x.No), &x.ID })
	ownIDs(c.now.Payees, w.Payees, func(p *budget.Payee) (int64, *string) { return int64(p.No), &p.ID })
	ownIDs(c.now.Locations, w.Locations, func(l *budget.Location) (int64, *string) { return int64(l.No), &l.ID })
	ownIDs(c.now.Transactions, w.Transactions, func(t *budget.Transaction) (int64, *string) { return int64(t.No), &t.ID })
	ownIDs(c.now.Scheduled, w.Scheduled, func(s *budget.Scheduled) (int64, *string) { return int64(s.No), &s.ID })
	ownIDs(c.now.Rules, w.Rules, func(r *budget.Rule) (int64, *string) { return int64(r.No), &r.ID })
	ownIDs(partsOf(c.now), partsOf(&budget.Whole{Transactions: w.Transactions, Scheduled: w.Scheduled}),
		func(p *ownedPart) (int64, *string) { return int64(p.No), &p.ID })
}

func ownIDs[T any](now, put []T, of func(*T) (no int64, id *string)) {
	taken := make(map[string]bool, len(now))
	for i := range now {
		_, id := of(&now[i])
		taken[*id] = true
	}
	for i := range put {
		no, id := of(&put[i])
		if no < 0 && taken[*id] {
			*id = ""
		}
		taken[*id] = true
	}
}
