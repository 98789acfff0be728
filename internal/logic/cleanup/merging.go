package cleanup

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// merge merges a category with all figures into another.
func (t *twins) merge(from, into *budget.Category) {
	m := CategoryMerge{From: from.No, Into: into.No, Note: budget.JoinNotes(t.noteOf(into), from.Note)}
	m.Rollovers = eitherRolls(into.No, t.switches[into.No], t.switches[from.No])
	t.proposal.Changes.Merges = append(t.proposal.Changes.Merges, m)
	t.merged = append(t.merged, from.No)
	if from.Income || t.balance[from.No] == nil {
		return
	}
	flow := t.flow(into.No)
	for i, amount := range t.flow(from.No) {
		flow[i] += amount
	}
	t.setFlow(from.No, make([]money.Milli, t.months()), nil)
	t.setFlow(into.No, flow, m.Rollovers)
}

// noteOf returns a category's note, including those added by earlier merges.
func (t *twins) noteOf(c *budget.Category) string {
	for _, m := range slices.Backward(t.proposal.Changes.Merges) {
		if m.Into == c.No {
			return m.Note
		}
	}
	return c.Note
}

// eitherRolls returns the switches of a category that rolls over whenever one of two others does.
func eitherRolls(c budget.CategoryNo, a, b []budget.Rollover) []budget.Rollover {
	months := iterutil.Map(slices.Concat(a, b), func(r budget.Rollover) civil.Month { return r.From })
	slices.Sort(months)
	var switches []budget.Rollover
	for _, m := range months {
		switches = budget.SwitchRollover(switches, c, m, budget.RollsOver(a, m) || budget.RollsOver(b, m))
	}
	return switches
}

// put renames a category and moves it to its group after the merge.
func (t *twins) put(c *budget.Category, name string) {
	put := *c
	put.Name, put.Group = name, t.groupOf(c)
	if g := t.group(c.Group); put.Group != c.Group && g.Hidden {
		put.Hidden = true // it was in a hidden group
	}
	t.proposal.Changes.PutCategories = append(t.proposal.Changes.PutCategories, put)
}

// moveRest moves the remaining categories of merged groups. A category gets a suffix if its name is taken.
func (t *twins) moveRest() {
	taken := map[budget.GroupNo]map[string]bool{}
	for c := range iterutil.Pointers(t.in.Budget.Categories) {
		if taken[c.Group] == nil {
			taken[c.Group] = map[string]bool{}
		}
		taken[c.Group][budget.NameKey(c.Name)] = true
	}
	for c := range iterutil.Pointers(t.in.Budget.Categories) {
		to := t.groupOf(c)
		done := slices.ContainsFunc(t.proposal.Changes.PutCategories, func(p budget.Category) bool { return p.No == c.No })
		if to == c.Group || done || slices.Contains(t.merged, c.No) {
			continue
		}
		if taken[to] == nil {
			taken[to] = map[string]bool{}
		}
		name := budget.FreeName(c.Name, func(key string) bool { return taken[to][key] })
		taken[to][budget.NameKey(name)] = true
		t.put(c, name)
	}
}
