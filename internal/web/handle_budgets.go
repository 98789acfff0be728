package web

import (
	"net/http"

	"holdover/internal/app"
)

// budgets lists the budgets: what Switch file leads to.
func (s *site) budgets(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	all, err := s.app.Budgets(r.Context(), who)
	if err != nil {
		return err
	}
	p := &BudgetsPage{Frame: Frame{Title: "Budgets"}, ImportURL: "/import"}
	for _, b := range all {
		p.Budgets = append(p.Budgets, s.card(&b))
	}
	return s.pages.render(w, r, http.StatusOK, p)
}

func (s *site) card(b *app.Budget) BudgetCard {
	return BudgetCard{
		ID: b.ID, Name: b.Name, URL: linksOf(b.ID).base, Currency: b.Currency, Span: monthsText(b.FirstMonth, b.LastMonth),
		Accounts: b.Accounts, Imported: "changed " + ago(b.LastModifiedOn, s.now()),
	}
}
