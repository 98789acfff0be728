package budget

import "holdover/internal/money"

// DismissedNo is the number of something dismissed.
type DismissedNo int64

// Dismissed is something that comes again and again and that nobody wants to schedule. What it names may be gone: then nothing follows from it.
type Dismissed struct {
	No      DismissedNo `json:"no"`
	ID      string      `json:"id"`
	Account AccountNo   `json:"account"`
	Payee   PayeeNo     `json:"payee,omitempty"`
	Other   AccountNo   `json:"other,omitempty"` // the other account of a transfer
	Every   string      `json:"every"`           // the frequency
	Amount  money.Milli `json:"amount"`          // about so much
}
