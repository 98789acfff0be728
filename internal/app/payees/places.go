package payees

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/geo"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Limits on places. An import may exceed them: its places are stored, and offered within the limits.
const (
	samePlace        = 100 // metres, within which a place is the same one
	maxPlacesOfPayee = 50
	maxPlaces        = 20_000    // of a budget
	maxOffered       = 5_000     // places sent to a form
	maxOfferedBytes  = 512 << 10 // with the names of their payees
)

// Offer is a payee with its places, newest first.
type Offer struct {
	ID, Name string
	At       []geo.Point
}

// PlacesToOffer returns the ordinary payees with known places, newest first, without hidden ones. The position of the user is not a
// parameter: the browser computes the distances.
func (ps *Payees) PlacesToOffer(ctx context.Context, who users.Actor, id string) ([]Offer, error) {
	return budgetsession.Read(ctx, ps.access, who, id, func(v *store.ReadTx) ([]Offer, error) {
		payees, err := v.Payees()
		if err != nil {
			return nil, err
		}
		places, err := v.Locations()
		return offered(payees, places), err
	})
}

func offered(payees []budget.Payee, places []budget.Location) (found []Offer) {
	ordinary := iterutil.ByKey(iterutil.Where(payees, func(p budget.Payee) bool { return p.TransferAccount == 0 && !p.Hidden }), func(p budget.Payee) budget.PayeeNo { return p.No })
	const point = len("-123.123456789,") * 2
	at, all, size := map[budget.PayeeNo]int{}, 0, 0
	for _, l := range newestFirst(places) {
		p, known := ordinary[l.Payee]
		where, ok := geo.Read(l.Latitude, l.Longitude)
		if !known || !ok {
			continue
		}
		i, begun := at[l.Payee]
		if size += point; !begun {
			size += len(p.ID) + len(p.Name)
		}
		if all == maxOffered || size > maxOfferedBytes {
			break
		}
		if !begun {
			i, at[l.Payee] = len(found), len(found)
			found = append(found, Offer{ID: p.ID, Name: p.Name})
		}
		if len(found[i].At) < maxPlacesOfPayee {
			found[i].At = append(found[i].At, where)
			all++
		}
	}
	return found
}

func newestFirst(places []budget.Location) []budget.Location {
	return slices.SortedFunc(slices.Values(places), func(a, b budget.Location) int { return cmp.Compare(b.No, a.No) })
}

// KeepPlace stores the place of the payee of a new transaction, in the same change. It stores nothing for a place
// that the payee has already, for a transfer payee, or beyond the limit. It returns an Invalid error for a position
// that does not exist.
func KeepPlace(e *budgetsession.ChangeTx, no budget.PayeeNo, at geo.Point) error {
	if !at.Valid() {
		return apperr.New(apperr.Invalid, "the coordinates are not valid")
	}
	if no == 0 {
		return nil
	}
	p, err := e.Payee(no)
	if err != nil || p.TransferAccount != 0 {
		return err
	}
	all, err := e.Locations()
	if err != nil || len(all) >= maxPlaces {
		return err
	}
	its := 0
	for i := range all {
		if all[i].Payee != no {
			continue
		}
		its++
		if known, ok := geo.Read(all[i].Latitude, all[i].Longitude); ok && known.Metres(at) <= samePlace {
			return nil
		}
	}
	if its >= maxPlacesOfPayee {
		return nil
	}
	l := budget.Location{ID: budgetsession.NewID(), Payee: no}
	l.Latitude, l.Longitude = at.Text()
	e.Say("%s, and the place of %s", e.Label, p.Name)
	return e.Put(&l)
}

// Place is a stored place of a payee; an imported one may be invalid.
type Place struct{ ID, Latitude, Longitude string }

// Point returns the position; ok is false if it is invalid.
func (p *Place) Point() (geo.Point, bool) { return geo.Read(p.Latitude, p.Longitude) }

// Places are the places where one payee was paid.
type Places struct {
	pageframe.Frame
	Payee  Payee
	Places []Place // the newest first, as many as were asked for
	All    int
}

// PlacesOfPayee returns the places of a payee, newest first, up to a limit.
func (ps *Payees) PlacesOfPayee(ctx context.Context, who users.Actor, id, payee string, limit int) (p Places, err error) {
	err = pageframe.View(ctx, ps.access, who, id, &p.Frame, func(v *store.ReadTx) error {
		found, err := v.PayeeByID(payee)
		if err != nil {
			return noPayee()
		}
		all, err := v.Locations()
		p.Payee = Payee{ID: found.ID, Name: found.Name}
		for _, l := range newestFirst(all) {
			if l.Payee != found.No {
				continue
			}
			if p.All++; len(p.Places) < limit {
				p.Places = append(p.Places, Place{l.ID, l.Latitude, l.Longitude})
			}
		}
		return err
	})
	return p, err
}

// RemovePlace deletes a place of a payee. It returns a NotFound error.
func (ps *Payees) RemovePlace(ctx context.Context, who users.Actor, id, of string) (budgetsession.ChangeResult, error) {
	return budgetsession.ChangeOne(ctx, ps.access, who, id, "remove-place", of, (*store.ReadTx).LocationByID, func(e *budgetsession.ChangeTx, l *budget.Location) error {
		p, err := e.Payee(l.Payee)
		if err != nil {
			return err
		}
		e.Say("Removed a place of %s", p.Name)
		return e.Remove(l)
	})
}

// RemovePlaces deletes all places of a payee. It returns a NotFound error.
func (ps *Payees) RemovePlaces(ctx context.Context, who users.Actor, id, payee string) (budgetsession.ChangeResult, error) {
	return ps.payee(ctx, who, id, "remove-places", payee, func(e *budgetsession.ChangeTx, p *budget.Payee) error {
		all, err := e.Locations()
		if err != nil {
			return err
		}
		e.Say("Removed all places of %s", p.Name)
		return dropPlaces(e, p.No, all)
	})
}
