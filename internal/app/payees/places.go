package payees

import (
	"cmp"
	"context"
	"slices"

	"holdover/internal/app/access"
	"holdover/internal/app/frame"
	"holdover/internal/budget"
	"holdover/internal/each"
	"holdover/internal/fault"
	"holdover/internal/people"
	"holdover/internal/place"
	"holdover/internal/store"
)

// Bounds of places. What an import brings may exceed them: it is kept, and offered as far as they reach.
const (
	samePlace        = 100 // metres, within which a place is the same one
	maxPlacesOfPayee = 50
	maxPlaces        = 20_000    // of a budget
	maxOffered       = 5_000     // places that a form is told of
	maxOfferedBytes  = 512 << 10 // with the names of their payees
)

// Offer is a payee that can be chosen, with where it was paid, the newest place first.
type Offer struct {
	ID, Name string
	At       []place.Point
}

// PlacesToOffer are the payees that stand for no account and were paid at places that are known, those with the newest
// first. Who stands where is not asked: a browser works out for itself which of them are near.
func (ps *Payees) PlacesToOffer(ctx context.Context, who people.Actor, id string) ([]Offer, error) {
	return access.Look(ctx, ps.access, who, id, func(v *store.View) ([]Offer, error) {
		payees, err := v.Payees()
		if err != nil {
			return nil, err
		}
		places, err := v.Locations()
		return offered(payees, places), err
	})
}

func offered(payees []budget.Payee, places []budget.Location) (found []Offer) {
	ordinary := each.By(each.Where(payees, func(p budget.Payee) bool { return p.TransferAccount == 0 }), func(p budget.Payee) budget.PayeeNo { return p.No })
	const point = len("-123.123456789,") * 2
	at, all, size := map[budget.PayeeNo]int{}, 0, 0
	for _, l := range newestFirst(places) {
		p, known := ordinary[l.Payee]
		where, ok := place.Read(l.Latitude, l.Longitude)
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

// KeepPlace keeps where the payee of a new transaction was paid, in the same step. A place that it has already is not kept
// again, nor one of a payee that stands for an account, nor more than there may be. Fault: Invalid for no place on earth.
func KeepPlace(e *access.Editing, no budget.PayeeNo, at place.Point) error {
	if !at.Valid() {
		return fault.New(fault.Invalid, "the place is not on the earth")
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
		if known, ok := place.Read(all[i].Latitude, all[i].Longitude); ok && known.Metres(at) <= samePlace {
			return nil
		}
	}
	if its >= maxPlacesOfPayee {
		return nil
	}
	l := budget.Location{ID: access.NewID(), Payee: no}
	l.Latitude, l.Longitude = at.Text()
	e.Say("%s, and the place of %s", e.Label, p.Name)
	return e.PutLocation(&l)
}

// Place is where a payee was paid, as it is kept: what an import brought may be no place.
type Place struct{ ID, Latitude, Longitude string }

// Point is where that is; false says that it cannot be read.
func (p *Place) Point() (place.Point, bool) { return place.Read(p.Latitude, p.Longitude) }

// Places are where one payee was paid.
type Places struct {
	frame.Frame
	Payee  Payee
	Places []Place // the newest first, as many as were asked for
	All    int
}

// PlacesOfPayee gives where a payee was paid, the newest so many.
func (ps *Payees) PlacesOfPayee(ctx context.Context, who people.Actor, id, payee string, limit int) (p Places, err error) {
	err = frame.View(ctx, ps.access, who, id, &p.Frame, func(v *store.View) error {
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

// RemovePlace takes a place from its payee. Fault: NotFound.
func (ps *Payees) RemovePlace(ctx context.Context, who people.Actor, id, of string) (access.Done, error) {
	return access.ChangeOne(ctx, ps.access, who, id, "remove-place", of, (*store.View).LocationByID, func(e *access.Editing, l *budget.Location) error {
		p, err := e.Payee(l.Payee)
		if err != nil {
			return err
		}
		e.Say("Removed a place of %s", p.Name)
		return e.DeleteLocation(l.No)
	})
}

// RemovePlaces takes all its places from a payee. Fault: NotFound.
func (ps *Payees) RemovePlaces(ctx context.Context, who people.Actor, id, payee string) (access.Done, error) {
	return ps.payee(ctx, who, id, "remove-places", payee, func(e *access.Editing, p *budget.Payee) error {
		all, err := e.Locations()
		if err != nil {
			return err
		}
		e.Say("Removed all places of %s", p.Name)
		return dropPlaces(e, p.No, all)
	})
}
