package importer

import (
	"reflect"
	"slices"

	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// incomeGroupName is the name of the application's own group.
const incomeGroupName = "Income"

// besideOwn is the suffix of the id of the ordinary group made from the source's internal group. The id of the
// internal group itself is used for the income group. A newer document finds the group by this suffix.
const besideOwn = ":ordinary"

// addGroups imports the ordinary groups: the live ones, and deleted ones with an imported category.
func (c *categorising) addGroups() {
	s, count := &c.special, c.notes.count(inGroups)
	c.groups = newIDs[budget.GroupNo](len(s.groups), c.opts.NewID)
	c.groupNo = make([]budget.GroupNo, len(s.groups))
	needed := make([]bool, len(s.groups))
	for i := range c.chosen {
		if c.chosen[i].kind == ordinary {
			needed[s.byID[c.chosen[i].GroupID]] = true
		}
	}
	own := c.ownGroup()
	if own >= 0 {
		c.groups.reserve(s.groups[own].ID)
	}
	for i := range s.groups {
		g := &s.groups[i]
		tally := Count{}
		switch first := s.byID[g.ID]; {
		case i == own:
			tally.keep()
		case g.Deleted && !needed[i]:
			tally.skip(wasDeleted)
		case first != i && reflect.DeepEqual(&s.groups[first], g):
			tally.merge(sameAgain)
		case s.kinds[i] == cardKind:
			tally.merge(besides)
			c.keepBeside(g, first == i)
		case s.kinds[i] == internalKind && !needed[i]:
			tally.merge(asNone)
			c.keepBeside(g, first == i)
		default:
			tally.keep()
			c.groupNo[i] = c.addGroup(g, g.ID, g.ID)
		}
		if i == own && needed[i] { // it contains categories that are not special in the application
			c.notes.warn("internal-category", "YNAB's internal group has an unknown category; it was imported as an ordinary one.", "%s", g.Name)
			c.groupNo[i] = c.addGroup(g, "", g.ID+besideOwn)
		}
		if i < len(c.plan.CategoryGroups) {
			count.plus(tally)
		}
	}
}

// ownGroup returns the index of the internal group that contains the income category, or, if none does, of the first
// internal one, or -1.
func (c *categorising) ownGroup() int {
	if c.main >= 0 {
		return c.special.byID[c.chosen[c.main].GroupID]
	}
	return slices.IndexFunc(c.special.kinds, func(kind groupKind) bool { return kind == internalKind })
}

func (c *categorising) addGroup(g *ynabdoc.CategoryGroup, id, sourceID string) budget.GroupNo {
	no, id, repeated := c.groups.next(id)
	if repeated {
		c.repeated("category group", sourceID, id)
	}
	name := g.Name
	if name == "" {
		name = "Unnamed"
	}
	c.whole.Groups = append(c.whole.Groups, budget.Group{
		No: no, ID: id, SourceID: sourceID, Name: name, Hidden: g.Hidden || g.Deleted || c.isHiddenGroup(g),
		Note: g.Note, Sort: len(c.whole.Groups), Extra: object(g.Extra()),
	})
	if g.Deleted {
		c.notes.Revived = append(c.notes.Revived, Revived{"group", id, g.Name, "hidden"})
	}
	return no
}

// isHiddenGroup reports whether a group contains the hidden categories of older files.
func (c *categorising) isHiddenGroup(g *ynabdoc.CategoryGroup) bool {
	return g.Name == hiddenGroup && c.marks == nil
}

// addIncomeGroup adds the application's own group after all others.
func (c *categorising) addIncomeGroup() budget.GroupNo {
	group := budget.Group{Name: incomeGroupName, Income: true, Sort: len(c.whole.Groups)}
	if own := c.ownGroup(); own >= 0 {
		g := &c.special.groups[own]
		group.SourceID, group.Hidden, group.Note, group.Extra = g.ID, g.Hidden, g.Note, object(g.Extra())
	}
	if c.marks != nil && c.marks.Income.Group.Name != "" {
		group.Name = c.marks.Income.Group.Name
	}
	if group.SourceID != "" {
		group.No, group.ID = c.groups.claim(group.SourceID)
	} else {
		group.No, group.ID, _ = c.groups.next("")
	}
	c.whole.Groups = append(c.whole.Groups, group)
	return group.No
}

// groupOf returns the group of an imported category. A category in the hidden group of older files is hidden.
func (c *categorising) groupOf(r *chosen) budget.GroupNo {
	i := c.special.byID[r.GroupID]
	if c.isHiddenGroup(&c.special.groups[i]) && !r.Hidden {
		hidden := *r.Category
		hidden.Hidden = true
		r.Category = &hidden
	}
	return c.groupNo[i]
}

// keepBeside stores the record of a group that has no counterpart in the application.
func (c *categorising) keepBeside(g *ynabdoc.CategoryGroup, named bool) {
	if !named {
		return
	}
	c.groups.reserve(g.ID)
	kept := *g
	kept.Categories = nil // they are stored separately
	c.beside.groups = append(c.beside.groups, kept)
}

func (c *categorising) addUnlistedGroup(r *ynabdoc.Category) {
	s := &c.special
	s.byID[r.GroupID] = len(s.groups)
	s.groups = append(s.groups, ynabdoc.CategoryGroup{ID: r.GroupID, Name: c.unlistedName(r.GroupID, r.GroupName)})
	s.kinds = append(s.kinds, ordinaryGroup)
}
