package app

import (
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// DeleteCategory deletes a category; its transactions and budgeted amounts go to the category with the id receiver,
// which may be "" if there are none.
func (a *App) DeleteCategory(ctx context.Context, who Actor, id, category, receiver string) (ChangeResult, error) {
	return a.withCategory(ctx, who, id, "delete-category", category, func(e *changeTx, o *envelope.Outline, c *budget.Category) error {
		return e.deleteInto(receiver, "the category "+c.Name, []budget.CategoryNo{c.No}, func(to budget.CategoryNo, holds envelope.Contents) (*envelope.Deletion, error) {
			return o.DeleteCategory(c.No, to, holds)
		})
	})
}

// DeleteGroup deletes a group. It moves the content of its categories to the category with the id receiver, in
// another group. receiver may be "" if the categories have no content.
func (a *App) DeleteGroup(ctx context.Context, who Actor, id, group, receiver string) (ChangeResult, error) {
	return a.withGroup(ctx, who, id, "delete-group", group, func(e *changeTx, o *envelope.Outline, g *budget.Group) error {
		its := iterutil.Where(o.Categories, func(c budget.Category) bool { return c.Group == g.No })
		numbers := iterutil.Map(its, func(c budget.Category) budget.CategoryNo { return c.No })
		return e.deleteInto(receiver, "the group "+g.Name, numbers, func(to budget.CategoryNo, holds envelope.Contents) (*envelope.Deletion, error) {
			return o.DeleteGroup(g.No, to, holds)
		})
	})
}

// deleteInto applies a deletion rule to the content of some categories and their receiver.
func (e *changeTx) deleteInto(receiver, what string, of []budget.CategoryNo, rule func(to budget.CategoryNo, holds envelope.Contents) (*envelope.Deletion, error)) error {
	to, err := e.category(receiver)
	if err != nil {
		return err
	}
	holds, err := budgetsession.Contents(&e.ReadTx, append(of, to.No))
	if err != nil {
		return err
	}
	d, err := rule(to.No, holds)
	if err != nil {
		return err
	}
	e.Say("Deleted %s", what)
	if to.No != 0 {
		e.Say("Deleted %s, its transactions went to %s", what, to.Name)
	}
	return e.Delete(d)
}

// CategoriesHold reports whether any of the categories has a transaction, schedule, rule or budgeted amount, so that
// deleting them needs a receiver.
func (a *App) CategoriesHold(ctx context.Context, who Actor, id string, categories []string) (bool, error) {
	return budgetsession.Read(ctx, a.access, who, id, func(v *store.ReadTx) (bool, error) {
		var numbers []budget.CategoryNo
		for _, one := range categories {
			c, err := v.CategoryByID(one)
			if err != nil {
				return false, err
			}
			numbers = append(numbers, c.No)
		}
		holds, err := budgetsession.Contents(v, numbers)
		return slices.ContainsFunc(numbers, holds.Needs), err
	})
}
