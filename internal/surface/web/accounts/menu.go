package accounts

import (
	"net/url"
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

type accountMenu struct{ *ui.ScreenMenu }

func drawAccountMenu(r *ui.MenuRequest, id string) (*ui.MenuPage, error) {
	d, err := r.ScreenMenu()
	if err != nil {
		return nil, err
	}
	return accountMenu{d}.page(id)
}

func (d accountMenu) page(id string) (*ui.MenuPage, error) {
	acc := ui.AccountWith(id, d.Accounts)
	if acc == nil {
		return nil, apperr.Gone("account")
	}
	p := &ui.MenuPage{Heading: acc.Name, Sub: ui.AccountDetail(acc), Note: acc.Note}
	if !d.MayChange() {
		p.Items = []ui.MenuItem{{Label: "Show its transactions", URL: d.Account(acc.ID)}}
		return p, nil
	}
	if !acc.Closed {
		p.Items = append(p.Items, ui.MenuItem{Label: "Reconcile", URL: d.Reconcile(acc.ID)}, ui.MenuItem{Label: "Import bank file", URL: d.BankFile(acc.ID)}, d.bankItem(acc))
	}
	if budget.AccountType(acc.Type).IsLoan() {
		p.Items = append(p.Items, ui.MenuItem{Label: "Loan", URL: d.Loan(acc.ID)})
	}
	of := ui.Hidden("account", acc.ID)
	rename := d.Rename("account", acc.Name, of)
	rename.Apart = !acc.Closed
	p.Items = append(p.Items, rename,
		d.Do("Kind", "account-type", of).Ask("Change", ui.Field{Name: "type", Label: "Kind of account", Kind: ui.Choice, Groups: ui.KindChoices(acc.Type)}),
		d.Do("Note", "account-note", of).Replace("Save", ui.NewNoteField(acc.Note)),
	)
	p.Items = append(p.Items, d.accountMoves(acc)...)
	p.Items = append(p.Items, d.accountEnd(acc)...)
	return p, nil
}

// bankItem returns the link to the account's bank, or to the banks to connect.
func (d accountMenu) bankItem(acc *pageframe.Account) ui.MenuItem {
	if acc.Bank == nil {
		return ui.MenuItem{Label: "Connect a bank", URL: d.To("banks")}
	}
	return ui.MenuItem{Label: "Bank connection", URL: d.To("banks/" + url.PathEscape(acc.Bank.Connection))}
}

// accountMoves returns the items that move an account within its list, and into another group.
func (d accountMenu) accountMoves(acc *pageframe.Account) (items []ui.MenuItem) {
	var beside []*pageframe.Account
	for i := range d.Accounts {
		if ui.KindOf(&d.Accounts[i]) == ui.KindOf(acc) {
			beside = append(beside, &d.Accounts[i])
		}
	}
	of, at := ui.Hidden("account", acc.ID), slices.Index(beside, acc)
	items = d.Moves("move-account", iterutil.Map(beside, func(a *pageframe.Account) string { return a.ID }), at, of)
	if len(items) > 0 {
		items[0].Apart = true
	}
	if others := d.otherGroups(acc); len(others) > 0 {
		items = append(items, d.Do("Move to another group", "group-account", of).Ask("Move", ui.ChoiceOf("group", "Group", others...)))
	}
	return items
}

// otherGroups returns the groups that an account can move to; the value of no group is empty.
func (d accountMenu) otherGroups(acc *pageframe.Account) (others []ui.Option) {
	for i := range d.AccountGroups {
		if g := &d.AccountGroups[i]; g.ID != acc.Group {
			others = append(others, ui.Option{Value: g.ID, Label: g.Name})
		}
	}
	if acc.Group != "" {
		others = append(others, ui.Option{Label: "No group"})
	}
	return others
}

// writeOff is the value for a write-off: no account receives the balance.
const writeOff = "write-off"

// accountEnd returns the items that close, reopen and delete an account.
func (d accountMenu) accountEnd(acc *pageframe.Account) []ui.MenuItem {
	of := ui.Hidden("account", acc.ID)
	end := d.Do("Close account", "close-account", of)
	switch {
	case acc.Closed:
		end = d.Do("Reopen", "reopen-account", of)
	case acc.Balance != 0:
		end = d.closing(acc, end)
	}
	end.Apart = true
	if acc.Transactions > 0 {
		why := "It has " + humanize.Number(acc.Transactions, "transaction", "transactions") + ", so it cannot be deleted."
		if !acc.Closed {
			why += " Close it instead: its transactions stay, but you cannot add new ones."
		}
		return []ui.MenuItem{end, {Label: "Delete", Why: why}}
	}
	gone := d.Do("Delete", "delete-account", of).Ask("Delete")
	gone.Intro, gone.Danger = "It has no transactions. Undo restores it.", true
	return []ui.MenuItem{end, gone}
}

// closing adds the fields for the remaining balance to the item that closes an account.
func (d accountMenu) closing(acc *pageframe.Account, end ui.MenuItem) ui.MenuItem {
	left := d.Symbol(acc.Balance).Text
	end.Intro = "It still has " + left + ". Choose where it goes: it is transferred today, then the account is closed. Undo reverses both."
	if acc.Balance < 0 {
		end.Intro = "It still has " + left + ". Choose the account that pays it: the amount is transferred today, then the account is closed. Undo reverses both."
	}
	fields := []ui.Field{{Name: "to", Label: "Transfer the balance to", Kind: ui.Choice, Groups: d.receivers(acc)}}
	if d.leavesBudget(acc) {
		fields = append(fields, ui.Field{
			Name: "category", Label: d.restCategoryLabel(acc), Kind: ui.Choice, Groups: d.CategoryChoices(""),
		})
	}
	return end.Ask("Close account", fields...)
}

// receivers returns the accounts that can receive the balance. No account is chosen initially, so that the choice is
// deliberate.
func (d accountMenu) receivers(acc *pageframe.Account) []ui.OptionGroup {
	groups := []ui.OptionGroup{{Options: []ui.Option{{Label: "Choose an account"}}}, {Label: "On budget"}, {Label: "Off budget"}}
	for i := range d.Accounts {
		if to := &d.Accounts[i]; to != acc && !to.Closed {
			g := &groups[2]
			if to.OnBudget {
				g = &groups[1]
			}
			g.Options = append(g.Options, ui.Option{Value: to.ID, Label: to.Name + ", " + d.Symbol(to.Balance).Text})
		}
	}
	groups = append(groups, ui.OptionGroup{Label: "No transfer", Options: []ui.Option{{Value: writeOff, Label: "Write it off with a transaction of " + d.Symbol(-acc.Balance).Text}}})
	return slices.DeleteFunc(groups, func(g ui.OptionGroup) bool { return len(g.Options) == 0 })
}

// leavesBudget reports whether the balance may leave or enter the budget, which needs a category.
func (d accountMenu) leavesBudget(acc *pageframe.Account) bool {
	if acc.OnBudget {
		return true // a write-off always leaves the budget
	}
	return slices.ContainsFunc(d.Accounts, func(a pageframe.Account) bool { return a.OnBudget && !a.Closed })
}

func (d accountMenu) restCategoryLabel(acc *pageframe.Account) string {
	if acc.OnBudget {
		return "Category, if it leaves the budget"
	}
	return "Category, if it enters the budget"
}

func changes() map[string]ui.Change {
	return map[string]ui.Change{
		"rename-account": ui.ByTwo((*app.App).RenameAccount, "account", "name"),
		"account-type":   ui.ByTwo((*app.App).SetAccountType, "account", "type"),
		"account-note":   ui.ByTwo((*app.App).SetAccountNote, "account", "note"),
		"move-account":   ui.ByTwo((*app.App).MoveAccount, "account", "before"),
		"group-account":  groupAccount,

		"new-account-group":    ui.By((*app.App).NewAccountGroup, "name"),
		"rename-account-group": ui.ByTwo((*app.App).RenameAccountGroup, "account-group", "name"),
		"move-account-group":   ui.ByTwo((*app.App).MoveAccountGroup, "account-group", "before"),
		"delete-account-group": ui.By((*app.App).DeleteAccountGroup, "account-group"),

		"close-account":  closeAccount,
		"reopen-account": ui.By((*app.App).ReopenAccount, "account"),
		"delete-account": ui.By((*app.App).DeleteAccount, "account"),
	}
}

// groupAccount moves an account into another group, or out of its group.
func groupAccount(r *ui.Request) (app.ChangeResult, error) {
	return r.App.GroupAccount(r.Context(), r.Actor, r.BudgetID, r.Get("account"), r.Get("group"), r.Get("before"))
}

// closeAccount closes an account. Its balance is transferred today according to the form.
func closeAccount(r *ui.Request) (app.ChangeResult, error) {
	rest := app.ClosingTransfer{To: r.Get("to"), Date: r.Today, Category: r.Get("category")}
	if rest.To == writeOff {
		rest.To, rest.WriteOff = "", true
	}
	return r.App.CloseAccount(r.Context(), r.Actor, r.BudgetID, r.Get("account"), rest)
}
