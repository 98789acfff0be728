package app

import (
	"context"
	"slices"
	"time"

	"holdover/internal/app/access"
	"holdover/internal/app/rows"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/each"
	"holdover/internal/fault"
	"holdover/internal/ledger"
	"holdover/internal/money"
	"holdover/internal/store"
	"holdover/internal/words"
)

// AccountEntry is an account as a person enters it.
type AccountEntry struct {
	Name     string      `json:"name"`
	Type     string      `json:"type"`
	OnBudget bool        `json:"on_budget"`
	Note     string      `json:"note"`
	Balance  money.Milli `json:"balance"`     // the starting balance; a debt is negative
	Date     cal.Date    `json:"date"`        // of the starting balance
	Category string      `json:"category_id"` // of the starting balance; "" is income
}

// AddAccount appends an account and returns its id. Its starting balance is a separate row; on budget it is income
// unless a category is given. It returns an Invalid error, and Conflict if the name is taken.
func (a *App) AddAccount(ctx context.Context, who Actor, id string, entry AccountEntry) (done Done, account string, err error) {
	done, err = a.change(ctx, who, id, "add-account", func(e *editing) error {
		made, err := e.newAccount(&entry)
		if err != nil {
			return err
		}
		if err := e.PutWithPayee(&made); err != nil {
			return err
		}
		account = made.ID
		e.Say("Added the account %s", made.Name)
		if entry.Balance == 0 {
			return nil
		}
		return e.ownRow(&made, ledger.Entry{Date: entry.Date, Amount: entry.Balance, Cleared: budget.ClearedYes}, budget.StartingBalance, entry.Category)
	})
	return done, account, err
}

func (e *editing) newAccount(entry *AccountEntry) (budget.Account, error) {
	made := budget.Account{ID: access.NewID(), Type: budget.AccountType(entry.Type), OnBudget: entry.OnBudget, Note: entry.Note}
	if err := knownType(made.Type); err != nil {
		return made, err
	}
	all, err := e.Accounts()
	if err != nil {
		return made, err
	}
	for _, a := range all {
		made.Sort = max(made.Sort, a.Sort+1)
	}
	made.Name, err = e.accountName(entry.Name, 0)
	return made, err
}

// ownRow adds a row that Holdover makes itself, of a payee's name. On budget its
// category is the one with the id, or income.
func (e *editing) ownRow(account *budget.Account, entry ledger.Entry, payee, category string) error {
	by, err := e.PayeeNamed(payee)
	if err != nil {
		return err
	}
	entry.Account, entry.Payee = account.No, by.No
	if account.OnBudget || category != "" {
		if entry.Category, err = e.categoryOrIncome(category); err != nil {
			return err
		}
	}
	return e.Rows(ledger.UnlessReconciled, func(b *ledger.Book) error {
		_, err := b.Add(entry)
		return err
	})
}

// categoryOrIncome returns the category with an id; for "" the first income category, or zero without one.
func (e *editing) categoryOrIncome(id string) (budget.CategoryNo, error) {
	if id != "" {
		return rows.CategoryRef(e.Editing, id)
	}
	all, err := e.Categories()
	if i := slices.IndexFunc(all, func(c budget.Category) bool { return c.Income && !c.Hidden }); err == nil && i >= 0 {
		return all[i].No, nil
	}
	return 0, err
}

// RenameAccount renames an account and its transfer payee. No other account may have the name.
func (a *App) RenameAccount(ctx context.Context, who Actor, id, account, name string) (Done, error) {
	return a.account(ctx, who, id, "rename-account", account, func(e *editing, acc *budget.Account) error {
		free, err := e.accountName(name, acc.No)
		if err != nil {
			return err
		}
		e.Say("Renamed the account %s to %s", acc.Name, free)
		acc.Name = free
		return e.PutWithPayee(acc)
	})
}

// SetAccountType changes what kind of account it is; its figures stay.
func (a *App) SetAccountType(ctx context.Context, who Actor, id, account, kind string) (Done, error) {
	return a.account(ctx, who, id, "account-type", account, func(e *editing, acc *budget.Account) error {
		if err := knownType(budget.AccountType(kind)); err != nil {
			return err
		}
		acc.Type = budget.AccountType(kind)
		e.Say("Changed the type of the account %s", acc.Name)
		return e.PutAccount(acc)
	})
}

// SetAccountNote writes an account's note.
func (a *App) SetAccountNote(ctx context.Context, who Actor, id, account, note string) (Done, error) {
	return a.account(ctx, who, id, "account-note", account, func(e *editing, acc *budget.Account) error {
		acc.Note = note
		e.Say("Changed the note of the account %s", acc.Name)
		return e.PutAccount(acc)
	})
}

// ReopenAccount opens a closed account again.
func (a *App) ReopenAccount(ctx context.Context, who Actor, id, account string) (Done, error) {
	return a.account(ctx, who, id, "reopen-account", account, func(e *editing, acc *budget.Account) error {
		acc.Closed = false
		e.Say("Reopened the account %s", acc.Name)
		return e.PutAccount(acc)
	})
}

// DeleteAccount deletes an account without rows. It returns a Conflict error if something refers to it.
func (a *App) DeleteAccount(ctx context.Context, who Actor, id, account string) (Done, error) {
	return a.account(ctx, who, id, "delete-account", account, func(e *editing, acc *budget.Account) error {
		totals, err := e.Totals(acc.No)
		if err != nil {
			return err
		}
		if totals.Rows > 0 {
			return fault.New(fault.Conflict, "%s has %s", acc.Name, words.Number(totals.Rows, "transaction", "transactions")).
				WithHint("delete them or move them to another account, or close this one")
		}
		e.Say("Deleted the account %s", acc.Name)
		if acc.TransferPayee != 0 {
			if err := e.DeletePayee(acc.TransferPayee); err != nil {
				return err
			}
		}
		return e.DeleteAccount(acc.No)
	})
}

// account is change with an account at hand.
func (a *App) account(ctx context.Context, who Actor, id, action, account string, do func(*editing, *budget.Account) error) (Done, error) {
	return access.ChangeOne(ctx, a.access, who, id, action, account, (*store.View).AccountByID, func(e *access.Editing, acc *budget.Account) error {
		return do(&editing{e}, acc)
	})
}

// accountName is a name that an account can be given; no is the account itself.
func (e *editing) accountName(name string, no budget.AccountNo) (string, error) {
	name, err := access.GivenName(name, "an account", "call it what the bank calls it")
	if err != nil {
		return "", err
	}
	all, err := e.Accounts()
	for _, a := range all {
		if a.No != no && budget.NameKey(a.Name) == budget.NameKey(name) {
			return "", fault.New(fault.Conflict, "there is already an account %q", a.Name).Of("name").WithHint("choose another name")
		}
	}
	return name, err
}

func knownType(kind budget.AccountType) error {
	if !slices.Contains(budget.AccountTypes(), kind) {
		return fault.New(fault.Invalid, "there is no account type %q", kind).Of("type").WithHint("such as checking, savings, cash or creditCard")
	}
	return nil
}

// reconciledNow notes when an account was last found to agree with its bank.
func (e *editing) reconciledNow(a *budget.Account, at time.Time) error {
	at = at.UTC().Truncate(time.Second)
	a.LastReconciledAt = &at
	return e.PutAccount(a)
}

// MoveAccount moves an account before another one, or to the end if before is "". It returns a NotFound error.
func (a *App) MoveAccount(ctx context.Context, who Actor, id, account, before string) (Done, error) {
	return a.account(ctx, who, id, "move-account", account, func(e *editing, acc *budget.Account) error {
		next, err := access.OrNone(before, e.AccountByID)
		if err != nil {
			return err
		}
		all, err := e.AccountRecords()
		if err != nil || next.No == acc.No {
			return err
		}
		e.Say("Moved the account %s", acc.Name)
		all, _ = each.Before(all, *acc, next.No, func(a budget.Account) budget.AccountNo { return a.No })
		return access.Renumber(all, func(a *budget.Account) *int { return &a.Sort }, e.PutAccount)
	})
}
