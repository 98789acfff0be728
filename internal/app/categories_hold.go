package app

import (
	"context"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/store"
)

// CategoriesHold says whether any of some categories has a transaction, a scheduled one or a budgeted amount, so that
// deleting them needs a category that receives it.
func (a *App) CategoriesHold(ctx context.Context, who Actor, id string, categories []string) (holds bool, err error) {
	err = a.access.View(ctx, who, id, func(v *store.View) error {
		scheduled, err := v.Scheduled()
		if err != nil {
			return err
		}
		for _, one := range categories {
			c, err := v.CategoryByID(one)
			if err != nil {
				return err
			}
			if holds, err = holdsAnything(v, c.No, scheduled); err != nil || holds {
				return err
			}
		}
		return nil
	})
	return holds, err
}

func holdsAnything(v *store.View, c budget.CategoryNo, scheduled []budget.Scheduled) (bool, error) {
	for _, err := range v.Transactions(store.Filter{Category: c, Limit: 1}) {
		return true, err
	}
	if slices.ContainsFunc(scheduled, func(s budget.Scheduled) bool {
		return s.Category == c || slices.ContainsFunc(s.Parts, func(p budget.Part) bool { return p.Category == c })
	}) {
		return true, nil
	}
	cells, err := v.CellsOf(c)
	return slices.ContainsFunc(cells, func(cell budget.Cell) bool { return cell.Budgeted != 0 }), err
}
