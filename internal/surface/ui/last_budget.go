package ui

import "net/http"

// lastBudgetCookie stores the budget opened last in this browser. It exists only after the user has seen the list of
// budgets: a user with one budget does not need it, and pages do not set cookies on every request.
const (
	lastBudgetCookie = "holdover_budget"
	noneYet          = "none"
)

// LastBudget returns the budget that was last opened in this browser. It may be deleted, or belong to another user.
func (r *Request) LastBudget() string { return CookieOf(r.Request, lastBudgetCookie) }

// BeginLastBudget starts to store the budget opened last in the browser.
func (r *Request) BeginLastBudget(w http.ResponseWriter) {
	if r.LastBudget() == "" {
		r.Remember(w, lastBudgetCookie, noneYet)
	}
}

// OpensBudget stores the budget of the request as the one opened last.
func (r *Request) OpensBudget(w http.ResponseWriter) {
	if last := r.LastBudget(); last != "" && last != r.BudgetID {
		r.Remember(w, lastBudgetCookie, r.BudgetID)
	}
}

// UsualBudget returns the id of the user's only budget, or of the one that was last opened in this browser; "" if there
// is neither.
func (r *Request) UsualBudget() (string, error) {
	all, err := r.App.Budgets(r.Context(), r.Actor)
	if err != nil {
		return "", err
	}
	for i := range all {
		if len(all) == 1 || all[i].ID == r.LastBudget() {
			return all[i].ID, nil
		}
	}
	return "", nil
}
