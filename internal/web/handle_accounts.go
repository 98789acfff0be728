package web

import (
	"net/http"

	"holdover/internal/money"
)

// accounts lists the accounts of a budget.
func (s *site) accounts(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	f, err := s.app.Frame(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	var total money.Milli
	for _, acc := range f.Accounts {
		total += acc.Balance
	}
	p := &AccountsPage{
		Frame: Frame{Title: "Accounts", Sidebar: sidebarOf(&f, OnAccounts, "")},
		Kinds: accountKinds(&f, ""), Total: figures{f.Budget.CurrencyFormat}.symbol(total),
	}
	if f.MayChange() {
		l := linksOf(f.Budget.ID)
		p.AddURL, p.MenuURL, p.DoURL = l.newAccount(""), l.to("menu"), l.to("do/")
	}
	return s.showInBudget(w, r, who, &f, p)
}
