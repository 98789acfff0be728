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
	if saysNothing(r.URL.Query()) {
		http.Redirect(w, r, linksOf(r.PathValue("id")).register(&l), http.StatusSeeOther)
		return nil
	}
	got, err := s.app.Register(r.Context(), who, r.PathValue("id"), app.RegisterQuery{
		Filter: l.Filter, Sort: l.Sort, Ascending: l.Ascending, Page: pagingOf(r.URL.Query()),
	})
	if err != nil {
		return err
	}
	p := registerPage(&got, &l, hereAfter(r), s.today())
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

// hereAfter is this page without the word about what was just done.
func hereAfter(r *http.Request) string {
	q := r.URL.Query()
	if !q.Has("done") {
		return here(r)
	}
	q.Del("done")
	u := *r.URL
	u.RawQuery = q.Encode()
	return u.RequestURI()
}

// saysNothing finds what a form without scripts sends along that says nothing:
// addresses that people share should not have it.
func saysNothing(q url.Values) bool {
	for _, name := range []string{"search", "category", "payee", "account", "since", "until", "state", "flag", "way", "least", "most"} {
		if q.Has(name) && q.Get(name) == "" {
			return true
		}
	}
	return false
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
