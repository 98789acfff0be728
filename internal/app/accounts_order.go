package app

import (
	"context"
	"slices"

	"holdover/internal/budget"
	"holdover/internal/store"
)

// MoveAccount puts an account before another one, at the end where before is "".
// Fault: NotFound.
func (a *App) MoveAccount(ctx context.Context, who Actor, id, account, before string) (Done, error) {
	return a.account(ctx, who, id, "move-account", account, func(e *editing, acc *budget.Account) error {
		var next budget.Account
		var err error
		if before != "" {
			if next, err = e.AccountByID(before); err != nil {
				return err
			}
		}
		all, err := e.Accounts()
		if err != nil || next.No == acc.No {
			return err
		}
		e.Say("Moved the account %s", acc.Name)
		for i, moved := range movedBefore(all, acc.No, next.No) {
			if moved.Sort == i {
				continue
			}
			moved.Sort = i
			if err := e.PutAccount(&moved.Account); err != nil {
				return err
			}
		}
		return nil
	})
}

// movedBefore is a row of accounts with one of them before another, at the end
// where that is none.
func movedBefore(all []store.Account, no, before budget.AccountNo) []store.Account {
	at := func(no budget.AccountNo) int {
		return slices.IndexFunc(all, func(a store.Account) bool { return a.No == no })
	}
	from := at(no)
	moved := all[from]
	all = slices.Delete(all, from, from+1)
	if to := at(before); to >= 0 {
		return slices.Insert(all, to, moved)
	}
	return append(all, moved)
}
