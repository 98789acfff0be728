package cleanup

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// receivers are the debt categories: one for all cards, under the account 0, or one for each. A category that does
// not exist yet has a negative number.
type receivers struct {
	perCard  bool
	category map[budget.AccountNo]budget.CategoryNo
	names    map[budget.CategoryNo]string // of those to be created
	group    budget.GroupNo
	used     map[budget.CategoryNo]bool
}

// findReceivers finds the debt categories of an earlier clean-up, and names those to create. One is recognised by its
// name or, under any name, by budgeted amounts equal to the payments. An existing one decides between one category
// for all cards and one for each.
func (d *debt) findReceivers(paid []payment) *receivers {
	single := d.receiversFor(false, paid)
	perCard := d.receiversFor(true, paid)
	switch {
	case single.anyExists():
		return single
	case perCard.anyExists() || d.choices.PerCard:
		return perCard
	}
	return single
}

func (d *debt) receiversFor(perCard bool, paid []payment) *receivers {
	r := &receivers{
		perCard: perCard, category: map[budget.AccountNo]budget.CategoryNo{}, names: map[budget.CategoryNo]string{},
		group: -1, used: map[budget.CategoryNo]bool{},
	}
	for i := range d.in.Budget.Groups {
		if g := &d.in.Budget.Groups[i]; !g.Income && budget.NameKey(g.Name) == budget.NameKey(debtGroup) {
			r.group = g.No
		}
	}
	wanted := map[budget.AccountNo]string{0: debtCategory}
	if perCard {
		wanted = map[budget.AccountNo]string{}
		for a := range iterutil.Pointers(d.in.Budget.Accounts) {
			if slices.Contains(d.in.onCards().cards, a.No) {
				wanted[a.No] = a.Name
			}
		}
	}
	taken := map[string]bool{}
	for _, account := range slices.Sorted(maps.Keys(wanted)) {
		name := wanted[account]
		if no := d.existing(name, account, r, paid); no != 0 {
			r.category[account] = no
			continue
		}
		no := budget.CategoryNo(-len(r.names) - 1)
		r.category[account] = no
		r.names[no] = d.freeName(name, r.group, taken)
	}
	return r
}

// freeName returns the name, or another one if the group has a category of that name: not with a suffix, which would
// look like a duplicate.
func (d *debt) freeName(name string, group budget.GroupNo, taken map[string]bool) string {
	for i := range d.in.Budget.Categories {
		if c := &d.in.Budget.Categories[i]; c.Group == group {
			taken[budget.NameKey(c.Name)] = true
		}
	}
	if taken[budget.NameKey(name)] {
		name = besideName(name)
	}
	name = budget.FreeName(name, func(key string) bool { return taken[key] })
	taken[budget.NameKey(name)] = true
	return name
}

func besideName(name string) string { return name + " debt" }

// existing returns the category that an earlier clean-up made for a card, or zero.
func (d *debt) existing(name string, account budget.AccountNo, r *receivers, paid []payment) budget.CategoryNo {
	keys := []string{budget.NameKey(name), budget.NameKey(besideName(name))}
	alone := &receivers{perCard: r.perCard, category: map[budget.AccountNo]budget.CategoryNo{account: 0}}
	want := alone.wanted(paid)
	for c := range iterutil.Pointers(d.in.Budget.Categories) {
		if c.Income || c.SourceID != "" {
			continue
		}
		if c.Group == r.group && slices.Contains(keys, budget.NameKey(c.Name)) {
			return c.No
		}
		if d.budgetedAll(c.No, want) {
			return c.No
		}
	}
	return 0
}

// budgetedAll reports whether a category is budgeted each of the amounts.
func (d *debt) budgetedAll(c budget.CategoryNo, want []envelope.Assignment) bool {
	return len(want) > 0 && !slices.ContainsFunc(want, func(w envelope.Assignment) bool {
		return d.in.Budgeted[budget.CellKey{Category: c, Month: w.Month}] != w.Budgeted
	})
}

// pool returns the card with the debt category that receives a card's rows, or 0 for a shared one.
func (r *receivers) pool(account budget.AccountNo) budget.AccountNo {
	if r.perCard {
		return account
	}
	return 0
}

// of returns the debt category of a card.
func (r *receivers) of(account budget.AccountNo) budget.CategoryNo {
	return r.category[r.pool(account)]
}

// wanted returns the amounts to budget to the debt categories, in the order of the payments. A payment for an unknown
// card is added to the first category.
func (r *receivers) wanted(paid []payment) []envelope.Assignment {
	var all []envelope.Assignment
	for _, p := range paid {
		c, ok := r.category[r.pool(p.account)]
		if !ok && p.account == 0 {
			c, ok = r.first(), true
		}
		if !ok {
			continue
		}
		if i := slices.IndexFunc(all, func(a envelope.Assignment) bool { return a.Category == c && a.Month == p.month }); i >= 0 {
			all[i].Budgeted += p.amount
			continue
		}
		all = append(all, envelope.Assignment{Category: c, Month: p.month, Budgeted: p.amount})
	}
	return slices.DeleteFunc(all, func(a envelope.Assignment) bool { return a.Budgeted == 0 })
}

// first returns the category of the first card.
func (r *receivers) first() budget.CategoryNo {
	least := budget.AccountNo(-1)
	for a := range r.category {
		if least < 0 || a < least {
			least = a
		}
	}
	return r.category[least]
}

func (r *receivers) anyExists() bool {
	for _, c := range r.category {
		if c > 0 {
			return true
		}
	}
	return false
}

// all returns the set of debt categories.
func (r *receivers) all() map[budget.CategoryNo]bool {
	return iterutil.Set(slices.Collect(maps.Values(r.category)))
}

// key identifies a debt category in item ids by its card, which does not change when the category is created.
func (r *receivers) key(c budget.CategoryNo) string {
	for a, has := range r.category {
		if has == c {
			return strconv.FormatInt(int64(a), 10)
		}
	}
	return ""
}

// create adds the group and the categories that are used and do not exist yet.
func (r *receivers) create(changes *Changes) {
	for c, name := range r.names {
		if r.used[c] {
			changes.NewCategories = append(changes.NewCategories, budget.Category{No: c, Group: r.group, Name: name})
		}
	}
	slices.SortFunc(changes.NewCategories, func(a, b budget.Category) int { return -cmp.Compare(a.No, b.No) })
	if len(changes.NewCategories) > 0 && r.group < 0 {
		changes.NewGroups = append(changes.NewGroups, budget.Group{No: r.group, Name: debtGroup})
	}
}
