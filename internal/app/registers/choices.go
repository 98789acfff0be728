package registers

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/tags"
	"holdover/internal/app/users"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Choices contains the values by which a register can be filtered.
type Choices struct {
	pageframe.Frame
	Groups     []budget.Group    // in display order
	Categories []budget.Category // in display order
	Payees     []budget.Payee    // payees of rows, by name
	Tags       []string          // names of tags
	Filters    []OwnFilter       // saved filters
}

// RegisterChoices returns the values by which a register can be filtered.
func (rg *Registers) RegisterChoices(ctx context.Context, who users.Actor, id string) (Choices, error) {
	var c Choices
	err := pageframe.View(ctx, rg.access, who, id, &c.Frame, func(v *store.ReadTx) (err error) {
		filters := func() ([]OwnFilter, error) { return ownFilters(v) }
		if err := iterutil.Try(iterutil.Store(&c.Groups, v.Groups), iterutil.Store(&c.Categories, v.Categories), iterutil.Store(&c.Filters, filters)); err != nil {
			return err
		}
		known, err := tags.In(v)
		if err != nil {
			return err
		}
		c.Tags = iterutil.Map(known, func(t tags.Tag) string { return t.Name })
		used, err := v.PayeeUses()
		if err != nil {
			return err
		}
		all, err := v.Payees()
		c.Payees = iterutil.Where(all, func(p budget.Payee) bool { return used[p.No].Lines > 0 })
		sought := make(map[budget.PayeeNo]string, len(c.Payees)) // each key computed once
		for i := range c.Payees {
			sought[c.Payees[i].No] = budget.SearchKey(c.Payees[i].Name)
		}
		slices.SortFunc(c.Payees, func(a, b budget.Payee) int {
			return cmp.Or(cmp.Compare(sought[a.No], sought[b.No]), cmp.Compare(a.No, b.No))
		})
		return err
	})
	return c, err
}
