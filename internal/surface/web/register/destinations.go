package register

import (
	"holdover/internal/app/registers"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/surface/ui"
)

// destinations are the pages of this package for the page *Go to*.
func destinations() []ui.Destination {
	return append(ui.Pages("Page", "All accounts", "accounts/all", "Transactions without a category", "accounts/all?uncategorised=1"),
		ui.Destination{Label: "New transaction", Kind: "Action", Words: "add spending income transfer", URL: "rows/new?first=amount&ask=account", Right: auth.Change})
}

// find returns the saved filters.
func find(r *ui.Request, text string) ([]ui.Destination, error) {
	if text == "" {
		return nil, nil
	}
	own, err := r.App.OwnFilters(r.Context(), r.Actor, r.BudgetID)
	if err != nil || len(own) == 0 {
		return nil, err
	}
	f, err := r.Frame()
	return iterutil.Map(own, func(filter registers.OwnFilter) ui.Destination {
		l := keptListing(&filter, f.Budget.CurrencyFormat)
		return ui.Destination{Label: filter.Name, Kind: "Saved filter", URL: l.url(r.Links)}
	}), err
}
