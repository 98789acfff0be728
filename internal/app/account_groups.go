package app

import (
	"context"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// NewAccountGroup appends a group of accounts. It returns an Invalid error, and Conflict if the name is taken.
func (a *App) NewAccountGroup(ctx context.Context, who Actor, id, name string) (ChangeResult, error) {
	done, _, err := a.CreateAccountGroup(ctx, who, id, name)
	return done, err
}

// CreateAccountGroup is NewAccountGroup, and returns the group's id.
func (a *App) CreateAccountGroup(ctx context.Context, who Actor, id, name string) (done ChangeResult, group string, err error) {
	done, err = a.change(ctx, who, id, "new-account-group", func(e *changeTx) error {
		all, err := e.AccountGroups()
		if err != nil {
			return err
		}
		if len(all) >= budget.MaxAccountGroups {
			return apperr.New(apperr.Invalid, "there are already %d groups of accounts", len(all)).WithHint("delete one that is no longer used")
		}
		made := budget.AccountGroup{ID: budgetsession.NewID()}
		if made.Name, err = accountGroupName(all, name, 0); err != nil {
			return err
		}
		for i := range all {
			made.Sort = max(made.Sort, all[i].Sort+1)
		}
		group = made.ID
		e.Say("Added the account group %s", made.Name)
		return e.Put(&made)
	})
	return done, group, err
}

// accountGroupName returns a valid name for a group of accounts; no is the group itself.
func accountGroupName(all []budget.AccountGroup, name string, no budget.AccountGroupNo) (string, error) {
	name, err := budgetsession.GivenName(name, "a group", "choose a name such as Everyday or Savings")
	if err != nil {
		return "", err
	}
	if other := iterutil.First(all, func(g budget.AccountGroup) bool { return g.No != no && budget.NameKey(g.Name) == budget.NameKey(name) }); other != nil {
		return "", apperr.New(apperr.Conflict, "there is already an account group %q", other.Name).Of("name").WithHint("choose another name")
	}
	return name, nil
}

// RenameAccountGroup renames a group of accounts. No other one may have the name.
func (a *App) RenameAccountGroup(ctx context.Context, who Actor, id, group, name string) (ChangeResult, error) {
	return a.accountGroup(ctx, who, id, "rename-account-group", group, func(e *changeTx, g *budget.AccountGroup) error {
		all, err := e.AccountGroups()
		if err != nil {
			return err
		}
		free, err := accountGroupName(all, name, g.No)
		if err != nil {
			return err
		}
		e.Say("Renamed the account group %s to %s", g.Name, free)
		g.Name = free
		return e.Put(g)
	})
}

// DeleteAccountGroup deletes a group of accounts. Its accounts are in no group afterwards.
func (a *App) DeleteAccountGroup(ctx context.Context, who Actor, id, group string) (ChangeResult, error) {
	return a.accountGroup(ctx, who, id, "delete-account-group", group, func(e *changeTx, g *budget.AccountGroup) error {
		accounts, err := e.AccountRecords()
		if err != nil {
			return err
		}
		for acc := range iterutil.Pointers(accounts) {
			if acc.Group != g.No {
				continue
			}
			acc.Group = 0
			if err := e.Put(acc); err != nil {
				return err
			}
		}
		e.Say("Deleted the account group %s", g.Name)
		return e.Remove(g)
	})
}

// MoveAccountGroup moves a group of accounts before another one, or to the end if before is "".
func (a *App) MoveAccountGroup(ctx context.Context, who Actor, id, group, before string) (ChangeResult, error) {
	return a.accountGroup(ctx, who, id, "move-account-group", group, func(e *changeTx, g *budget.AccountGroup) error {
		next, err := budgetsession.OrNone(before, e.AccountGroupByID)
		if err != nil {
			return err
		}
		all, err := e.AccountGroups()
		if err != nil || next.No == g.No {
			return err
		}
		e.Say("Moved the account group %s", g.Name)
		all, _ = iterutil.MoveBefore(all, *g, next.No, func(g budget.AccountGroup) budget.AccountGroupNo { return g.No })
		return budgetsession.Renumber(e.ChangeTx, all, func(g *budget.AccountGroup) *int { return &g.Sort })
	})
}

// GroupAccount moves an account into a group, or out of its group if the group is "": before another account, or to the end if
// before is "".
func (a *App) GroupAccount(ctx context.Context, who Actor, id, account, group, before string) (ChangeResult, error) {
	return a.account(ctx, who, id, "group-account", account, func(e *changeTx, acc *budget.Account) error {
		g, err := budgetsession.OrNone(group, e.AccountGroupByID)
		if err != nil {
			return err
		}
		acc.Group = g.No
		if g.No == 0 {
			e.Say("Moved the account %s out of its group", acc.Name)
		} else {
			e.Say("Moved the account %s to the group %s", acc.Name, g.Name)
		}
		return e.placeAccount(acc, before)
	})
}

// placeAccount writes an account at its new place: before another one, or at the end if before is "".
func (e *changeTx) placeAccount(acc *budget.Account, before string) error {
	next, err := budgetsession.OrNone(before, e.AccountByID)
	if err != nil {
		return err
	}
	all, err := e.AccountRecords()
	if err != nil {
		return err
	}
	if next.No == acc.No {
		return e.Put(acc)
	}
	acc.Sort = -1 // Renumber writes it, also at the position that it had
	all, _ = iterutil.MoveBefore(all, *acc, next.No, func(a budget.Account) budget.AccountNo { return a.No })
	return budgetsession.Renumber(e.ChangeTx, all, func(a *budget.Account) *int { return &a.Sort })
}

// accountGroup runs a change with the account group of an id.
func (a *App) accountGroup(ctx context.Context, who Actor, id, action, group string, do func(*changeTx, *budget.AccountGroup) error) (ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, a.access, who, id, action, group, (*store.ReadTx).AccountGroupByID, func(e *budgetsession.ChangeTx, g *budget.AccountGroup) error {
		return do(&changeTx{e}, g)
	})
}
