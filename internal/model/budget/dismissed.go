package budget

import "holdover/internal/base/money"

// DismissedNo is the number of a dismissed suggestion.
type DismissedNo int64

// Dismissed is a recurring transaction that the user chose not to schedule. It has no effect once a record that it
// names is deleted.
type Dismissed struct {
	No      DismissedNo `json:"no"`
	ID      string      `json:"id"`
	Account AccountNo   `json:"account"`
	Payee   PayeeNo     `json:"payee,omitempty"`
	Other   AccountNo   `json:"other,omitempty"` // the other account of a transfer
	Every   string      `json:"every"`           // the frequency
	Amount  money.Milli `json:"amount"`          // approximate
}
