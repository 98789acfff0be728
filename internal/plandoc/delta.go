package plandoc

import (
	"holdover/internal/cal"
	"holdover/internal/each"
)

// CheckWhole refuses the changes since a moment, which the source answers with in the shape of a plan. Nothing in them
// says so, and whole plans differ: they lack months, and the records that others of them name.
// Fault: [fault.NotAPlan], as of Decode.
func (d *Document) CheckWhole() error {
	p := &d.Plan
	if !p.lacksMonths() || !p.lacksNamed() {
		return nil
	}
	return foreign("these are the changes since a moment, not the whole plan",
		"Get /plans/<id> without last_knowledge_of_server. "+waysToGet)
}

// lacksMonths says whether there are months between the first and the last of the
// plan that it does not list. A plan without the array says nothing of them; changes
// have it empty.
func (p *Plan) lacksMonths() bool {
	if !p.Has("months") || p.FirstMonth == 0 || p.LastMonth < p.FirstMonth {
		return false
	}
	listed := map[cal.Month]bool{}
	for i := range p.Months {
		if m := p.Months[i].Month; m >= p.FirstMonth && m <= p.LastMonth {
			listed[m] = true
		}
	}
	return len(listed) < cal.Span{First: p.FirstMonth, Last: p.LastMonth}.Months()
}

// lacksNamed says whether the plan has no categories at all, as none is without
// the source's own, or names groups, categories or accounts that it does not list.
func (p *Plan) lacksNamed() bool {
	groups := each.SetOf(p.CategoryGroups, func(g CategoryGroup) string { return g.ID })
	categories := each.SetOf(p.Categories, func(c Category) string { return c.ID })
	for i := range p.CategoryGroups {
		for j := range p.CategoryGroups[i].Categories {
			categories[p.CategoryGroups[i].Categories[j].ID] = true
		}
	}
	if len(groups) == 0 && len(categories) == 0 {
		return true
	}
	for i := range p.Categories {
		if c := &p.Categories[i]; !c.Deleted && c.GroupID != "" && !groups[c.GroupID] {
			return true
		}
	}
	return len(categories) > 0 && p.monthsNameOthers(categories) || p.rowsLackAccounts()
}

// monthsNameOthers says whether the months have categories that are not among those.
// One alone can be a mistake of a file, which an import tells of.
func (p *Plan) monthsNameOthers(categories map[string]bool) bool {
	others := map[string]bool{}
	for i := range p.Months {
		m := &p.Months[i]
		for j := range m.Categories {
			if c := &m.Categories[j]; !m.Deleted && !c.Deleted && !categories[c.ID] {
				others[c.ID] = true
			}
		}
	}
	return len(others) > 1
}

// rowsLackAccounts says whether a row's account is not in the plan.
func (p *Plan) rowsLackAccounts() bool {
	accounts := each.SetOf(p.Accounts, func(a Account) string { return a.ID })
	for _, t := range p.EachTransaction() {
		if !t.Deleted && !accounts[t.AccountID] {
			return true
		}
	}
	return false
}
