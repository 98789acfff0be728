package app

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// NewGroup appends a category group.
func (a *App) NewGroup(ctx context.Context, who Actor, id, name string) (ChangeResult, error) {
	done, _, err := a.CreateGroup(ctx, who, id, name)
	return done, err
}

// CreateGroup is NewGroup, and returns the group's id.
func (a *App) CreateGroup(ctx context.Context, who Actor, id, name string) (done ChangeResult, group string, err error) {
	done, err = a.outlined(ctx, who, id, "new-group", func(e *changeTx, o *envelope.Outline) error {
		g, err := o.NewGroup(name)
		if err != nil {
			return named(err)
		}
		g.ID = budgetsession.NewID()
		group = g.ID
		e.Say("Added the group %s", g.Name)
		return e.Put(&g)
	})
	return done, group, err
}

// NewCategory adds a category at the end of a group.
func (a *App) NewCategory(ctx context.Context, who Actor, id, group, name string) (ChangeResult, error) {
	return a.withGroup(ctx, who, id, "new-category", group, func(e *changeTx, o *envelope.Outline, g *budget.Group) error {
		c, err := o.NewCategory(g.No, name)
		if err != nil {
			return err
		}
		c.ID = budgetsession.NewID()
		e.Say("Added the category %s to %s", c.Name, g.Name)
		return e.Put(&c)
	})
}

// RenameGroup renames a group. No other group may have the name.
func (a *App) RenameGroup(ctx context.Context, who Actor, id, group, name string) (ChangeResult, error) {
	return a.withGroup(ctx, who, id, "rename-group", group, func(e *changeTx, o *envelope.Outline, before *budget.Group) error {
		g, err := o.RenameGroup(before.No, name)
		if err != nil {
			return named(err)
		}
		e.Say("Renamed the group %s to %s", before.Name, g.Name)
		return e.Put(&g)
	})
}

// RenameCategory renames a category. No other category of its group may have the name.
func (a *App) RenameCategory(ctx context.Context, who Actor, id, category, name string) (ChangeResult, error) {
	return a.withCategory(ctx, who, id, "rename-category", category, func(e *changeTx, o *envelope.Outline, before *budget.Category) error {
		c, err := o.RenameCategory(before.No, name)
		if err != nil {
			return err
		}
		e.Say("Renamed the category %s to %s", before.Name, c.Name)
		return e.Put(&c)
	})
}

// HideGroup hides a group or shows it again.
func (a *App) HideGroup(ctx context.Context, who Actor, id, group string, hidden bool) (ChangeResult, error) {
	return a.withGroup(ctx, who, id, "hide-group", group, func(e *changeTx, _ *envelope.Outline, g *budget.Group) error {
		g.Hidden = hidden
		e.Say("%s the group %s", hiddenWord(hidden), g.Name)
		return e.Put(g)
	})
}

// HideCategory hides a category or shows it again.
func (a *App) HideCategory(ctx context.Context, who Actor, id, category string, hidden bool) (ChangeResult, error) {
	return a.withCategory(ctx, who, id, "hide-category", category, func(e *changeTx, _ *envelope.Outline, c *budget.Category) error {
		c.Hidden = hidden
		e.Say("%s the category %s", hiddenWord(hidden), c.Name)
		return e.Put(c)
	})
}

func hiddenWord(hidden bool) string {
	if hidden {
		return "Hid"
	}
	return "Showed"
}

func (a *App) SetGroupNote(ctx context.Context, who Actor, id, group, note string) (ChangeResult, error) {
	return a.withGroup(ctx, who, id, "group-note", group, func(e *changeTx, _ *envelope.Outline, g *budget.Group) error {
		g.Note = note
		e.Say("Changed the note of the group %s", g.Name)
		return e.Put(g)
	})
}

func (a *App) SetCategoryNote(ctx context.Context, who Actor, id, category, note string) (ChangeResult, error) {
	return a.withCategory(ctx, who, id, "category-note", category, func(e *changeTx, _ *envelope.Outline, c *budget.Category) error {
		c.Note = note
		e.Say("Changed the note of the category %s", c.Name)
		return e.Put(c)
	})
}

// MoveGroup moves a group before another one, or to the end if before is "".
func (a *App) MoveGroup(ctx context.Context, who Actor, id, group, before string) (ChangeResult, error) {
	return a.withGroup(ctx, who, id, "move-group", group, func(e *changeTx, o *envelope.Outline, g *budget.Group) error {
		next, err := budgetsession.OrNone(before, e.GroupByID)
		if err != nil {
			return err
		}
		changed, err := o.MoveGroup(g.No, next.No)
		if err != nil {
			return err
		}
		e.Say("Moved the group %s", g.Name)
		return store.PutAll(e.WriteTx, changed)
	})
}

// MoveCategory moves a category into a group, before another category of it, or to the end if before is "".
func (a *App) MoveCategory(ctx context.Context, who Actor, id, category, group, before string) (ChangeResult, error) {
	return a.withCategory(ctx, who, id, "move-category", category, func(e *changeTx, o *envelope.Outline, c *budget.Category) error {
		g, err := e.GroupByID(group)
		if err != nil {
			return err
		}
		next, err := budgetsession.OrNone(before, e.CategoryByID)
		if err != nil {
			return err
		}
		changed, err := o.MoveCategory(c.No, g.No, next.No)
		if err != nil {
			return err
		}
		e.Say("Moved the category %s to %s", c.Name, g.Name)
		return store.PutAll(e.WriteTx, changed)
	})
}

// SortCategories sorts the categories of a group by name.
func (a *App) SortCategories(ctx context.Context, who Actor, id, group string) (ChangeResult, error) {
	return a.withGroup(ctx, who, id, "sort-categories", group, func(e *changeTx, o *envelope.Outline, g *budget.Group) error {
		changed, err := o.SortCategories(g.No)
		if err != nil {
			return err
		}
		e.Say("Sorted the categories of %s", g.Name)
		return store.PutAll(e.WriteTx, changed)
	})
}

// outlined runs a change with the groups and categories.
func (a *App) outlined(ctx context.Context, who Actor, id, action string, do func(*changeTx, *envelope.Outline) error) (ChangeResult, error) {
	return a.change(ctx, who, id, action, func(e *changeTx) error {
		o, err := e.Outline()
		if err != nil {
			return err
		}
		return do(e, o)
	})
}

// withGroup is outlined with the group of an id.
func (a *App) withGroup(ctx context.Context, who Actor, id, action, group string, do func(*changeTx, *envelope.Outline, *budget.Group) error) (ChangeResult, error) {
	return a.outlined(ctx, who, id, action, func(e *changeTx, o *envelope.Outline) error { return with(group, e.GroupByID, e, o, do) })
}

// withCategory is outlined with the category of an id.
func (a *App) withCategory(ctx context.Context, who Actor, id, action, category string, do func(*changeTx, *envelope.Outline, *budget.Category) error) (ChangeResult, error) {
	return a.outlined(ctx, who, id, action, func(e *changeTx, o *envelope.Outline) error { return with(category, e.CategoryByID, e, o, do) })
}

func with[T any](id string, find func(string) (T, error), e *changeTx, o *envelope.Outline, do func(*changeTx, *envelope.Outline, *T) error) error {
	one, err := find(id)
	if err != nil {
		return err
	}
	return do(e, o, &one)
}
