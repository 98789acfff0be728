package app

import (
	"context"
	"reflect"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// CategoryFields holds a program's changes of a category. Nil fields stay unchanged.
type CategoryFields struct {
	Group  *string // the group's id
	Name   *string
	Note   *string
	Target *TargetFields
}

// CreateCategory creates a category with its note and target in one change, and returns its id. It returns an Invalid
// error that names the field, and Conflict if the name is taken.
func (a *App) CreateCategory(ctx context.Context, who Actor, id string, f CategoryFields) (done ChangeResult, category string, err error) {
	done, err = a.outlined(ctx, who, id, "new-category", func(e *changeTx, o *envelope.Outline) error {
		g, err := e.groupFor(textOf(f.Group))
		if err != nil {
			return err
		}
		c, err := o.NewCategory(g.No, textOf(f.Name))
		if err != nil {
			return named(err)
		}
		c.ID, c.Note = budgetsession.NewID(), textOf(f.Note)
		if f.Target != nil {
			if c.Target, err = f.Target.after(nil, a.Today(ctx).Month()); err != nil {
				return err
			}
		}
		category = c.ID
		e.Say("Added the category %s to %s", c.Name, g.Name)
		return e.Put(&c)
	})
	return done, category, err
}

// UpdateCategory changes a category's name, group, note and target in one change. It returns an Invalid error that
// names the field, NotFound, and Conflict if the name is taken.
func (a *App) UpdateCategory(ctx context.Context, who Actor, id, category string, f CategoryFields) (ChangeResult, error) {
	return a.withCategory(ctx, who, id, "edit-category", category, func(e *changeTx, o *envelope.Outline, was *budget.Category) error {
		e.Say("Changed the category %s", was.Name)
		c, err := e.moveTo(o, *was, f.Group)
		if err != nil {
			return err
		}
		if f.Name != nil {
			renamed, err := o.RenameCategory(c.No, *f.Name)
			if err != nil {
				return named(err)
			}
			c.Name = renamed.Name
		}
		if f.Note != nil {
			c.Note = *f.Note
		}
		if f.Target != nil {
			now := a.Today(ctx).Month()
			before := c.Target.In(now)
			to, err := f.Target.after(before, now)
			if err != nil {
				return err
			}
			if !reflect.DeepEqual(to, before) {
				if err := e.aim(&c, to, now); err != nil {
					return err
				}
			}
		}
		return e.Put(&c)
	})
}

// moveTo puts a category at the end of another group.
func (e *changeTx) moveTo(o *envelope.Outline, c budget.Category, group *string) (budget.Category, error) {
	if group == nil || *group == "" {
		return c, nil
	}
	g, err := e.groupFor(*group)
	if err != nil || g.No == c.Group {
		return c, err
	}
	moved, err := o.MoveCategory(c.No, g.No, 0)
	if err != nil {
		return c, err
	}
	for i := range moved {
		if err := e.Put(&moved[i]); err != nil {
			return c, err
		}
		if moved[i].No == c.No {
			c = moved[i]
		}
	}
	o.Categories, err = e.Categories()
	return c, err
}

// groupFor returns the group with an id that categories can be in.
func (e *changeTx) groupFor(id string) (budget.Group, error) {
	g, err := e.GroupByID(id)
	if apperr.KindOf(err) == apperr.NotFound {
		return g, apperr.New(apperr.Invalid, "the budget has no group %q that categories can be put into", id).AtField("category_group")
	}
	if err == nil && g.Income {
		return g, apperr.New(apperr.Invalid, "the group %s is built in", g.Name).AtField("category_group").WithHint("choose another one")
	}
	return g, err
}

// named adds the field "name" to an error.
func named(err error) error {
	return apperr.Placed(err, func(f *apperr.Error) {
		if f.Field == "" {
			f.Field = "name"
		}
	})
}
