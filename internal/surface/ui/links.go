package ui

import (
	"net/url"

	"holdover/internal/base/civil"
)

// Links are the addresses of one budget's pages.
type Links struct{ Base string }

// LinksOf returns the addresses of the pages of the budget with an id.
func LinksOf(budgetID string) Links { return Links{"/budgets/" + url.PathEscape(budgetID)} }

// To returns the address of a page from its path below the budget.
func (l Links) To(page string) string { return l.Base + "/" + page }

// Account returns the address of the register of the account with an id.
func (l Links) Account(id string) string { return l.To("accounts/" + url.PathEscape(id)) }

// Month returns the address of the budget screen in a month.
func (l Links) Month(m civil.Month) string {
	return l.Base + "?" + url.Values{"month": {m.String()}}.Encode()
}

// Transactions returns the address of the rows of a category in a month. Their sum is the category's activity.
func (l Links) Transactions(category string, m civil.Month) string {
	return l.Account(AllAccounts) + "?category=" + url.QueryEscape(category) + "&month=" + m.String() + "&on-budget=1"
}

// PayeeRows returns the address of all rows of a payee.
func (l Links) PayeeRows(id string) string {
	return l.Account(AllAccounts) + "?" + url.Values{"payee": {id}}.Encode()
}

const AllAccounts = "all"

// Reconcile returns the address of an account's register with the reconciliation opened.
func (l Links) Reconcile(id string) string {
	return l.Account(id) + "?" + url.Values{"reconcile": {"1"}}.Encode()
}

// BankFile returns the address of the page that imports a bank's file into an account.
func (l Links) BankFile(id string) string { return l.Account(id) + "/bank-file" }

// Loan returns the address of the page of a loan.
func (l Links) Loan(id string) string { return l.Account(id) + "/loan" }

// NewAccount returns the address of the form for a new account of a type; "" is the page to choose a type.
func (l Links) NewAccount(kind string) string {
	if kind == "" {
		return l.To("accounts/new")
	}
	return l.To("accounts/new?") + url.Values{"type": {kind}}.Encode()
}

// Row returns the address of a row's form.
func (l Links) Row(id, back string) string {
	return l.To("rows/"+url.PathEscape(id)) + "?" + url.Values{"back": {back}}.Encode()
}

// Link is a link to one of several pages, with a mark on the current one.
type Link struct {
	Label, URL string
	Current    bool
}

// Pager contains the links between the pages of a long register: first, previous, next and last, labelled by the sort
// order, such as "Newer" or "Previous".
type Pager struct {
	From, To, Total             string // formatted row numbers
	First, Previous, Next, Last PageLink
}

// PageLink is a link to a page; the zero value is none.
type PageLink struct{ Label, URL string }
