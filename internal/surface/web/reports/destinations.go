package reports

import "holdover/internal/surface/ui"

// destinations are the reports for the page *Go to*.
func destinations() []ui.Destination {
	all := ui.Pages("Page", "Reports", "reports")
	for i := range kinds {
		if kinds[i].title != "" {
			all = append(all, ui.Destination{Label: kinds[i].title, Kind: "Report", URL: "reports/" + string(kinds[i].name)})
		}
	}
	return all
}

// find returns the saved reports.
func find(r *ui.Request, text string) ([]ui.Destination, error) {
	if text == "" {
		return nil, nil
	}
	own, err := r.App.OwnReports(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return nil, err
	}
	var found []ui.Destination
	for i := range own {
		if own[i].Lost { // a category's history without its category has no address
			continue
		}
		rd, err := readingOf(r, own[i].Ask)
		if err != nil {
			return nil, err
		}
		found = append(found, ui.Destination{Label: own[i].Name, Kind: "Saved report", URL: rd.ownAddress(&own[i])})
	}
	return found, nil
}
