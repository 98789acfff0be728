package ynabdoc

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
)

// CheckWhole refuses a delta: the changes since a point in time, which the source returns in the shape of a plan. A
// delta has no marker, and whole plans differ in their content, but a delta lacks months, and records that its other
// records name. It returns [apperr.NotAPlan] as Decode does.
func (d *Document) CheckWhole() error {
	p := &d.Plan
	if (!p.lacksMonths() || !p.lacksNamed()) && !p.lacksMost() {
		return nil
	}
	return elsewhere("this file has only recent changes, not the whole plan", "Get /plans/<id> without last_knowledge_of_server.")
}

// lacksMonths reports whether months are missing between the first and the last month of the plan. A plan without the
// array does not lack any; in a delta the array is empty.
func (p *Plan) lacksMonths() bool {
	if !p.Has("months") || p.FirstMonth == 0 || p.LastMonth < p.FirstMonth {
		return false
	}
	listed := map[civil.Month]bool{}
	for i := range p.Months {
		if m := p.Months[i].Month; m >= p.FirstMonth && m <= p.LastMonth {
			listed[m] = true
		}
	}
	return len(listed) < civil.Span{First: p.FirstMonth, Last: p.LastMonth}.Months()
}

// lacksNamed reports whether the plan has no categories at all, although every plan has the source's internal ones,
// or names groups, categories or accounts that it does not list.
func (p *Plan) lacksNamed() bool {
	groups, categories := p.listed()
	if len(groups) == 0 && len(categories) == 0 {
		return true
	}
	for i := range p.Categories {
		if c := &p.Categories[i]; !c.Deleted && c.GroupID != "" && !groups[c.GroupID] {
			return true
		}
	}
	_, others := p.namedByMonths(categories)
	return len(categories) > 0 && others > 1 || p.rowsLackAccounts() // a single one can be an error of the file, which the import reports
}

// lacksMost reports whether the plan has categories without any group, or lacks most of the categories that its
// months name. A file without these arrays does not.
func (p *Plan) lacksMost() bool {
	groups, categories := p.listed()
	if p.Has("category_groups") && len(groups) == 0 && len(categories) > 0 {
		return true
	}
	named, others := p.namedByMonths(categories)
	return p.Has("category_groups") && p.Has("categories") && others > 1 && 2*others > named
}

// listed returns the ids of the groups and categories in the plan's own lists.
func (p *Plan) listed() (groups, categories map[string]bool) {
	groups = iterutil.SetOf(p.CategoryGroups, func(g CategoryGroup) string { return g.ID })
	categories = iterutil.SetOf(p.Categories, func(c Category) string { return c.ID })
	for i := range p.CategoryGroups {
		for j := range p.CategoryGroups[i].Categories {
			categories[p.CategoryGroups[i].Categories[j].ID] = true
		}
	}
	return groups, categories
}

// namedByMonths returns the number of categories in the months, and how many of them are not in the argument.
func (p *Plan) namedByMonths(categories map[string]bool) (named, others int) {
	seen := map[string]bool{}
	for m := range iterutil.Pointers(p.Months) {
		for c := range iterutil.Pointers(m.Categories) {
			if m.Deleted || c.Deleted || seen[c.ID] {
				continue
			}
			seen[c.ID] = true
			if !categories[c.ID] {
				others++
			}
		}
	}
	return len(seen), others
}

// rowsLackAccounts reports whether the account of a row is not in the plan.
func (p *Plan) rowsLackAccounts() bool {
	accounts := iterutil.SetOf(p.Accounts, func(a Account) string { return a.ID })
	for _, t := range p.EachTransaction() {
		if !t.Deleted && !accounts[t.AccountID] {
			return true
		}
	}
	return false
}
