package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
)

// AccountKind is a list of accounts under one heading, with their sum: a group of accounts, or the accounts on budget, off
// budget, or closed.
type AccountKind struct {
	Key      string // unique in a page
	Title    string
	Group    string // the id of the group; empty for the other lists
	URL      string // of the group's register
	Current  bool   // the group's register is shown
	Sum      Figure
	Accounts []AccountLink
	Folded   bool
}

// The keys of the lists of accounts that are in no group, and of closed ones.
const (
	onBudgetKind  = "on-budget"
	offBudgetKind = "off-budget"
	closedKind    = "closed"
)

// KindOf returns the key of the list that shows an account. A closed account is shown with the other closed ones, also if it
// is in a group.
func KindOf(acc *pageframe.Account) string {
	switch {
	case acc.Closed:
		return closedKind
	case acc.Group != "":
		return groupKind(acc.Group)
	}
	return sectionOf(acc)
}

func groupKind(group string) string { return "group-" + group }

// sectionOf returns the key of the list of an open account that is in no group.
func sectionOf(acc *pageframe.Account) string {
	if acc.OnBudget {
		return onBudgetKind
	}
	return offBudgetKind
}

// AccountGroup returns the address of the register of a group of accounts.
func (l Links) AccountGroup(id string) string {
	return l.Account(AllAccounts) + "?" + url.Values{"account": {rows.GroupRef + id}}.Encode()
}

// AccountKinds returns the accounts under their headings: the groups, which may be empty, then those of the other accounts on
// budget, off budget, and closed. current is the id of the displayed account or, after rows.GroupRef, of the displayed group.
func AccountKinds(f *pageframe.Frame, current string) []AccountKind {
	l, fig := LinksOf(f.Budget.ID), Figures{f.Budget.CurrencyFormat}
	var kinds []AccountKind
	for i := range f.AccountGroups {
		g := &f.AccountGroups[i]
		kinds = append(kinds, AccountKind{Key: groupKind(g.ID), Title: g.Name, Group: g.ID, URL: l.AccountGroup(g.ID), Current: current == rows.GroupRef+g.ID})
	}
	on, off := "On budget", "Off budget"
	if len(kinds) > 0 {
		on, off = "Other accounts on budget", "Other accounts off budget"
	}
	kinds = append(kinds, AccountKind{Key: onBudgetKind, Title: on}, AccountKind{Key: offBudgetKind, Title: off}, AccountKind{Key: closedKind, Title: "Closed", Folded: true})
	at := make(map[string]int, len(kinds))
	for i := range kinds {
		at[kinds[i].Key] = i
	}
	sums := make([]money.Milli, len(kinds))
	for i := range f.Accounts {
		acc := &f.Accounts[i]
		k := at[KindOf(acc)]
		link := AccountLink{
			ID: acc.ID, Name: acc.Name, URL: l.Account(acc.ID), Type: accountTypeName(acc.Type), Current: acc.ID == current,
			Note: acc.Note, Rows: humanize.Count(acc.Transactions), Reconciled: ReconciledOn(f, acc), Section: sectionOf(acc),
			Balance: fig.Plain(acc.Balance), Cleared: fig.Plain(acc.ClearedBalance), Uncleared: fig.Plain(acc.UnclearedBalance),
			OffBudget: kinds[k].Group != "" && !acc.OnBudget,
		}
		if acc.Bank != nil {
			link.Problem = acc.Bank.Problem
		}
		kinds[k].Accounts = append(kinds[k].Accounts, link)
		kinds[k].Folded = kinds[k].Folded && !link.Current
		sums[k] += acc.Balance
	}
	for i := range kinds {
		kinds[i].Sum = fig.Plain(sums[i])
	}
	return slices.DeleteFunc(kinds, func(k AccountKind) bool { return k.Group == "" && len(k.Accounts) == 0 })
}

// AccountsToFilter lists the groups of accounts that have a chosen account, and then the accounts.
func AccountsToFilter(f *pageframe.Frame, chosen func(*pageframe.Account) bool) []OptionGroup {
	var groups, accounts []Option
	inGroup := map[string]bool{}
	for i := range f.Accounts {
		if acc := &f.Accounts[i]; chosen(acc) {
			inGroup[acc.Group] = true
			accounts = append(accounts, Option{Value: acc.ID, Label: acc.Name})
		}
	}
	for i := range f.AccountGroups {
		if g := &f.AccountGroups[i]; inGroup[g.ID] {
			groups = append(groups, Option{Value: rows.GroupRef + g.ID, Label: "All of " + g.Name})
		}
	}
	if len(groups) == 0 {
		return Ungrouped(accounts)
	}
	return []OptionGroup{{Label: "Groups", Options: groups}, {Label: "Accounts", Options: accounts}}
}

const (
	foldsCookie = "holdover_account_groups_" // plus the budget's CookieKey
	maxFolds    = 200                        // number of folded groups that are stored, so that the cookie stays within the browsers' limit
)

// CookieKey shortens an id for a cookie. Two records with ids that begin alike share their state, which is harmless.
func CookieKey(id string) string { return id[:min(len(id), 8)] }

// foldedGroups returns the keys of the groups of accounts that are folded in this browser.
func foldedGroups(r *http.Request, budgetID string) []string {
	return strings.FieldsFunc(CookieOf(r, foldsCookie+CookieKey(budgetID)), func(c rune) bool { return c == '.' })
}

// FoldAccountGroup stores in a cookie whether a group of accounts is folded in the sidebar.
func (r *Request) FoldAccountGroup(w http.ResponseWriter, group string, folded bool) {
	key := CookieKey(group)
	keys := slices.DeleteFunc(foldedGroups(r.Request, r.BudgetID), func(k string) bool { return k == key })
	if folded {
		keys = append(keys, key)
	}
	r.Remember(w, foldsCookie+CookieKey(r.BudgetID), strings.Join(keys[max(0, len(keys)-maxFolds):], "."))
}

// foldGroups folds the groups of accounts that are folded in the browser of a request, except that of the displayed account.
func (bar *Sidebar) foldGroups(r *http.Request) {
	if bar == nil || len(bar.Kinds) == 0 || bar.Kinds[0].Group == "" { // groups are first
		return
	}
	folded := foldedGroups(r, bar.BudgetID)
	for i := range bar.Kinds {
		k := &bar.Kinds[i]
		if k.Group != "" && slices.Contains(folded, CookieKey(k.Group)) {
			k.Folded = !slices.ContainsFunc(k.Accounts, func(a AccountLink) bool { return a.Current })
		}
	}
}
