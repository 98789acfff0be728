package ui

import "net/http"

// lastBudgetCookie is the budget that a person with several opened last in this browser. It is there once they have seen their list:
// who has one budget needs none, and no page sets a cookie each time that it is drawn.
const (
	lastBudgetCookie = "holdover_budget"
	noneYet          = "none"
)

// LastBudget is the budget that was opened last in this browser; it may be gone, or another's.
func (r *Request) LastBudget() string { return CookieOf(r.Request, lastBudgetCookie) }

// BeginLastBudget lets the browser know from now on which budget was opened last.
func (r *Request) BeginLastBudget(w http.ResponseWriter) {
	if r.LastBudget() == "" {
		r.Remember(w, lastBudgetCookie, noneYet)
	}
}

// OpensBudget remembers the budget of the request as the one that was opened last.
func (r *Request) OpensBudget(w http.ResponseWriter) {
	if last := r.LastBudget(); last != "" && last != r.BudgetID {
		r.Remember(w, lastBudgetCookie, r.BudgetID)
	}
}
