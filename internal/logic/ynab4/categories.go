package ynab4

import (
	"cmp"
	"slices"
	"strings"

	"holdover/internal/model/ynabdoc"
)

// category is a category of the budget.
type category struct {
	*subCategory
	group  *group
	name   string
	hidden bool
	used   bool // records that are not deleted refer to it
}

// group is a master category.
type group struct {
	id, name, note string
	hidden         bool // it has only hidden categories
	used           bool
}

// addCategories sets the groups and categories. YNAB 4 moves hidden categories into one group for all of them, and adds
// the name and id of the former group to the name of each. The document has them as hidden categories of their former
// groups.
func (c *conversionState) addCategories() {
	c.category = map[string]*category{}
	groups := map[string]*group{}
	var hidden []*masterCategory
	for i := range c.masters {
		m := &c.masters[i]
		switch {
		case m.ID == hiddenMaster:
			hidden = append(hidden, m)
			c.remarks.Merge("category_groups", "its categories are hidden categories of their former groups")
		case m.Type != "" && m.Type != "OUTFLOW":
			c.remarks.Skip("category_groups", "a group of YNAB 4's own categories")
			for range m.Categories {
				c.remarks.Skip("categories", "one of YNAB 4's own categories")
			}
		case groups[m.ID] != nil:
			c.remarks.Merge("category_groups", "the same group again")
			c.addTo(groups[m.ID], m)
		default:
			g := &group{id: m.ID, name: m.Name, note: m.Note, hidden: m.Deleted}
			groups[m.ID], c.groups = g, append(c.groups, g)
			c.addTo(g, m)
		}
	}
	for _, m := range hidden {
		for i := range m.Categories {
			s := &m.Categories[i]
			name, former, id := formerName(s.Name, groups)
			g := groups[id]
			if g == nil {
				g = &group{id: id, name: former, hidden: true}
				groups[id], c.groups = g, append(c.groups, g)
			}
			c.addCategory(&category{subCategory: s, group: g, name: name, hidden: true})
		}
	}
}

// addTo adds the categories of a group in display order.
func (c *conversionState) addTo(g *group, m *masterCategory) {
	slices.SortStableFunc(m.Categories, func(a, b subCategory) int { return cmp.Compare(a.Sort, b.Sort) })
	for i := range m.Categories {
		s := &m.Categories[i]
		c.addCategory(&category{subCategory: s, group: g, name: s.Name, hidden: s.Deleted})
	}
}

// addCategory adds a category. Of several with the same id, it keeps the first that is not deleted.
func (c *conversionState) addCategory(cat *category) {
	if !cat.hidden { // a live category of a deleted group
		cat.group.hidden = false
	}
	if first := c.category[cat.ID]; first != nil {
		c.remarks.Merge("categories", "the same category again")
		if first.Deleted && !cat.Deleted {
			*first = *cat
		}
		return
	}
	c.category[cat.ID] = cat
	c.ordered = append(c.ordered, cat)
}

// formerName returns the name of a hidden category, and the name and id of its former group: "Daily ` Food ` A15" is
// Food of the group Daily with the id A15. A category whose name has another form keeps it and stays in YNAB 4's group of
// hidden categories.
func formerName(name string, groups map[string]*group) (own, former, id string) {
	const mark = " ` "
	at := strings.LastIndex(name, mark)
	if at < 0 {
		return name, "Hidden Categories", hiddenMaster
	}
	rest, id := name[:at], strings.TrimSpace(name[at+len(mark):])
	if g := groups[id]; g != nil {
		if own, is := strings.CutPrefix(rest, g.name+mark); is { // its name may contain the mark
			return own, g.name, id
		}
	}
	former, own, is := strings.Cut(rest, mark)
	if !is || id == "" {
		return name, "Hidden Categories", hiddenMaster
	}
	return own, former, id
}

// writeGroups writes the group of the income category, then the groups that have used or visible categories.
func (c *conversionState) writeGroups() error {
	income := &ynabdoc.CategoryGroup{ID: c.id(incomeGroup), Name: "Internal Master Category", Internal: true}
	if err := c.out.Record(income); err != nil {
		return err
	}
	for _, g := range c.groups {
		if g.hidden && !g.used {
			c.remarks.Skip("category_groups", deleted)
			continue
		}
		if err := c.out.Record(&ynabdoc.CategoryGroup{ID: c.id(g.id), Name: g.name, Hidden: g.hidden, Note: g.note}); err != nil {
			return err
		}
	}
	if !c.figures.negative {
		return nil
	}
	return c.out.Record(&ynabdoc.CategoryGroup{ID: c.id(negativeGroup), Name: "Income", Hidden: true})
}

// The ids of records that only the document has.
const (
	incomeGroup      = "MasterCategory/__Internal__"
	negativeGroup    = "MasterCategory/__NegativeDeferredIncome__"
	negativeDeferred = "Category/__NegativeDeferredIncome__"
)

const deleted = "deleted in YNAB 4"

// writeCategories writes the income category and the others.
func (c *conversionState) writeCategories() error {
	income := &ynabdoc.Category{ID: c.id(immediateIncome), GroupID: c.id(incomeGroup), Name: "Inflow: Ready to Assign", Internal: true}
	income.LeaveOut("budgeted", "activity", "balance")
	if err := c.out.Record(income); err != nil {
		return err
	}
	for _, cat := range c.ordered {
		if cat.Deleted && !cat.used {
			c.remarks.Skip("categories", deleted)
			continue
		}
		if cat.Deleted {
			c.remarks.Warn("revived", "A deleted category has transactions or budgeted amounts; it was imported as a hidden one.", "%s", cat.name)
		}
		record := c.record(cat)
		record.LeaveOut("budgeted", "activity", "balance")
		if err := c.out.Record(record); err != nil {
			return err
		}
	}
	if !c.figures.negative {
		return nil
	}
	record := c.negativeRecord()
	record.LeaveOut("budgeted", "activity", "balance")
	return c.out.Record(record)
}

func (c *conversionState) record(cat *category) *ynabdoc.Category {
	return &ynabdoc.Category{
		ID: c.id(cat.ID), GroupID: c.id(cat.group.id), GroupName: cat.group.name, Name: cat.name, Hidden: cat.hidden, Note: cat.Note,
	}
}

func (c *conversionState) negativeRecord() *ynabdoc.Category {
	return &ynabdoc.Category{
		ID: c.id(negativeDeferred), GroupID: c.id(negativeGroup), GroupName: "Income", Name: "Taken from next month's income", Hidden: true,
	}
}
