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
	return s.showRegister(w, r, app.RegisterQuery{Account: account})
}

// transactions shows the rows behind an activity figure of the budget screen.
func (s *site) transactions(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	m, err := cal.ParseMonth(q.Get("month"))
	if err != nil {
		return fault.New(fault.Invalid, "%q is no month", q.Get("month")).WithHint("a month is written 2026-03")
	}
	return s.showRegister(w, r, app.RegisterQuery{Category: q.Get("category"), Month: m})
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
	p.Live = liveOf(&got.Frame)
	p.Pager = pager(r, &got)
	switch {
	case got.Account != nil:
		p.Sidebar = sidebarOf(&got.Frame, "", got.Account.ID)
	case got.Category != nil:
		aboutCategory(p, &got, q.Month)
		p.Sidebar = sidebarOf(&got.Frame, OnBudgetScreen, "")
	default:
		p.Sidebar = sidebarOf(&got.Frame, OnRegister, "")
	}
	return s.pages.render(w, r, http.StatusOK, p)
}

// aboutCategory heads the rows of a category in a month.
func aboutCategory(p *RegisterPage, got *app.Register, m cal.Month) {
	p.Heading, p.Title = got.Category.Name, got.Category.Name
	p.Detail = got.Category.Group + ", " + m.Name()
	p.BackURL, p.BackLabel = linksOf(got.Budget.ID).month(m), "Budget"
	p.Sums = nil
	if got.Total == 0 {
		p.EmptyTitle, p.EmptyText = "No transactions here", "Nothing was spent or received in this category in "+m.Name()+"."
	}
}
