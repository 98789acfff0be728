package web

import (
	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/money"
)

// sidebarOf is the way around a budget; current is the id of the account shown.
func sidebarOf(f *app.Frame, on Section, current string) *Sidebar {
	l := linksOf(f.Budget.ID)
	bar := &Sidebar{
		BudgetName: f.Budget.Name, BudgetURL: l.base, AccountsURL: l.to("accounts"), RegisterURL: l.account(allAccounts), PayeesURL: l.to("payees"), ScheduledURL: l.to("scheduled"),
		DocumentURL: l.to("document"), HistoryURL: l.to("history"), OnSection: on, AccountCount: len(f.Accounts),
		Kinds: accountKinds(f, current),
	}
	if f.MayChange() {
		bar.AddURL = l.newAccount("")
	}
	if f.Imported {
		bar.ReportURL, bar.OriginalURL = l.to("report"), l.to("original")
		bar.VerifyURL, bar.CleanUpURL, bar.NewerURL = l.to("verification"), l.to("clean-up"), l.to("newer-file")
	}
	return bar
}

// accountKinds are the accounts under their headings: on budget, off it, closed.
func accountKinds(f *app.Frame, current string) []AccountKind {
	kinds := []AccountKind{{Title: "On budget"}, {Title: "Off budget"}, {Title: "Closed", Folded: true}}
	sums := make([]money.Milli, len(kinds))
	l, fig := linksOf(f.Budget.ID), figures{f.Budget.CurrencyFormat}
	for i := range f.Accounts {
		acc := &f.Accounts[i]
		k := sectionOf(acc)
		link := AccountLink{
			ID: acc.ID, Name: acc.Name, URL: l.account(acc.ID), Type: accountTypeName(acc.Type), Current: acc.ID == current,
			Note: acc.Note, Rows: thousands(acc.Transactions), Reconciled: reconciledOn(f, acc),
			Balance: fig.plain(acc.Balance), Cleared: fig.plain(acc.ClearedBalance), Uncleared: fig.plain(acc.UnclearedBalance),
		}
		kinds[k].Accounts = append(kinds[k].Accounts, link)
		kinds[k].Folded = kinds[k].Folded && !link.Current
		sums[k] += acc.Balance
	}
	filled := kinds[:0]
	for i, k := range kinds {
		if len(k.Accounts) > 0 {
			k.Sum = fig.plain(sums[i])
			filled = append(filled, k)
		}
	}
	return filled
}

// sectionOf is the heading that an account stands under.
func sectionOf(acc *app.Account) int {
	switch {
	case acc.Closed:
		return 2
	case !acc.OnBudget:
		return 1
	}
	return 0
}

// reconciledOn is the day an account was last found to agree with its bank;
// empty for never.
func reconciledOn(f *app.Frame, acc *app.Account) string {
	if acc.LastReconciledAt == nil {
		return ""
	}
	return cal.DateOf(acc.LastReconciledAt.Local()).In(f.Budget.DateFormat)
}
