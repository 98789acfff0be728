// Package inbox contains the transactions to approve: one after the other, by keyboard or touch, with their category.
//
// Start here.
package inbox

import (
	"embed"
	"net/http"
	"net/url"
	"strconv"

	"holdover/internal/app"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web/register"
)

//go:embed templates/*.html
var templates embed.FS

// Feature returns the templates of this package and its changes and menus, for package web.
func Feature() ui.Feature {
	return ui.Feature{Templates: templates, Destinations: ui.Pages("Page", "To approve", "to-approve"), Changes: map[string]ui.Change{
		"approve-row":    ui.With(chosenCategory, approve),
		"categorise-row": ui.With(chosenCategory, categorise),
		"approve-ready":  approveReady,
	}}
}

// Show lists the transactions to approve.
func Show(w http.ResponseWriter, r *ui.Request) error {
	from, _ := strconv.Atoi(r.URL.Query().Get("from")) // 0 by default
	got, err := r.App.Inbox(r.Context(), r.Actor, r.BudgetID, from)
	if err != nil {
		return err
	}
	return r.RenderBudgetPage(w, &got.Frame, page(&got, r))
}

// approve approves a transaction, with the category chosen for it.
func approve(r *ui.Request, category *string) (app.ChangeResult, error) {
	return r.App.SetOnRows(r.Context(), r.Actor, r.BudgetID, rows.These(r.Get("row")), rows.Setting{Approved: new(true), Category: category}, false)
}

// categorise sets the chosen category of a transaction without approving it.
func categorise(r *ui.Request, category *string) (app.ChangeResult, error) {
	if category == nil {
		return app.ChangeResult{}, nil
	}
	return r.App.SetOnRows(r.Context(), r.Actor, r.BudgetID, rows.These(r.Get("row")), rows.Setting{Category: category}, false)
}

// chosenCategory parses the category of a transaction's form, or returns nil if it is unchanged, since another user
// may have changed it in the meantime.
func chosenCategory(r *ui.Request) (*string, error) {
	if r.Get("category") == r.Get("stood") {
		return nil, nil //nolint:nilnil // none was chosen
	}
	form, err := r.App.RowForm(r.Context(), r.Actor, r.BudgetID, "")
	if err != nil {
		return nil, err
	}
	id, err := register.CategoryTyped(&form, r.Get("category"), r.Get("category-ref"))
	return &id, err
}

// approveReady approves all transactions that do not lack a category.
func approveReady(r *ui.Request) (app.ChangeResult, error) {
	return r.App.ApproveReady(r.Context(), r.Actor, r.BudgetID, r.Get("shown"))
}

// pager returns links to further pages.
func pager(r *ui.Request, got *registers.Inbox) ui.Pager {
	to := got.From + len(got.Rows) - 1
	p := ui.Pager{From: humanize.Count(got.From), To: humanize.Count(to), Total: humanize.Count(got.Total)}
	at := func(label string, from int) ui.PageLink {
		return ui.PageLink{Label: label, URL: r.URL.Path + "?" + url.Values{"from": {strconv.Itoa(from)}}.Encode()}
	}
	if got.From > 1 {
		p.Previous = at("Newer", max(1, got.From-rows.PageSize))
	}
	if to < got.Total {
		p.Next = at("Older", to+1)
	}
	return p
}
