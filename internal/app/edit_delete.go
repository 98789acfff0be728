package app

import (
	"context"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/envelope"
	"holdover/internal/store"
)

// DeleteCategory deletes a category; receiver, the id of another one, gets its
// transactions and budgeted amounts. It may be "" where there are none.
func (a *App) DeleteCategory(ctx context.Context, who Actor, id, category, receiver string) (Done, error) {
	return a.outlined(ctx, who, id, "delete-category", func(e *editing, o *envelope.Outline) error {
		c, err := e.CategoryByID(category)
		if err != nil {
			return err
		}
		to, err := e.category(receiver)
		if err != nil {
			return err
		}
		holds, err := e.contents(append([]budget.CategoryNo{c.No}, to.No))
		if err != nil {
			return err
		}
		d, err := o.DeleteCategory(c.No, to.No, holds)
		if err != nil {
			return err
		}
		e.say("Deleted the category %s%s", c.Name, wentTo(to))
		return e.delete(d)
	})
}

// DeleteGroup deletes a group; receiver, the id of a category of another group,
// gets what its categories hold. It may be "" where they hold nothing.
func (a *App) DeleteGroup(ctx context.Context, who Actor, id, group, receiver string) (Done, error) {
	return a.outlined(ctx, who, id, "delete-group", func(e *editing, o *envelope.Outline) error {
		g, err := e.GroupByID(group)
		if err != nil {
			return err
		}
		to, err := e.category(receiver)
		if err != nil {
			return err
		}
		of := []budget.CategoryNo{to.No}
		for _, c := range o.Categories {
			if c.Group == g.No {
				of = append(of, c.No)
			}
		}
		holds, err := e.contents(of)
		if err != nil {
			return err
		}
		d, err := o.DeleteGroup(g.No, to.No, holds)
		if err != nil {
			return err
		}
		e.say("Deleted the group %s%s", g.Name, wentTo(to))
		return e.delete(d)
	})
}

func wentTo(to budget.Category) string {
	if to.No == 0 {
		return ""
	}
	return ", its transactions went to " + to.Name
}

// contents is what categories hold.
func (e *editing) contents(of []budget.CategoryNo) (envelope.Contents, error) {
	holds := envelope.Contents{Used: make(map[budget.CategoryNo]bool)}
	for _, c := range of {
		if c == 0 {
			continue
		}
		cells, err := e.CellsOf(c)
		if err != nil {
			return holds, err
		}
		holds.Cells = append(holds.Cells, cells...)
		used, err := e.used(c)
		if err != nil {
			return holds, err
		}
		holds.Used[c] = used
	}
	return holds, nil
}

// used says whether a line or a schedule refers to a category.
func (e *editing) used(c budget.CategoryNo) (bool, error) {
	for _, err := range e.Transactions(store.Filter{Category: c, Limit: 1}) {
		return true, err
	}
	scheduled, err := e.Scheduled()
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(scheduled, func(s budget.Scheduled) bool {
		return s.Category == c || slices.ContainsFunc(s.Parts, func(p budget.Part) bool { return p.Category == c })
	}), nil
}

func (e *editing) delete(d *envelope.Deletion) error {
	for _, c := range d.Categories {
		if d.Receiver != 0 {
			if err := e.MoveLines(c, d.Receiver); err != nil {
				return err
			}
		}
		if err := e.DeleteCategory(c); err != nil {
			return err
		}
	}
	for _, cell := range d.Cells {
		if err := e.PutCell(cell); err != nil {
			return err
		}
	}
	if d.Group != 0 {
		return e.DeleteGroup(d.Group)
	}
	return nil
}
