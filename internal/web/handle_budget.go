package web

import (
	"net/http"

	"holdover/internal/app"
	"holdover/internal/cal"
)

// budget shows the budget screen.
func (s *site) budget(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	got, err := s.app.Screen(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	if r.URL.Query().Has("months") {
		remember(w, r, monthsCookie, r.URL.Query().Get("months"))
	}
	p := s.budgetPage(r, &got)
	if err := s.flash(r, who, &p.Frame, got.Budget.ID); err != nil {
		return err
	}
	return s.pages.render(w, r, http.StatusOK, p)
}

// budgetPage draws the screen as the person last looked at it.
func (s *site) budgetPage(r *http.Request, got *app.Screen) *BudgetPage {
	id := got.Budget.ID
	p := budgetPage(&screen{
		links: linksOf(id), frame: &got.Frame, groups: got.Groups, categories: got.Categories, records: got.Months, sheet: got.Sheet,
		view: viewOf(r, id, firstShown(got, s.thisMonth())), today: s.thisMonth(),
	})
	p.Sidebar = sidebarOf(&got.Frame, OnBudgetScreen, "")
	p.Live = liveOf(&got.Frame)
	return p
}

// firstShown is where the screen begins when no month was asked for: this
// month, or the last one with data of a budget that ends before it.
func firstShown(got *app.Screen, today cal.Month) cal.Month {
	n := len(got.Sheet.Months)
	if n == 0 {
		return today
	}
	return max(got.Sheet.First, min(today, got.Sheet.First.Add(n-1)))
}

// view keeps what is folded and shown.
func (s *site) view(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	got, err := s.app.Screen(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	changeView(w, r, got.Budget.ID, got.Groups)
	return nil
}
