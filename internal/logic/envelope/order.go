package envelope

import (
	"cmp"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// MoveCategory moves a category into a group, before another category of that group, or to its end if before is zero.
// It returns the categories whose group or position (Sort) changed. It returns a NotFound error if the category or the
// group does not exist, and a Conflict error if the group has another category of the same name. It returns an Invalid
// error for a move between income and other groups, for a move into or out of the group of card payment categories, and
// if before is not in the group.
func (o *Outline) MoveCategory(no budget.CategoryNo, to budget.GroupNo, before budget.CategoryNo) ([]budget.Category, error) {
	c, err := o.Category(no)
	if err != nil {
		return nil, err
	}
	g, err := o.Group(to)
	if err != nil {
		return nil, err
	}
	if c.Income != g.Income {
		return nil, apperr.New(apperr.Invalid, "%q cannot move to %q: income and other categories do not share a group", c.Name, g.Name)
	}
	if c.Group != to && g.Cards {
		return nil, errOnlyCards(g)
	}
	if c.Group != to && o.IsCardPayment(&c) {
		return nil, apperr.New(apperr.Invalid, "%q must stay in the group of card payment categories", c.Name)
	}
	if err := o.nameFree(g, c.Name, no); err != nil {
		return nil, err
	}
	ordered, ok := iterutil.MoveBefore(o.orderedCategories(to), c, before, categoryNo)
	if !ok {
		return nil, apperr.New(apperr.Invalid, "the category to put %q before is not in %q", c.Name, g.Name)
	}
	return placed(ordered, to), nil
}

// SortCategories sorts the categories of a group by name. It returns the categories whose position (Sort) changed, and a NotFound
// error if the group does not exist.
func (o *Outline) SortCategories(group budget.GroupNo) ([]budget.Category, error) {
	if _, err := o.Group(group); err != nil {
		return nil, err
	}
	ordered := o.orderedCategories(group)
	slices.SortStableFunc(ordered, func(a, b budget.Category) int { return budget.CompareNames(a.Name, b.Name) })
	return placed(ordered, group), nil
}

// placed places categories in a group in the order given, and returns those whose group or position changed.
func placed(ordered []budget.Category, group budget.GroupNo) (changed []budget.Category) {
	for i, category := range ordered {
		if category.Group != group || category.Sort != i {
			category.Group, category.Sort = group, i
			changed = append(changed, category)
		}
	}
	return changed
}

// MoveGroup moves a group before another, or to the end if before is zero. It returns the groups whose position (Sort)
// changed. It returns a NotFound error if one of the two does not exist.
func (o *Outline) MoveGroup(no, before budget.GroupNo) ([]budget.Group, error) {
	g, err := o.Group(no)
	if err != nil {
		return nil, err
	}
	ordered, ok := iterutil.MoveBefore(o.orderedGroups(), g, before, groupNo)
	if !ok {
		return nil, apperr.New(apperr.NotFound, "the group to put %q before does not exist", g.Name)
	}
	var changed []budget.Group
	for i, group := range ordered {
		if group.Sort != i {
			group.Sort = i
			changed = append(changed, group)
		}
	}
	return changed, nil
}

func groupNo(g budget.Group) budget.GroupNo          { return g.No }
func categoryNo(c budget.Category) budget.CategoryNo { return c.No }

// orderedGroups returns a copy of the groups in display order.
func (o *Outline) orderedGroups() []budget.Group {
	return slices.SortedStableFunc(slices.Values(o.Groups), func(a, b budget.Group) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.No, b.No))
	})
}

// orderedCategories returns a copy of a group's categories in display order.
func (o *Outline) orderedCategories(group budget.GroupNo) []budget.Category {
	ordered := iterutil.Where(o.Categories, func(c budget.Category) bool { return c.Group == group })
	slices.SortStableFunc(ordered, func(a, b budget.Category) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.No, b.No))
	})
	return ordered
}

// sortAfter returns the position (Sort) of an element that is appended to a list in display order.
func sortAfter[T any](ordered []T, sort func(T) int) int {
	if len(ordered) == 0 {
		return 0
	}
	return sort(ordered[len(ordered)-1]) + 1
}

func groupSort(g budget.Group) int       { return g.Sort }
func categorySort(c budget.Category) int { return c.Sort }
