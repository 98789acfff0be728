package web

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/cal"
	"holdover/internal/fault"
)

// register shows the register of one account or of all.
func (s *site) register(w http.ResponseWriter, r *http.Request) error {
	account := r.PathValue("account")
	if account == allAccounts {
		account = ""
	}
	return s.showRegister(w, r, app.RegisterQuery{Filter: app.RowFilter{Account: account}})
}

// transactions shows the rows behind an activity figure of the budget screen.
func (s *site) transactions(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	m, err := cal.ParseMonth(q.Get("month"))
	if err != nil {
		return fault.New(fault.Invalid, "%q is no month", q.Get("month")).WithHint("a month is written 2026-03")
	}
	return s.showRegister(w, r, app.RegisterQuery{Filter: app.RowFilter{Category: q.Get("category"), Since: m.First(), Until: m.Last(), OnBudget: true}})
}

func (s *site) showRegister(w http.ResponseWriter, r *http.Request, q app.RegisterQuery) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	q.Page = pagingOf(r.URL.Query())
	got, err := s.app.Register(r.Context(), who, r.PathValue("id"), q)
	if err != nil {
		return err
	}
	p := registerPage(&got, s.today())
	p.Pager = pager(r, &got)
	category, isOne := got.Names[q.Filter.Category]
	switch {
	case got.Account != nil:
		p.Tools = accountTools(&got.Frame, got.Account, here(r))
		p.Sidebar = sidebarOf(&got.Frame, "", got.Account.ID)
	case isOne:
		aboutCategory(p, &got, category, q.Filter.Since.Month())
		p.Sidebar = sidebarOf(&got.Frame, OnBudgetScreen, "")
	default:
		p.Sidebar = sidebarOf(&got.Frame, OnRegister, "")
	}
	return s.showInBudget(w, r, who, &got.Frame, p)
}

// aboutCategory heads the rows of a category in a month.
func aboutCategory(p *RegisterPage, got *app.Register, category app.CategoryName, m cal.Month) {
	p.Heading, p.Title = category.Name, category.Name
	p.Detail = category.Group + ", " + m.Name()
	p.BackURL, p.BackLabel = linksOf(got.Budget.ID).month(m), "Budget"
	p.Sums = nil
	if got.Total == 0 {
		p.EmptyTitle, p.EmptyText = "No transactions here", "Nothing was spent or received in this category in "+m.Name()+"."
	}
}
