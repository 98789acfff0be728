package exporter

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/plandoc"
)

// groups writes the source's own groups first: the internal one, which is the
// application's income group, and those that were kept beside the budget.
func (x *export) groups() error {
	if x.names.own != nil {
		if err := x.out.Record(x.group(x.names.own)); err != nil {
			return err
		}
	}
	for i := range x.kept.groups {
		if err := x.out.Record(&x.kept.groups[i]); err != nil {
			return err
		}
	}
	for i := range x.Groups {
		if g := &x.Groups[i]; g != x.names.own {
			if err := x.out.Record(x.group(g)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *export) group(g *budget.Group) *plandoc.CategoryGroup {
	_, name := x.names.group(g.No)
	out := &plandoc.CategoryGroup{ID: g.ID, Name: name, Hidden: g.Hidden, Internal: g.Income, Note: g.Note}
	out.SetExtra(members(g.Extra))
	return out
}

// categories writes the plan's categories with the figures of one month.
func (x *export) categories() error {
	for _, c := range x.monthCategories(x.opts.Month, x.records()) {
		if err := x.out.Record(&c); err != nil {
			return err
		}
	}
	return nil
}

// records are the categories as documents have them, without figures: income
// first, then those kept beside the budget, then the others.
func (x *export) records() []record {
	list := make([]record, 0, len(x.Categories)+len(x.kept.categories))
	for _, income := range []bool{true, false} {
		for i := range x.Categories {
			if c := &x.Categories[i]; c.Income == income {
				list = append(list, x.record(c))
			}
		}
		if income {
			list = x.addKept(list)
		}
	}
	return list
}

// record is a category of the document. Exactly one of category, card and
// uncategorised says where its figures come from; none has none.
type record struct {
	plain, full   plandoc.Category // without goal, and with the category's own
	category      *budget.Category
	card          *budget.CardPayment
	uncategorised bool
}

func (x *export) record(c *budget.Category) record {
	_, name := x.names.category(c.No)
	group, groupName := x.names.group(c.Group)
	original, extra := take(members(c.Extra), "original_category_group_id")
	out := plandoc.Category{
		ID: c.ID, GroupID: group, GroupName: groupName, Name: name, Hidden: c.Hidden, Internal: c.Income,
		OriginalGroupID: text(original), Note: c.Note,
	}
	out.SetExtra(extra)
	r := record{plain: out, full: out, category: c}
	setGoal(&r.full, c.Goal, nil)
	return r
}

// addKept adds the categories that were kept beside the budget, as they came.
func (x *export) addKept(list []record) []record {
	cards := make(map[string]*budget.CardPayment, len(x.Info.CardPayments))
	for i := range x.Info.CardPayments {
		cards[x.Info.CardPayments[i].SourceID] = &x.Info.CardPayments[i]
	}
	for i := range x.kept.categories {
		c := x.kept.categories[i]
		if own := x.names.own; own != nil && c.GroupID == own.SourceID {
			c.GroupID = own.ID
		}
		r := record{full: c, card: cards[c.ID]}
		r.uncategorised = r.card == nil && (c.Name == "Uncategorized" || c.Name == "None")
		list = append(list, r)
	}
	return list
}

// months writes the months, newest first, each with its categories.
func (x *export) months() error {
	first, last := x.span()
	saying := make(map[cal.Month]*budget.Month, len(x.Months))
	for i := range x.Months {
		saying[x.Months[i].Month] = &x.Months[i]
	}
	records := x.records()
	byMonth := x.byMonth()
	running := x.running(records, first, last)
	for m := last; m >= first; m-- {
		f := x.Figures.Month(m)
		out := &plandoc.Month{Month: m, Income: f.Income, Budgeted: f.Budgeted, Activity: f.Activity, ToBeBudgeted: f.ToBudget}
		if s := saying[m]; s != nil {
			out.Note = s.Note
			if s.AgeOfMoney != nil {
				out.AgeOfMoney = *s.AgeOfMoney
				out.Give("age_of_money")
			}
			out.SetExtra(members(s.Extra))
		}
		out.Categories = x.fill(m, records, byMonth[m], running[int(m-first)])
		if err := x.out.Record(out); err != nil {
			return err
		}
	}
	return nil
}

// byMonth are the cells that say something, by month and category.
func (x *export) byMonth() map[cal.Month]map[budget.CategoryNo]*budget.Cell {
	all := map[cal.Month]map[budget.CategoryNo]*budget.Cell{}
	for i := range x.Cells {
		c := &x.Cells[i]
		if all[c.Month] == nil {
			all[c.Month] = map[budget.CategoryNo]*budget.Cell{}
		}
		all[c.Month][c.Category] = c
	}
	return all
}

// monthCategories are the categories in one month.
func (x *export) monthCategories(m cal.Month, records []record) []plandoc.Category {
	first, last := x.span()
	all := x.running(records, first, max(last, m))
	var now running
	if i := int(m - first); i >= 0 {
		now = all[i]
	}
	cells := map[budget.CategoryNo]*budget.Cell{}
	for i := range x.Cells {
		if c := &x.Cells[i]; c.Month == m {
			cells[c.Category] = c
		}
	}
	return x.fill(m, records, cells, now)
}
