package payees

import (
	"html/template"
	"net/http"

	"holdover/internal/app/payees"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/ui"
)

// maxShownPlaces is the number of places listed for a payee. Further ones appear when some are removed.
const maxShownPlaces = 100

// maxDegree is the number of displayed characters of a latitude: no number is longer, but the text may be invalid.
const maxDegree = 30

func Places(w http.ResponseWriter, r *ui.Request) error {
	got, err := r.App.PlacesOfPayee(r.Context(), r.Actor, r.BudgetID, r.PathValue("payee"), maxShownPlaces)
	if err != nil {
		return err
	}
	return r.RenderBudgetPage(w, &got.Frame, placesPage(&got))
}

// PlacesPage lists the places where a payee was paid.
type PlacesPage struct {
	ui.Frame
	Name    string
	Payee   string // id of the payee
	Summary string
	BackURL string
	DoURL   string // empty for a viewer
	Rows    []PlaceRow
	More    string // number of places not listed; empty if all are listed
	All     string // the number of places, if there are several
}

type PlaceRow struct {
	ID, Text string
	URL      template.URL // for the device's maps; empty if the place is invalid
}

func (*PlacesPage) Template() string { return "places" }

func placesPage(got *payees.Places) *PlacesPage {
	l := ui.LinksOf(got.Budget.ID)
	p := &PlacesPage{
		Frame: ui.Frame{Title: "Places of " + got.Payee.Name, Sidebar: ui.SidebarOf(&got.Frame, ui.OnPayees, "")}, Name: got.Payee.Name, Payee: got.Payee.ID,
		Summary: humanize.Number(got.All, "place", "places") + " where it was paid", BackURL: l.To("payees"),
	}
	if got.MayChange() {
		p.DoURL = l.To("do/")
	}
	for i := range got.Places {
		p.Rows = append(p.Rows, placeRow(&got.Places[i]))
	}
	if more := got.All - len(p.Rows); more > 0 {
		p.More = humanize.Number(more, "older place is", "older places are") + " not listed."
	}
	if got.All > 1 {
		p.All = humanize.Count(got.All)
	}
	return p
}

// placeRow returns a stored place; the link to a map contains only its coordinates.
func placeRow(of *payees.Place) PlaceRow {
	row := PlaceRow{ID: of.ID, Text: humanize.Clip(of.Latitude, maxDegree) + ", " + humanize.Clip(of.Longitude, maxDegree)}
	if at, ok := of.Point(); ok {
		latitude, longitude := at.Text()
		row.URL = template.URL("geo:" + latitude + "," + longitude) //nolint:gosec // four decimals each
	}
	return row
}
