package register

import (
	"encoding/json"
	"net/http"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/geo"
	"holdover/internal/surface/ui"
)

// A browser that offers payees nearby receives the places of all payees and computes the distances itself. Its
// position is sent only to be stored with the payee of a new transaction.

// offerNear enables payees nearby for a new transaction if the browser offers them.
func offerNear(r *ui.Request, rd *RowReading, p *RowPage) {
	if rd.Fields.ID != "" || !r.OffersNear() {
		return
	}
	p.NearURL, p.Today = r.Links.To("payees/places"), r.Today.String()
	p.NearFirst = p.AmountFirst && p.Payee.Text == ""
}

// placedPayee is a payee with its places, as a script reads it.
type placedPayee struct {
	Ref  string    `json:"ref"`
	Text string    `json:"text"`
	At   []float64 `json:"at"` // alternating latitudes and longitudes, the newest first
}

// PlacesOfPayees responds with the places of all payees, for a script.
func PlacesOfPayees(w http.ResponseWriter, r *ui.Request) error {
	found, err := r.App.PlacesToOffer(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	told := make([]placedPayee, len(found))
	for i, p := range found {
		told[i] = placedPayee{Ref: p.ID, Text: p.Name}
		for _, at := range p.At {
			told[i].At = append(told[i].At, at.Latitude, at.Longitude)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(told)
}

// placeIn parses the position in a form: "LATITUDE,LONGITUDE"; nil for none. An error does not repeat the text, which
// may be the user's position.
func placeIn(here string) (*geo.Point, error) {
	if here == "" {
		return nil, nil //nolint:nilnil // most forms say nothing
	}
	latitude, longitude, _ := strings.Cut(here, ",")
	at, ok := geo.Read(latitude, longitude)
	if !ok {
		return nil, apperr.New(apperr.Invalid, "the place to be kept cannot be read").WithHint("save it once more, or switch payees near here off in the settings")
	}
	return &at, nil
}
