package web

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/fault"
)

// category is the menu next to a category's name.
func (d *menuDrawing) category(id string) (*MenuPage, error) {
	c, err := d.find(id)
	if err != nil {
		return nil, err
	}
	g := d.groupOf(c)
	of := hiddenField("category", c.ID)
	p := &MenuPage{Heading: c.Name, Sub: "in " + g.Name, Note: c.Note}
	p.Items = append(p.Items, d.do("Rename", "rename-category", of).ask("Rename", Field{Name: "name", Label: "Name", Value: c.Name, Kind: TextField}))
	p.Items = append(p.Items, d.hide("hide-category", of, c.Hidden))
	p.Items = append(p.Items, d.moves(c, g)...)
	note := d.do("Note", "category-note", of).ask("Save", noteField(c.Note))
	note.Apart = true
	p.Items = append(p.Items, note)
	if !c.Income {
		receivers := d.choices(
			func(o *budget.Category) bool { return o == c || o.Income },
			func(o *budget.Category) string { return o.Name },
		)
		p.Items = append(p.Items, d.deletion("delete-category", of,
			"Its transactions and budgeted amounts go to another category. The category is gone then; Undo brings it back.", receivers))
	}
	return p, nil
}

// deletion asks who receives what is there.
func (d *menuDrawing) deletion(what string, of Field, intro string, receivers []OptionGroup) MenuItem {
	// Nobody comes first: a receiver is chosen on purpose, never by oversight.
	none := OptionGroup{Options: []Option{{Value: "", Label: "Nobody, it is empty"}}}
	it := d.do("Delete", what, of).ask("Delete", Field{Name: "receiver", Label: "Receives its transactions", Kind: Choice, Groups: append([]OptionGroup{none}, receivers...)})
	it.Intro, it.Danger = intro, true
	return it
}

func (d *menuDrawing) hide(what string, of Field, hidden bool) MenuItem {
	if hidden {
		return d.do("Show", what, of, hiddenField("hidden", "0"))
	}
	return d.do("Hide", what, of, hiddenField("hidden", "1"))
}

func (d *menuDrawing) groupOf(c *budget.Category) *budget.Group {
	i := slices.IndexFunc(d.Groups, func(g budget.Group) bool { return g.No == c.Group })
	return &d.Groups[i]
}

// moves are the ways to put a category elsewhere without a mouse.
func (d *menuDrawing) moves(c *budget.Category, g *budget.Group) (items []MenuItem) {
	of, in := hiddenField("category", c.ID), hiddenField("group", g.ID)
	members := d.members[g.No]
	at := slices.Index(members, c)
	if at > 0 {
		items = append(items, d.do("Move up", "move-category", of, in, hiddenField("before", members[at-1].ID)))
	}
	if at < len(members)-1 {
		before := ""
		if at+2 < len(members) {
			before = members[at+2].ID
		}
		items = append(items, d.do("Move down", "move-category", of, in, hiddenField("before", before)))
	}
	var others []Option
	for i := range d.Groups {
		if o := &d.Groups[i]; o != g && !o.Income && !g.Income {
			others = append(others, Option{Value: o.ID, Label: o.Name})
		}
	}
	if len(others) > 0 {
		items = append(items, d.do("Move to another group", "move-category", of).
			ask("Move", Field{Name: "group", Label: "Group", Kind: Choice, Groups: []OptionGroup{{Options: others}}}))
	}
	return items
}

// group is the menu next to a group's name.
func (d *menuDrawing) group(id string) (*MenuPage, error) {
	i := slices.IndexFunc(d.Groups, func(g budget.Group) bool { return g.ID == id })
	if i < 0 {
		return nil, fault.New(fault.NotFound, "there is no such group any more").WithHint("it may have been deleted meanwhile")
	}
	g := &d.Groups[i]
	of := hiddenField("group", g.ID)
	p := &MenuPage{Heading: g.Name, Sub: counted(len(d.members[g.No]), "category", "categories"), Note: g.Note}
	p.Items = append(p.Items, d.do("New category", "new-category", of).ask("Add", Field{Name: "name", Label: "Name", Kind: TextField}))
	p.Items = append(p.Items, d.do("Rename", "rename-group", of).ask("Rename", Field{Name: "name", Label: "Name", Value: g.Name, Kind: TextField}))
	if !g.Income {
		p.Items = append(p.Items, d.hide("hide-group", of, g.Hidden))
	}
	if i > 0 {
		p.Items = append(p.Items, d.do("Move up", "move-group", of, hiddenField("before", d.Groups[i-1].ID)))
	}
	if i < len(d.Groups)-1 {
		before := ""
		if i+2 < len(d.Groups) {
			before = d.Groups[i+2].ID
		}
		p.Items = append(p.Items, d.do("Move down", "move-group", of, hiddenField("before", before)))
	}
	note := d.do("Note", "group-note", of).ask("Save", noteField(g.Note))
	note.Apart = true
	p.Items = append(p.Items, note)
	if !g.Income {
		p.Items = append(p.Items, d.groupDeletion(g, of))
	}
	return p, nil
}

func (d *menuDrawing) groupDeletion(g *budget.Group, of Field) MenuItem {
	if len(d.members[g.No]) == 0 {
		it := d.do("Delete", "delete-group", of)
		it.Danger = true
		return it
	}
	receivers := d.choices(
		func(o *budget.Category) bool { return o.Group == g.No || o.Income },
		func(o *budget.Category) string { return o.Name },
	)
	return d.deletion("delete-group", of,
		"All its categories go too. One category of another group receives their transactions and budgeted amounts.", receivers)
}
