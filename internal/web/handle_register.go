package web

import (
	"net/http"
	"net/url"

	"holdover/internal/app"
	"holdover/internal/money"
)

// register shows the register of one account or of all.
func (s *site) register(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	l, err := s.listing(r, who)
	if err != nil {
		return err
	}
	got, err := s.app.Register(r.Context(), who, r.PathValue("id"), app.RegisterQuery{
		Filter: l.Filter, Sort: l.Sort, Ascending: l.Ascending, Page: pagingOf(r.URL.Query()),
	})
	if err != nil {
		return err
	}
	p := registerPage(&got, &l, here(r), s.today())
	p.Pager = pager(r, &l, &got)
	if l.Account == "" {
		p.Sidebar = sidebarOf(&got.Frame, OnRegister, "")
	} else if got.Account != nil {
		if err := s.accountParts(r, who, p, &l, &got); err != nil {
			return err
		}
		p.Sidebar = sidebarOf(&got.Frame, "", got.Account.ID)
	}
	return s.showInBudget(w, r, who, &got.Frame, p)
}

// listing is what a register's address asks for.
func (s *site) listing(r *http.Request, who app.Actor) (listing, error) {
	account := r.PathValue("account")
	if account == allAccounts {
		account = ""
	}
	format, err := s.formatFor(r, who, r.URL.Query())
	if err != nil {
		return listing{}, err
	}
	return listingIn(account, r.URL.Query(), format)
}

// formatFor is how the budget writes amounts, where the query has any.
func (s *site) formatFor(r *http.Request, who app.Actor, q url.Values) (money.Format, error) {
	if q.Get("least") == "" && q.Get("most") == "" {
		return money.Format{}, nil
	}
	b, err := s.app.Budget(r.Context(), who, r.PathValue("id"))
	return b.CurrencyFormat, err
}
