package migration

import (
	"context"
	"maps"
	"slices"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/cleanup"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/store"
)

// cleanUpAction is the prefix of a clean-up's action in the journal, before its kind.
const cleanUpAction = "clean-up-"

// ApplyCleanUp applies the proposal for the present budget as one journal entry and returns the result; Done is zero
// if there was nothing to do. It returns an Invalid error for an excluded item that is not proposed, or for an
// invalid name.
func (br *Migration) ApplyCleanUp(ctx context.Context, who users.Actor, id string, kind cleanup.Kind, choices cleanup.Choices) (done budgetsession.ChangeResult, view CleanUp, err error) {
	err = br.access.WithBudgetMemory(ctx, who, id, auth.Change, 0, func() error {
		done, view, err = br.applyCleanUp(ctx, who, id, kind, choices)
		return err
	})
	return done, view, err
}

func (br *Migration) applyCleanUp(ctx context.Context, who users.Actor, id string, kind cleanup.Kind, choices cleanup.Choices) (budgetsession.ChangeResult, CleanUp, error) {
	brought, err := br.brought(ctx, who, id, auth.Change)
	if err == nil && !slices.Contains(CleanUpKinds(), kind) {
		err = noCleanUp(kind)
	}
	if err != nil {
		return budgetsession.ChangeResult{}, CleanUp{}, err
	}
	var view CleanUp
	done, err := br.access.Change(ctx, who, id, cleanUpAction+string(kind), func(e *budgetsession.ChangeTx) error {
		in, err := brought.input(&e.ReadTx)
		if err != nil {
			return err
		}
		p := proposers[kind](in, choices)
		if err := known(p, choices); err != nil {
			return err
		}
		if view, err = cleanUpView(&e.ReadTx, in, p, 0); err != nil {
			return err
		}
		e.Say("%s", cleanUpLabel(&view))
		return newCleaning(e).apply(&p.Changes)
	})
	return done, view, err
}

// known refuses choices about items that are not proposed: with a typing error an item to exclude would be changed.
func known(p *cleanup.Proposal, choices cleanup.Choices) error {
	ids := iterutil.SetOf(p.Items, func(one cleanup.Item) string { return one.ID })
	for _, chosen := range [][]string{slices.Sorted(maps.Keys(choices.Leave)), slices.Sorted(maps.Keys(choices.Take)), slices.Sorted(maps.Keys(choices.Rename))} {
		for _, id := range chosen {
			if !ids[id] {
				return apperr.New(apperr.Invalid, "there is no suggestion with the id %q", id).WithHint("check the ids of the suggestions; they may have changed")
			}
		}
	}
	return nil
}

// choosable returns the errors about a proposal that applying it would return: choices about items that are not
// proposed, and invalid names.
func choosable(v *store.ReadTx, p *cleanup.Proposal, choices cleanup.Choices) error {
	if err := known(p, choices); err != nil || len(choices.Rename) == 0 {
		return err
	}
	o, err := v.Outline()
	if err != nil {
		return err
	}
	for i := range p.Changes.PutGroups {
		g := &p.Changes.PutGroups[i]
		if _, err := o.RenameGroup(g.No, g.Name); err != nil {
			return err
		}
	}
	for i := range p.Changes.PutCategories {
		put := &p.Changes.PutCategories[i]
		was, err := o.Category(put.No)
		if err != nil || was.Name == put.Name || was.Group != put.Group && strings.TrimSpace(put.Name) != "" { // names are unique within a group only
			continue
		}
		if _, err := o.RenameCategory(put.No, put.Name); err != nil {
			return err
		}
	}
	return nil
}

func cleanUpLabel(c *CleanUp) string {
	done := iterutil.Count(c.Items, func(it *CleanUpItem) bool { return !it.Left && it.Action != cleanup.Nothing })
	steps := humanize.Number(done, "step", "steps")
	switch c.Kind {
	case cleanup.CardDebt:
		return "Cleaned up the credit-card debt: " + steps
	case cleanup.Holds:
		return "Held money that YNAB reserved for later: " + humanize.Number(done, "month", "months")
	case cleanup.Duplicates:
		return "Cleaned up duplicates: " + steps
	}
	return "Matched YNAB: " + humanize.Count(c.Matched.After) + " of " + humanize.Number(c.Matched.Of, "month", "months") + ", " + humanize.Count(c.Matched.Before) + " before"
}

// cleaning writes the changes of a proposal. Negative numbers are those of new records.
type cleaning struct {
	*budgetsession.ChangeTx
	groups     map[budget.GroupNo]budget.GroupNo
	categories map[budget.CategoryNo]budget.CategoryNo
}

func newCleaning(e *budgetsession.ChangeTx) *cleaning {
	return &cleaning{ChangeTx: e, groups: map[budget.GroupNo]budget.GroupNo{}, categories: map[budget.CategoryNo]budget.CategoryNo{}}
}

func (c *cleaning) apply(changes *cleanup.Changes) error {
	steps := []func(*cleanup.Changes) error{c.create, c.putRows, c.putCells, c.putRollovers, c.putNames, c.merge, c.remove, c.putHolds}
	return iterutil.Each(steps, func(step func(*cleanup.Changes) error) error { return step(changes) })
}

func (c *cleaning) category(no budget.CategoryNo) budget.CategoryNo {
	if made, ok := c.categories[no]; ok {
		return made
	}
	return no
}

// create appends the new groups and categories.
func (c *cleaning) create(changes *cleanup.Changes) error {
	for _, g := range changes.NewGroups {
		o, err := c.Outline()
		if err != nil {
			return err
		}
		made, err := o.NewGroup(g.Name)
		if err != nil {
			return err
		}
		made.ID = budgetsession.NewID()
		if err := c.Put(&made); err != nil {
			return err
		}
		c.groups[g.No] = made.No
	}
	for _, n := range changes.NewCategories {
		group := n.Group
		if made, ok := c.groups[group]; ok {
			group = made
		}
		o, err := c.Outline()
		if err != nil {
			return err
		}
		made, err := o.NewCategory(group, n.Name)
		if err != nil {
			return err
		}
		made.ID = budgetsession.NewID()
		if err := c.Put(&made); err != nil {
			return err
		}
		c.categories[n.No] = made.No
	}
	return nil
}

func (c *cleaning) putRows(changes *cleanup.Changes) error {
	rows, err := c.TransactionsByNo(iterutil.Map(changes.MovedRows, func(r cleanup.MovedRow) budget.TxNo { return r.Tx }))
	if err != nil {
		return err
	}
	is := iterutil.PtrByKey(rows, func(t *budget.Transaction) budget.TxNo { return t.No })
	for _, moved := range changes.MovedRows {
		was := is[moved.Tx]
		if was == nil {
			return apperr.New(apperr.Internal, "transaction %d moves and is not there", moved.Tx)
		}
		row := moved.After(*was)
		row.Category = c.category(row.Category)
		for part := range iterutil.Pointers(row.Parts) {
			part.Category = c.category(part.Category)
			if part.No == 0 {
				part.ID = budgetsession.NewID()
			}
		}
		if err := c.PutTransaction(&row); err != nil {
			return err
		}
	}
	return nil
}

func (c *cleaning) putCells(changes *cleanup.Changes) error {
	return iterutil.Each(changes.Assignments, func(cell envelope.Assignment) error {
		return c.SetBudgeted(c.category(cell.Category), cell.Month, cell.Budgeted)
	})
}

func (c *cleaning) putRollovers(changes *cleanup.Changes) error {
	for _, add := range changes.Rollovers {
		add.Category = c.category(add.Category)
		switches, err := c.RolloversOf(add.Category)
		if err != nil {
			return err
		}
		switches = append(slices.DeleteFunc(switches, func(r budget.Rollover) bool { return r.From == add.From }), add)
		slices.SortFunc(switches, func(a, b budget.Rollover) int { return int(a.From - b.From) })
		if err := c.SetRollovers(add.Category, switches); err != nil {
			return err
		}
	}
	return nil
}

func (c *cleaning) putHolds(changes *cleanup.Changes) error {
	return iterutil.Each(changes.Holds, func(h cleanup.MonthHold) error { return c.Hold(h.Month, h.Held) })
}
