package reimport

import "holdover/internal/budget"

// idsApart takes from new records an id that another one has here: a document that
// repeats an id, or gives it to something else, must not stand in the way of all
// else that it brings. Whoever writes them makes one of their own.
func (c *comparison) idsApart() {
	w := &c.result.Writes
	ownIDs(c.now.Accounts, w.Accounts, func(a *budget.Account) (int64, *string) { return int64(a.No), &a.ID })
	ownIDs(c.now.Groups, w.Groups, func(g *budget.Group) (int64, *string) { return int64(g.No), &g.ID })
	ownIDs(c.now.Categories, w.Categories, func(x *budget.Category) (int64, *string) { return int64(x.No), &x.ID })
	ownIDs(c.now.Payees, w.Payees, func(p *budget.Payee) (int64, *string) { return int64(p.No), &p.ID })
	ownIDs(c.now.Locations, w.Locations, func(l *budget.Location) (int64, *string) { return int64(l.No), &l.ID })
	ownIDs(c.now.Transactions, w.Transactions, func(t *budget.Transaction) (int64, *string) { return int64(t.No), &t.ID })
	ownIDs(c.now.Scheduled, w.Scheduled, func(s *budget.Scheduled) (int64, *string) { return int64(s.No), &s.ID })
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
