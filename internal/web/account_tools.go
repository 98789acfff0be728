package web

import (
	"net/http"
	"net/url"

	"holdover/internal/app"
)

// AccountTools is what can be done with an account, beside its name. Addresses
// are empty for those who may only look.
type AccountTools struct {
	ID, Name     string
	Note         string
	Reconciled   string // when last; empty for never
	ReconcileURL string // empty where the account is closed
	BankFileURL  string
	MenuURL      string
	Back         string // the page to come back to from the menu
}

// accountTools are an account's tools for somebody who looks at a page.
func accountTools(f *app.Frame, acc *app.Account, back string) *AccountTools {
	l := linksOf(f.Budget.ID)
	t := &AccountTools{ID: acc.ID, Name: acc.Name, Note: acc.Note, Reconciled: reconciledOn(f, acc), Back: back}
	if !f.MayChange() {
		return t
	}
	t.MenuURL = l.to("menu")
	if !acc.Closed {
		t.ReconcileURL, t.BankFileURL = l.reconcile(acc.ID), l.bankFile(acc.ID)
	}
	return t
}

// accountParts adds what an account's register has beyond its rows.
func (s *site) accountParts(r *http.Request, who app.Actor, p *RegisterPage, l *listing, got *app.Register) (err error) {
	p.Tools = accountTools(&got.Frame, got.Account, here(r))
	if p.Reconcile, err = s.reconcileBar(r, who, l, got); p.Reconcile != nil {
		p.Tools.ReconcileURL = "" // it has begun
	}
	return err
}

// reconcile is an account's register with the reconciliation begun.
func (l links) reconcile(id string) string {
	return l.account(id) + "?" + url.Values{reconcileKey: {"1"}}.Encode()
}

// bankFile is where a bank's file is imported into an account.
func (l links) bankFile(id string) string { return l.account(id) + "/bank-file" }
