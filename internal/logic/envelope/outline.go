package envelope

import (
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// Outline contains the groups and categories of a budget, hidden ones included, for the rules about names, order and
// deletion. Its methods change nothing; they return the changed records for the caller to save.
type Outline struct {
	Groups     []budget.Group
	Categories []budget.Category
}

// MaxName is the maximum length of a name that a user enters, in characters. Imported names may be longer.
const MaxName = 200

// Visible returns the categories that are not hidden and not in a hidden group.
func (o *Outline) Visible() []budget.CategoryNo {
	hidden := iterutil.SetOf(iterutil.Where(o.Groups, func(g budget.Group) bool { return g.Hidden }), func(g budget.Group) budget.GroupNo { return g.No })
	seen := make([]budget.CategoryNo, 0, len(o.Categories))
	for c := range iterutil.Pointers(o.Categories) {
		if !c.Hidden && !hidden[c.Group] {
			seen = append(seen, c.No)
		}
	}
	return seen
}

// Group returns a group, or a NotFound error.
func (o *Outline) Group(no budget.GroupNo) (budget.Group, error) {
	if g := iterutil.First(o.Groups, func(g budget.Group) bool { return g.No == no }); g != nil {
		return *g, nil
	}
	return budget.Group{}, apperr.New(apperr.NotFound, "group not found").WithHint("it may have been deleted; reload the page")
}

// Category returns a category, or a NotFound error.
func (o *Outline) Category(no budget.CategoryNo) (budget.Category, error) {
	if c := iterutil.First(o.Categories, func(c budget.Category) bool { return c.No == no }); c != nil {
		return *c, nil
	}
	return budget.Category{}, apperr.New(apperr.NotFound, "category not found").WithHint("it may have been deleted; reload the page")
}

// NewGroup returns a group to append; the store numbers it. It returns an Invalid error for the name and Conflict if
// it is taken.
func (o *Outline) NewGroup(name string) (budget.Group, error) {
	name, err := o.groupName(name, 0)
	if err != nil {
		return budget.Group{}, err
	}
	return budget.Group{Name: name, Sort: sortAfter(o.orderedGroups(), groupSort)}, nil
}

// NewCategory returns a new category at the end of a group; the store numbers it. In the income group it is an income
// category.
func (o *Outline) NewCategory(group budget.GroupNo, name string) (budget.Category, error) {
	g, err := o.Group(group)
	if err != nil {
		return budget.Category{}, err
	}
	if g.Cards {
		return budget.Category{}, errOnlyCards(g)
	}
	if name, err = o.categoryName(g, name, 0); err != nil {
		return budget.Category{}, err
	}
	return budget.Category{Group: group, Name: name, Income: g.Income, Sort: sortAfter(o.orderedCategories(group), categorySort)}, nil
}

// RenameGroup returns the group with its new name.
func (o *Outline) RenameGroup(no budget.GroupNo, name string) (budget.Group, error) {
	g, err := o.Group(no)
	if err != nil {
		return budget.Group{}, err
	}
	g.Name, err = o.groupName(name, no)
	return g, err
}

// RenameCategory returns the category with its new name.
func (o *Outline) RenameCategory(no budget.CategoryNo, name string) (budget.Category, error) {
	c, err := o.Category(no)
	if err != nil {
		return budget.Category{}, err
	}
	g, err := o.Group(c.Group)
	if err != nil {
		return budget.Category{}, err
	}
	if g.Cards {
		return budget.Category{}, apperr.New(apperr.Invalid, "%q is named after its card", c.Name).WithHint("rename the account")
	}
	c.Name, err = o.categoryName(g, name, no)
	return c, err
}

// errOnlyCards returns the error for another category in the group of card payment categories.
func errOnlyCards(g budget.Group) error {
	return apperr.New(apperr.Invalid, "%q has one category for each card, and no others", g.Name).WithHint("choose another group")
}

// IsCardPayment reports whether a category is a card payment category, even if its card is unknown.
func (o *Outline) IsCardPayment(c *budget.Category) bool {
	return budget.IsCardPayment(o.Groups, c)
}

func (o *Outline) groupName(name string, except budget.GroupNo) (string, error) {
	name, err := cleanName(name)
	if err != nil {
		return "", err
	}
	key := budget.NameKey(name)
	for i := range o.Groups {
		if g := &o.Groups[i]; g.No != except && budget.NameKey(g.Name) == key {
			return "", apperr.New(apperr.Conflict, "a group named %q already exists%s", g.Name, ifHidden(g.Hidden)).
				WithHint("choose another name, or rename the other group first")
		}
	}
	return name, nil
}

func (o *Outline) categoryName(g budget.Group, name string, except budget.CategoryNo) (string, error) {
	name, err := cleanName(name)
	if err != nil {
		return "", err
	}
	return name, o.nameFree(g, name, except)
}

// nameFree refuses a name that another category of the group has.
func (o *Outline) nameFree(g budget.Group, name string, except budget.CategoryNo) error {
	key := budget.NameKey(name)
	for i := range o.Categories {
		if c := &o.Categories[i]; c.Group == g.No && c.No != except && budget.NameKey(c.Name) == key {
			return apperr.New(apperr.Conflict, "the group %q already has a category named %q%s", g.Name, c.Name, ifHidden(c.Hidden || g.Hidden)).
				WithHint("choose another name, or rename the other category first")
		}
	}
	return nil
}

func cleanName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", apperr.New(apperr.Invalid, "the name is empty").WithHint("enter a name")
	}
	if len([]rune(name)) > MaxName {
		return "", apperr.New(apperr.Invalid, "the name is longer than %d characters", MaxName).WithHint("choose a shorter name and put the rest in the note")
	}
	return name, nil
}

func ifHidden(hidden bool) string {
	if hidden {
		return ", a hidden one"
	}
	return ""
}
