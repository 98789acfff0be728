package envelope

import (
	"cmp"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// MoveCategory moves a category into a group, before another category of that group, or to its end if before is zero.
// It returns the changed categories: the moved one, and those with a new Sort that makes space. It returns a Conflict
// error if the group has a category of the same name and Invalid for a move between income and other groups.
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
		return nil, onlyCards(g)
	}
	if c.Group != to && o.PaysCard(&c) {
		return nil, apperr.New(apperr.Invalid, "%q stays among the card payment categories", c.Name)
	}
	if err := o.nameFree(g, c.Name, no); err != nil {
		return nil, err
	}
	row, ok := iterutil.Before(o.orderedCategories(to), c, before, categoryNo)
	if !ok {
		return nil, apperr.New(apperr.Invalid, "the category to put %q before is not in %q", c.Name, g.Name)
	}
	var changed []budget.Category
	for i, now := range row {
		was := now
		now.Group, now.Sort = to, i
		if now.Sort != was.Sort || now.Group != was.Group {
			changed = append(changed, now)
		}
	}
	return changed, nil
}

// MoveGroup moves a group before another, or to the end if before is zero. It returns the groups with a changed Sort.
func (o *Outline) MoveGroup(no, before budget.GroupNo) ([]budget.Group, error) {
	g, err := o.Group(no)
	if err != nil {
		return nil, err
	}
	row, ok := iterutil.Before(o.orderedGroups(), g, before, groupNo)
	if !ok {
		return nil, apperr.New(apperr.NotFound, "the group to put %q before does not exist", g.Name)
	}
	var changed []budget.Group
	for i, now := range row {
		if now.Sort != i {
			now.Sort = i
			changed = append(changed, now)
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
	row := iterutil.Where(o.Categories, func(c budget.Category) bool { return c.Group == group })
	slices.SortStableFunc(row, func(a, b budget.Category) int {
		return cmp.Or(cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.No, b.No))
	})
	return row
}

// sortAfter returns the Sort of an element appended to a list in display order.
func sortAfter[T any](row []T, sort func(T) int) int {
	if len(row) == 0 {
		return 0
	}
	return sort(row[len(row)-1]) + 1
}

func groupSort(g budget.Group) int       { return g.Sort }
func categorySort(c budget.Category) int { return c.Sort }
