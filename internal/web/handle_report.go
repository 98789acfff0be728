package web

import "net/http"

// report shows what the import brought over.
func (s *site) report(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	f, err := s.app.Frame(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	got, err := s.app.Report(r.Context(), who, r.PathValue("id"))
	if err != nil {
		return err
	}
	p := reportPage(&got, f.Budget.CurrencyFormat)
	p.BudgetURL = linksOf(f.Budget.ID).base
	p.Sidebar = sidebarOf(&f, OnReport, "")
	return s.pages.render(w, r, http.StatusOK, p)
}
