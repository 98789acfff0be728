package app

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/frame"
	"holdover/internal/budget"
	"holdover/internal/store"
)

// RegisterChoices are what the rows of a register can be filtered by.
type RegisterChoices struct {
	frame.Frame
	Groups     []budget.Group    // in display order
	Categories []budget.Category // in display order
	Payees     []budget.Payee    // those that rows name, by name
	Filters    []OwnFilter       // those of one's own
}

// RegisterChoices reads what rows can be filtered by.
func (a *App) RegisterChoices(ctx context.Context, who Actor, id string) (RegisterChoices, error) {
	var c RegisterChoices
	err := frame.View(ctx, a.access, who, id, &c.Frame, func(v *store.View) (err error) {
		if c.Groups, err = v.Groups(); err != nil {
			return err
		}
		if c.Categories, err = v.Categories(); err != nil {
			return err
		}
		if c.Filters, err = ownFilters(v); err != nil {
			return err
		}
		used, err := v.PayeeUses()
		if err != nil {
			return err
		}
		all, err := v.Payees()
		for i := range all {
			if used[all[i].No].Lines > 0 {
				c.Payees = append(c.Payees, all[i])
			}
		}
		slices.SortFunc(c.Payees, func(a, b budget.Payee) int {
			return cmp.Or(cmp.Compare(budget.NameKey(a.Name), budget.NameKey(b.Name)), cmp.Compare(a.No, b.No))
		})
		return err
	})
	return c, err
}
