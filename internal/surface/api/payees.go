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
	Hidden            bool     `json:"hidden,omitempty" doc:"Holdover's own: the payee is not suggested"`
	Favorite          bool     `json:"favorite,omitempty" doc:"Holdover's own: the payee is suggested before others"`
	LearningOff       bool     `json:"learning_off,omitempty" doc:"Holdover's own: the payee's usual category is not suggested"`
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

func (session *readSession) listPayees(in *sinceIn, out *PayeeList) (err error) {
	out.ServerKnowledge = session.Knowledge()
	out.Payees, err = session.payeesSince(in.Since)
	return err
}

func (session *readSession) payeesSince(knowledge int64) ([]Payee, error) {
	c, err := session.changedSince(knowledge, store.KindPayee)
	if err != nil {
		return nil, err
	}
	return since(&c, session.order.payees, func(p *budget.Payee) int64 { return int64(p.No) }, session.payee, func(p *Payee) { p.Deleted = true })
}

func (session *readSession) payee(p *budget.Payee) Payee {
	return Payee{
		ID: p.ID, Name: p.Name, TransferAccountID: some(session.accounts[p.TransferAccount].ID),
		Hidden: p.Hidden, Favorite: p.Favourite, LearningOff: p.LearningOff,
	}
}

func (session *readSession) onePayee(in *PayeePath, out *OnePayee) error {
	p, err := session.PayeeByID(in.PayeeID)
	out.Payee = session.payee(&p)
	return err
}

func (session *readSession) listLocations(in *PlanPath, out *LocationList) (err error) {
	out.Locations, err = session.placesOf(0)
	return err
}

func (session *readSession) listPayeeLocations(in *PayeePath, out *LocationList) error {
	p, err := session.PayeeByID(in.PayeeID)
	if err != nil {
		return err
	}
	out.Locations, err = session.placesOf(p.No)
	return err
}

// placesOf returns the places of a payee, or of all.
func (session *readSession) placesOf(payee budget.PayeeNo) ([]PayeeLocation, error) {
	all, err := session.Locations()
	out := []PayeeLocation{}
	for i := range all {
		if payee == 0 || all[i].Payee == payee {
			out = append(out, session.place(&all[i]))
		}
	}
	return out, err
}

func (session *readSession) placesSince(knowledge int64) ([]PayeeLocation, error) {
	show := func(_ *changed, r *budget.Location) PayeeLocation { return session.place(r) }
	return readSince(session, knowledge, store.KindLocation, session.Locations, func(r *budget.Location) int64 { return int64(r.No) }, show, func(p *PayeeLocation) { p.Deleted = true })
}

func (session *readSession) place(r *budget.Location) PayeeLocation {
	return PayeeLocation{ID: r.ID, PayeeID: session.payees[r.Payee].ID, Latitude: r.Latitude, Longitude: r.Longitude}
}

func (session *readSession) oneLocation(in *locationIn, out *OneLocation) error {
	r, err := session.LocationByID(in.LocationID)
	out.Location = session.place(&r)
	return err
}
