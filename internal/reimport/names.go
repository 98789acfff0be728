package reimport

import "holdover/internal/budget"

// nameApart gives written groups and categories a suffix where their name is taken
// here. What is called as it was keeps its name before all others.
func (c *comparison) nameApart() {
	w := &c.result.Writes
	apart(c.now.Groups, w.Groups, w.GoneGroups, groups.no, func(g *budget.Group) (budget.GroupNo, *string) { return 0, &g.Name })
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
	written := map[No]bool{} // or gone
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
