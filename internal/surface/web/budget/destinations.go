package budget

import (
	"net/url"

	"holdover/internal/app"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/surface/ui"
)

// find returns the categories for the page *Go to*, each with its history, and the ways to assign this month.
func find(r *ui.Request, text string) ([]ui.Destination, error) {
	found := []ui.Destination{{Label: "Budget", Kind: "Page", Words: "envelopes months home"}, tourDestination}
	if text == "" {
		return found, nil
	}
	got, err := r.Screen()
	if err != nil {
		return nil, err
	}
	groups := iterutil.ByKey(got.Groups, func(g budget.Group) budget.GroupNo { return g.No })
	for i := range got.Categories {
		c := &got.Categories[i]
		if c.Income {
			continue
		}
		found = append(found, ui.Destination{Label: c.Name, Kind: "Category in " + groups[c.Group].Name, URL: "reports/categories/" + url.PathEscape(c.ID)})
	}
	found = append(found, ui.Destination{Label: "Expected income", Kind: "Setting", Words: "cost to be me targets", URL: "menu?expected-income=month", Right: auth.Change})
	month := r.Today.Month()
	for _, action := range app.AssignActions() {
		q := url.Values{"month": {month.String()}, "action": {string(action)}}
		found = append(found, ui.Destination{
			Label: "Assign " + month.Name() + ": " + app.AssignName(action), Kind: "Action", Words: "budget targets", URL: "assign?" + q.Encode(), Right: auth.Change,
		})
	}
	return found, nil
}
