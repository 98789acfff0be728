package register

import (
	"net/http"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/geo"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// A browser that offers payees nearby receives the places of all payees and computes the distances itself. It sends its
// position only if a new transaction is saved, to be stored with the payee.

// offerNear enables payees nearby in the form of a new transaction, if the user has switched them on for this browser.
func offerNear(r *ui.Request, form *RowReading, p *RowPage) {
	if form.Fields.ID != "" || !r.OffersNear() {
		return
	}
	p.NearURL, p.Today = r.Links.To("payees/places"), r.Today.String()
	p.NearbyAboveRecent = p.AmountFirst && p.Payee.Text == ""
}

// placedPayee is a payee with its places, as a script reads it.
type placedPayee struct {
	Ref         string    `json:"ref"`
	Text        string    `json:"text"` // the payee's name
	Coordinates []float64 `json:"at"`   // alternating latitudes and longitudes, the newest place first
}

// PlacesOfPayees responds with the places of all payees, for a script.
func PlacesOfPayees(w http.ResponseWriter, r *ui.Request) error {
	payees, err := r.App.PlacesToOffer(r.Context(), r.Actor, r.BudgetID)
	if err != nil {
		return err
	}
	list := make([]placedPayee, len(payees))
	for i, p := range payees {
		list[i] = placedPayee{Ref: p.ID, Text: p.Name}
		for _, point := range p.At {
			list[i].Coordinates = append(list[i].Coordinates, point.Latitude, point.Longitude)
		}
	}
	return httpx.WriteJSON(w, http.StatusOK, list)
}

// parsePosition parses the user's position in a form, "LATITUDE,LONGITUDE". It returns nil for an empty text. An error
// does not repeat the text, which may be the user's position.
func parsePosition(text string) (*geo.Point, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // most forms have no position
	}
	latitude, longitude, _ := strings.Cut(text, ",")
	point, ok := geo.Read(latitude, longitude)
	if !ok {
		return nil, apperr.New(apperr.Invalid, "the location cannot be read").WithHint("save again, or turn off payees near here in the settings")
	}
	return &point, nil
}
