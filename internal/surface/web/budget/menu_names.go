package budget

import (
	"net/url"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// category returns the menu next to a category's name.
func (d figureMenu) category(id string) (*ui.MenuPage, error) {
	c, err := d.find(id)
	if err != nil {
		return nil, err
	}
	g := d.groupOf(c)
	of := ui.Hidden("category", c.ID)
	p := &ui.MenuPage{Heading: c.Name, Sub: "in " + g.Name, Note: c.Note}
	if !g.Cards { // a card payment category has the name of its card
		p.Items = append(p.Items, d.Rename("category", c.Name, of))
	}
	if !c.Income {
		p.Items = append(p.Items, d.targetItem(c), ui.MenuItem{Label: "History by month", URL: d.To("reports/categories/" + url.PathEscape(c.ID))})
	}
	p.Items = append(p.Items, d.hide("hide-category", of, c.Hidden))
	p.Items = append(p.Items, d.moves(c, g)...)
	note := d.Do("Note", "category-note", of).Replace("Save", ui.NewNoteField(c.Note))
	note.Apart = true
	p.Items = append(p.Items, note)
	if !c.Income && !g.Cards {
		receivers := d.LineChoices(
			func(o *budget.Category) bool { return o == c || o.Income },
			func(o *budget.Category) string { return o.Name },
		)
		remove, err := d.deletion("delete-category", of, []*budget.Category{c},
			"Its transactions, scheduled transactions and budgeted amounts move to another category, and rules that set it are changed to that one. Undo restores the category.", receivers)
		if err != nil {
			return nil, err
		}
		p.Items = append(p.Items, remove)
	}
	return p, nil
}

// deletion returns the item that deletes categories. It has a field for the category that receives their contents,
// unless they are empty.
func (d figureMenu) deletion(what string, of ui.Field, gone []*budget.Category, intro string, receivers []ui.OptionGroup) (ui.MenuItem, error) {
	ids := iterutil.Map(gone, func(c *budget.Category) string { return c.ID })
	holds, err := d.asked.App.CategoriesHold(d.asked.Context(), d.asked.Actor, d.asked.BudgetID, ids)
	if err != nil {
		return ui.MenuItem{}, err
	}
	it := d.Do("Delete", what, of).Ask("Delete")
	it.Danger, it.Intro = true, "It is empty: it has no transactions, scheduled transactions, rules or budgeted amounts. Undo restores it."
	if holds {
		// No receiver is chosen initially, so that the choice is deliberate.
		none := ui.Ungrouped([]ui.Option{{Label: "Choose a category"}})
		it.Intro = intro
		it.Fields = []ui.Field{{Name: "receiver", Label: "Move its transactions to", Kind: ui.Choice, Required: true, Groups: append(none, receivers...)}}
	}
	return it, nil
}

func (d figureMenu) hide(what string, of ui.Field, hidden bool) ui.MenuItem {
	if hidden {
		return d.Do("Show", what, of, ui.Hidden("hidden", "0"))
	}
	return d.Do("Hide", what, of, ui.Hidden("hidden", "1"))
}

func (d figureMenu) groupOf(c *budget.Category) *budget.Group {
	i := slices.IndexFunc(d.Groups, func(g budget.Group) bool { return g.No == c.Group })
	return &d.Groups[i]
}

// moves returns the items that move a category without a mouse.
func (d figureMenu) moves(c *budget.Category, g *budget.Group) (items []ui.MenuItem) {
	of, in := ui.Hidden("category", c.ID), ui.Hidden("group", g.ID)
	members := d.Members[g.No]
	at := slices.Index(members, c)
	items = d.Moves("move-category", iterutil.Map(members, func(c *budget.Category) string { return c.ID }), at, of, in)
	var others []ui.Option
	for i := range d.Groups {
		if o := &d.Groups[i]; o != g && !o.Income && !g.Income && !o.Cards && !g.Cards {
			others = append(others, ui.Option{Value: o.ID, Label: o.Name})
		}
	}
	if len(others) > 0 {
		items = append(items, d.Do("Move to another group", "move-category", of).
			Ask("Move", ui.ChoiceOf("group", "Group", others...)))
	}
	return items
}

// group returns the menu next to a group's name.
func (d figureMenu) group(id string) (*ui.MenuPage, error) {
	i := slices.IndexFunc(d.Groups, func(g budget.Group) bool { return g.ID == id })
	if i < 0 {
		return nil, apperr.Gone("group")
	}
	g := &d.Groups[i]
	of := ui.Hidden("group", g.ID)
	p := &ui.MenuPage{Heading: g.Name, Sub: humanize.Number(len(d.Members[g.No]), "category", "categories"), Note: g.Note}
	if !g.Cards { // it has one category for each card
		p.Items = append(p.Items, d.Do("New category", "new-category", of).Ask("Add", ui.Field{Name: "name", Label: "Name", Kind: ui.TextField}))
	}
	p.Items = append(p.Items, d.Rename("group", g.Name, of))
	if !g.Income {
		p.Items = append(p.Items, d.hide("hide-group", of, g.Hidden))
	}
	p.Items = append(p.Items, d.Moves("move-group", iterutil.Map(d.Groups, func(g budget.Group) string { return g.ID }), i, of)...)
	if len(d.Members[g.No]) > 1 {
		p.Items = append(p.Items, d.Do("Sort categories A–Z", "sort-categories", of))
	}
	note := d.Do("Note", "group-note", of).Replace("Save", ui.NewNoteField(g.Note))
	note.Apart = true
	p.Items = append(p.Items, note)
	if !g.Income && !g.Cards {
		remove, err := d.groupDeletion(g, of)
		if err != nil {
			return nil, err
		}
		p.Items = append(p.Items, remove)
	}
	return p, nil
}

func (d figureMenu) groupDeletion(g *budget.Group, of ui.Field) (ui.MenuItem, error) {
	if len(d.Members[g.No]) == 0 {
		it := d.Do("Delete", "delete-group", of).Ask("Delete")
		it.Intro, it.Danger = "The group is empty. Undo restores it.", true
		return it, nil
	}
	receivers := d.LineChoices(
		func(o *budget.Category) bool { return o.Group == g.No || o.Income },
		func(o *budget.Category) string { return o.Name },
	)
	return d.deletion("delete-group", of, d.Members[g.No],
		"All its categories are deleted too. Their transactions, scheduled transactions and budgeted amounts move to one category of another group, and rules that set them are changed to that one.", receivers)
}
