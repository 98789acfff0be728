package exporter

import (
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// groups writes the category groups.
func (e *export) groups() error {
	return iterutil.Each(e.groupRecords(), func(g *ynabdoc.CategoryGroup) error { return e.out.Record(g) })
}

// groupRecords returns the source's internal groups first: the one for the application's income group, and those
// stored by the import.
func (e *export) groupRecords() []*ynabdoc.CategoryGroup {
	var list []*ynabdoc.CategoryGroup
	if e.ids.own != nil {
		list = append(list, e.group(e.ids.own))
	}
	for i := range e.kept.groups {
		list = append(list, &e.kept.groups[i])
	}
	for i := range e.Groups {
		if g := &e.Groups[i]; g != e.ids.own {
			list = append(list, e.group(g))
		}
	}
	return list
}

func (e *export) group(g *budget.Group) *ynabdoc.CategoryGroup {
	_, name := e.ids.group(g.No)
	out := &ynabdoc.CategoryGroup{ID: g.ID, Name: name, Hidden: g.Hidden, Internal: g.Income || g.Cards, Note: g.Note}
	out.SetExtra(members(g.Extra))
	return out
}

// categories writes the plan's categories with the figures of one month.
func (e *export) categories() error {
	return iterutil.EachPtr(e.monthCategories(e.opts.Month, e.records()), func(c *ynabdoc.Category) error { return e.out.Record(c) })
}

// records returns the categories in document order, without figures: income first, then those stored by the import,
// then the others.
func (e *export) records() []record {
	list := make([]record, 0, len(e.Categories)+len(e.kept.categories))
	for _, income := range []bool{true, false} {
		for i := range e.Categories {
			if c := &e.Categories[i]; c.Income == income {
				list = append(list, e.record(c))
			}
		}
		if income {
			list = e.addKept(list)
		}
	}
	return list
}

// untargeted returns a category without its target and figures, which depend on the month.
func untargeted(c *ynabdoc.Category) ynabdoc.Category {
	out := ynabdoc.Category{
		ID: c.ID, GroupID: c.GroupID, GroupName: c.GroupName, Name: c.Name, Hidden: c.Hidden, Internal: c.Internal, OriginalGroupID: c.OriginalGroupID, Note: c.Note,
	}
	out.SetExtra(c.Extra())
	return out
}

// record is a category of the document. At most one of category, card and uncategorised is set and supplies its
// figures.
type record struct {
	full          ynabdoc.Category // without target and figures
	category      *budget.Category
	card          *budget.CardPayment
	said          map[civil.Month]*budget.CardPaymentMonth // of card, by month
	uncategorised bool
}

func (e *export) record(c *budget.Category) record {
	_, name := e.ids.category(c.No)
	group, groupName := e.ids.group(c.Group)
	original, extra := take(members(c.Extra), "original_category_group_id")
	out := ynabdoc.Category{
		ID: c.ID, GroupID: group, GroupName: groupName, Name: name, Hidden: c.Hidden, Internal: c.Income,
		OriginalGroupID: text(original), Note: c.Note,
	}
	out.SetExtra(extra)
	return record{full: out, category: c}
}

// addKept appends the categories stored by the import, unchanged.
func (e *export) addKept(list []record) []record {
	cards := iterutil.PtrByKey(e.Info.CardPayments, func(c *budget.CardPayment) string { return c.SourceID })
	for i := range e.kept.categories {
		c := e.kept.categories[i]
		if own := e.ids.own; own != nil && c.GroupID == own.SourceID {
			c.GroupID = own.ID
		}
		r := record{full: c, card: cards[c.ID]}
		if r.card != nil {
			r.full, r.said = untargeted(&c), map[civil.Month]*budget.CardPaymentMonth{}
			for i := range r.card.Months {
				r.said[r.card.Months[i].Month] = &r.card.Months[i]
			}
		}
		r.uncategorised = r.card == nil && uncategorised(&c)
		list = append(list, r)
	}
	return list
}

// uncategorised reports whether a category is the source's placeholder for none.
func uncategorised(c *ynabdoc.Category) bool { return c.Name == "Uncategorized" || c.Name == "None" }

// months writes the months, newest first, each with its categories.
func (e *export) months() error {
	first, last := e.span()
	records := e.records()
	byMonth := e.byMonth()
	running := e.running(records, first, last)
	for m := last; m >= first; m-- {
		out, err := e.month(m)
		if err != nil {
			return err
		}
		out.Categories = e.fill(m, records, byMonth[m], running[int(m-first)])
		if err := e.out.Record(out); err != nil {
			return err
		}
	}
	return nil
}

// month returns a month without its categories. Its activity is all activity except income, as the source's API
// defines it, including uncategorised transactions.
func (e *export) month(m civil.Month) (*ynabdoc.Month, error) {
	f := e.Sheet.Month(m)
	out := &ynabdoc.Month{Month: m, Income: f.Income, Budgeted: f.Budgeted, Activity: f.Activity + f.Uncategorised, ToBeBudgeted: f.ToBudget}
	if card, ok := e.cards[m]; ok { // a month's figures include those of its card payment categories
		out.Budgeted += card.Budgeted
		out.Activity += card.Activity
	}
	says := budget.Month{}
	if i, ok := slices.BinarySearchFunc(e.Months, m, func(r budget.Month, m civil.Month) int { return int(r.Month - m) }); ok {
		says = e.Months[i]
	}
	age := says.AgeOfMoney
	if e.opts.Live && m <= e.Sheet.Last() { // the month after the last one has none: a copy would store it as data
		var err error
		if age, err = e.Age(m); err != nil {
			return nil, err
		}
	}
	if age != nil {
		out.AgeOfMoney = *age
		out.AlwaysWrite("age_of_money")
	}
	out.Note = says.Note
	out.SetExtra(members(says.Extra))
	return out, nil
}

// byMonth returns the cells that are not empty, by month and category.
func (e *export) byMonth() map[civil.Month]map[budget.CategoryNo]*budget.Cell {
	all := map[civil.Month]map[budget.CategoryNo]*budget.Cell{}
	for c := range iterutil.Pointers(e.Cells) {
		if all[c.Month] == nil {
			all[c.Month] = map[budget.CategoryNo]*budget.Cell{}
		}
		all[c.Month][c.Category] = c
	}
	return all
}

// monthCategories returns the categories of one month.
func (e *export) monthCategories(m civil.Month, records []record) []ynabdoc.Category {
	first, last := e.span()
	all := e.running(records, first, max(last, m))
	var now running
	if i := int(m - first); i >= 0 {
		now = all[i]
	}
	cells := map[budget.CategoryNo]*budget.Cell{}
	for i := range e.Cells {
		if c := &e.Cells[i]; c.Month == m {
			cells[c.Category] = c
		}
	}
	return e.fill(m, records, cells, now)
}
