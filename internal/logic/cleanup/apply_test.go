package cleanup_test

import (
	"cmp"
	"slices"

	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// tester contains the common methods of *testing.T and *rapid.T.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Fatal(args ...any)
}

// apply writes a proposal's changes into the budget, as the application does.
func (p *plan) apply(t tester, changes *cleanup.Changes) {
	t.Helper()
	a := &applier{plan: p, t: t, groups: map[budget.GroupNo]budget.GroupNo{}, categories: map[budget.CategoryNo]budget.CategoryNo{}}
	a.create(changes)
	for _, moved := range changes.MovedRows {
		i := slices.IndexFunc(p.Transactions, func(x budget.Transaction) bool { return x.No == moved.Tx })
		a.putRow(moved.After(p.Transactions[i]))
	}
	for _, c := range changes.Assignments {
		a.putCell(budget.Cell{Category: a.category(c.Category), Month: c.Month, Budgeted: c.Budgeted})
	}
	for _, r := range changes.Rollovers {
		r.Category = a.category(r.Category)
		p.Rollovers = append(p.Rollovers, r)
	}
	for _, g := range changes.PutGroups {
		p.Groups[slices.IndexFunc(p.Groups, func(x budget.Group) bool { return x.No == g.No })] = g
	}
	for _, c := range changes.PutCategories {
		p.Categories[slices.IndexFunc(p.Categories, func(x budget.Category) bool { return x.No == c.No })] = c
	}
	for _, m := range changes.Merges {
		a.merge(m)
	}
	for _, c := range changes.RemoveCategories {
		a.remove(c, 0)
	}
	for _, g := range changes.RemoveGroups {
		if slices.ContainsFunc(p.Categories, func(c budget.Category) bool { return c.Group == g }) {
			t.Fatalf("group %d is not empty", g)
		}
		p.Groups = slices.DeleteFunc(p.Groups, func(x budget.Group) bool { return x.No == g })
	}
	for _, h := range changes.Holds {
		a.hold(h)
	}
}

type applier struct {
	*plan
	t          tester
	groups     map[budget.GroupNo]budget.GroupNo
	categories map[budget.CategoryNo]budget.CategoryNo
}

func (a *applier) create(changes *cleanup.Changes) {
	for _, g := range changes.NewGroups {
		old := g.No
		g.No = 1 + slices.MaxFunc(a.Groups, func(x, y budget.Group) int { return cmp.Compare(x.No, y.No) }).No
		a.groups[old] = g.No
		a.Groups = append(a.Groups, g)
	}
	for _, c := range changes.NewCategories {
		old := c.No
		c.No = 1 + slices.MaxFunc(a.Categories, func(x, y budget.Category) int { return cmp.Compare(x.No, y.No) }).No
		if c.Group < 0 {
			c.Group = a.groups[c.Group]
		}
		a.categories[old] = c.No
		a.Categories = append(a.Categories, c)
	}
}

func (a *applier) category(no budget.CategoryNo) budget.CategoryNo {
	if no < 0 {
		return a.categories[no]
	}
	return no
}

// putRow also checks that the amounts and dates of rows do not change.
func (a *applier) putRow(row budget.Transaction) {
	i := slices.IndexFunc(a.Transactions, func(x budget.Transaction) bool { return x.No == row.No })
	if old := a.Transactions[i]; old.Amount != row.Amount || old.Date != row.Date || old.Account != row.Account {
		a.t.Fatalf("row %d was changed", row.No)
	}
	row.Category = a.category(row.Category)
	row.Parts = slices.Clone(row.Parts)
	var sum money.Milli
	for j := range row.Parts {
		row.Parts[j].Category = a.category(row.Parts[j].Category)
		if sum += row.Parts[j].Amount; row.Parts[j].No == 0 {
			row.Parts[j].No = budget.PartNo(1_000_000 + int(row.No)*100 + j)
		}
	}
	if len(row.Parts) > 0 && (sum != row.Amount || row.Category != 0) {
		a.t.Fatalf("the parts of row %d sum to %s, the row is %s", row.No, sum, row.Amount)
	}
	a.Transactions[i] = row
}

func (a *applier) putCell(c budget.Cell) {
	i := slices.IndexFunc(a.Cells, func(x budget.Cell) bool { return x.Category == c.Category && x.Month == c.Month })
	if i < 0 {
		a.Cells = append(a.Cells, c)
		return
	}
	a.Cells[i].Budgeted = c.Budgeted
}

func (a *applier) merge(m cleanup.CategoryMerge) {
	a.remove(m.From, m.Into)
	a.Rollovers = slices.DeleteFunc(a.Rollovers, func(r budget.Rollover) bool { return r.Category == m.Into })
	a.Rollovers = append(a.Rollovers, m.Rollovers...)
	i := slices.IndexFunc(a.Categories, func(c budget.Category) bool { return c.No == m.Into })
	a.Categories[i].Note = m.Note
}

func (a *applier) remove(no, into budget.CategoryNo) {
	used := map[budget.CategoryNo]bool{}
	for i := range a.Transactions {
		for line := range a.Transactions[i].Lines {
			used[line.Category] = true
		}
	}
	o := &envelope.Outline{Groups: a.Groups, Categories: a.Categories}
	d, err := o.DeleteCategory(no, into, envelope.Contents{Used: used, Cells: a.Cells})
	if err != nil {
		a.t.Fatal(err)
	}
	for i := range a.Transactions {
		t := &a.Transactions[i]
		if t.Category == no {
			t.Category = into
		}
		for j := range t.Parts {
			if t.Parts[j].Category == no {
				t.Parts[j].Category = into
			}
		}
	}
	a.Categories = slices.DeleteFunc(a.Categories, func(c budget.Category) bool { return c.No == no })
	a.Cells = slices.DeleteFunc(a.Cells, func(c budget.Cell) bool { return c.Category == no })
	a.Rollovers = slices.DeleteFunc(a.Rollovers, func(r budget.Rollover) bool { return r.Category == no })
	for _, c := range d.Cells {
		a.Cells = slices.DeleteFunc(a.Cells, func(x budget.Cell) bool { return x.Category == c.Category && x.Month == c.Month })
		a.Cells = append(a.Cells, c)
	}
}

func (a *applier) hold(h cleanup.MonthHold) {
	i := slices.IndexFunc(a.Months, func(m budget.Month) bool { return m.Month == h.Month })
	if i < 0 {
		a.Months, i = append(a.Months, budget.Month{Month: h.Month}), len(a.Months)
	}
	a.Months[i].Held = h.Held
}
