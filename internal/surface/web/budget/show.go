// Package budget contains the budget screen: categories in rows, months in columns, with the menus of its figures and
// names.
//
// Start with show.go; page.go defines the data of the screen, drawing.go fills it in.
package budget

import (
	"embed"
	"net/http"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/base/civil"
	"holdover/internal/surface/ui"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Changes: changes(), Menus: menus(), Refused: map[string]ui.Refusal{"assign": refuseAssign}, Find: find}
}

// Show shows the budget screen.
func Show(w http.ResponseWriter, r *ui.Request) error {
	got, err := r.Screen()
	if err != nil {
		return err
	}
	r.OpensBudget(w)
	if r.URL.Query().Has("months") {
		r.Remember(w, monthsCookie, r.URL.Query().Get("months"))
	}
	if r.URL.Query().Has("show") {
		r.Remember(w, chosenCookie, strconv.Itoa(chosenMonths(r.Request)))
	}
	s := &screen{
		Links: r.Links, frame: &got.Frame, groups: got.Groups, categories: got.Categories, records: got.Months, sheet: got.Sheet, views: got.Views,
		view: viewOf(r.Request, got.Budget.ID, firstShown(got, r.Today.Month())), today: r.Today.Month(), day: r.Today, targetsOf: got.Targets, comingFor: got.ComingFor,
	}
	s.tour = s.tourIn(r.URL.Query())
	p := budgetPage(s)
	p.Sidebar = ui.SidebarOf(&got.Frame, ui.OnBudgetScreen, "")
	return r.RenderBudgetPage(w, &got.Frame, p)
}

// firstShown returns the first month of the screen by default: this month, or the last one with data of a budget that
// ends before it.
func firstShown(got *app.Screen, today civil.Month) civil.Month {
	n := len(got.Sheet.Months)
	if n == 0 {
		return today
	}
	return max(got.Sheet.First, min(today, got.Sheet.First.Add(n-1)))
}

// StoreView stores which groups are folded, here and in the sidebar, and whether hidden categories are shown.
func StoreView(w http.ResponseWriter, r *ui.Request) error {
	got, err := r.Screen()
	if err != nil {
		return err
	}
	if group := r.Get("fold-accounts"); group != "" { // only a script sends it, which has already folded the group
		r.FoldAccountGroup(w, group, r.Get("folded") == "1")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return changeView(w, r, got.Budget.ID, got.Groups)
}
