package app

import (
	"context"

	"holdover/internal/budget"
	"holdover/internal/envelope"
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
		holds, err := e.Contents(append([]budget.CategoryNo{c.No}, to.No))
		if err != nil {
			return err
		}
		d, err := o.DeleteCategory(c.No, to.No, holds)
		if err != nil {
			return err
		}
		e.Say("Deleted the category %s%s", c.Name, wentTo(to))
		return e.Delete(d)
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
		holds, err := e.Contents(of)
		if err != nil {
			return err
		}
		d, err := o.DeleteGroup(g.No, to.No, holds)
		if err != nil {
			return err
		}
		e.Say("Deleted the group %s%s", g.Name, wentTo(to))
		return e.Delete(d)
	})
}

func wentTo(to budget.Category) string {
	if to.No == 0 {
		return ""
	}
	return ", its transactions went to " + to.Name
}
