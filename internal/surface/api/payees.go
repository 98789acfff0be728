package api

import (
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Payee is the person or company at the other end of a transaction.
type Payee struct {
	_                 struct{} `additionalProperties:"true"`
	ID                string   `json:"id" format:"uuid"`
	Name              string   `json:"name"`
	TransferAccountID *string  `json:"transfer_account_id" doc:"The account that the payee stands for, in transfers"`
	Deleted           bool     `json:"deleted"`
}

// PayeeLocation is where a payee was paid, in degrees.
type PayeeLocation struct {
	_         struct{} `additionalProperties:"true"`
	ID        string   `json:"id" format:"uuid"`
	PayeeID   string   `json:"payee_id" format:"uuid"`
	Latitude  string   `json:"latitude"`
	Longitude string   `json:"longitude"`
	Deleted   bool     `json:"deleted"`
}

type PayeeList struct {
	Payees          []Payee `json:"payees" nullable:"false"`
	ServerKnowledge int64   `json:"server_knowledge"`
}

type OnePayee struct {
	Payee Payee `json:"payee"`
}

type LocationList struct {
	Locations []PayeeLocation `json:"payee_locations" nullable:"false"`
}

type OneLocation struct {
	Location PayeeLocation `json:"payee_location"`
}

type PayeePath struct {
	PlanPath
	PayeeID string `path:"payee_id"`
}

type locationIn struct {
	PlanPath
	LocationID string `path:"payee_location_id"`
}

func (l *readSession) listPayees(in *sinceIn, out *PayeeList) (err error) {
	out.ServerKnowledge = l.Knowledge()
	out.Payees, err = l.payeesSince(in.Since)
	return err
}

func (l *readSession) payeesSince(knowledge int64) ([]Payee, error) {
	c, err := l.changedSince(knowledge, store.KindPayee)
	if err != nil {
		return nil, err
	}
	return since(&c, l.order.payees, func(p *budget.Payee) int64 { return int64(p.No) }, l.payee, func(p *Payee) { p.Deleted = true })
}

func (l *readSession) payee(p *budget.Payee) Payee {
	return Payee{ID: p.ID, Name: p.Name, TransferAccountID: some(l.accounts[p.TransferAccount].ID)}
}

func (l *readSession) onePayee(in *PayeePath, out *OnePayee) error {
	p, err := l.PayeeByID(in.PayeeID)
	out.Payee = l.payee(&p)
	return err
}

func (l *readSession) listLocations(in *PlanPath, out *LocationList) (err error) {
	out.Locations, err = l.placesOf(0)
	return err
}

func (l *readSession) listPayeeLocations(in *PayeePath, out *LocationList) error {
	p, err := l.PayeeByID(in.PayeeID)
	if err != nil {
		return err
	}
	out.Locations, err = l.placesOf(p.No)
	return err
}

// placesOf returns the places of a payee, or of all.
func (l *readSession) placesOf(payee budget.PayeeNo) ([]PayeeLocation, error) {
	all, err := l.Locations()
	out := []PayeeLocation{}
	for i := range all {
		if payee == 0 || all[i].Payee == payee {
			out = append(out, l.place(&all[i]))
		}
	}
	return out, err
}

func (l *readSession) placesSince(knowledge int64) ([]PayeeLocation, error) {
	show := func(_ *changed, r *budget.Location) PayeeLocation { return l.place(r) }
	return readSince(l, knowledge, store.KindLocation, l.Locations, func(r *budget.Location) int64 { return int64(r.No) }, show, func(p *PayeeLocation) { p.Deleted = true })
}

func (l *readSession) place(r *budget.Location) PayeeLocation {
	return PayeeLocation{ID: r.ID, PayeeID: l.payees[r.Payee].ID, Latitude: r.Latitude, Longitude: r.Longitude}
}

func (l *readSession) oneLocation(in *locationIn, out *OneLocation) error {
	r, err := l.LocationByID(in.LocationID)
	out.Location = l.place(&r)
	return err
}
