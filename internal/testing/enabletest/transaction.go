package enabletest

import (
	"encoding/json"
	"maps"
	"strings"
)

// Transaction is a transaction. Its identifier for details changes with every response.
type Transaction struct {
	Reference string
	Date      string // of booking
	ValueDate string
	Bought    string // the day of the purchase
	Amount    string // negative for money that goes out
	Currency  string // EUR if empty
	Party     string // the other party
	Lines     []string
	Status    string // BOOK or PDNG by the list if empty
	Extra     map[string]any
}

// json returns the transaction as the API describes it.
func (x Transaction) json(status string) map[string]any {
	direction, self, other := "CRDT", "creditor", "debtor"
	amount, isOut := strings.CutPrefix(x.Amount, "-")
	if isOut {
		direction, self, other = "DBIT", "debtor", "creditor"
	}
	if x.Status != "" {
		status = x.Status
	}
	if x.Currency == "" {
		x.Currency = "EUR"
	}
	out := map[string]any{
		"transaction_id": uuid(), "transaction_amount": map[string]any{"amount": amount, "currency": x.Currency},
		"credit_debit_indicator": direction, "status": status, self: map[string]any{"name": "Account Holder"}, other: nil,
		"entry_reference": text(x.Reference), "booking_date": text(x.Date), "value_date": text(x.ValueDate), "transaction_date": text(x.Bought),
		"remittance_information": x.Lines, "note": nil, "bank_transaction_code": nil, "balance_after_transaction": nil,
	}
	if x.Party != "" {
		out[other] = map[string]any{"name": x.Party, "postal_address": nil}
	}
	maps.Copy(out, x.Extra)
	return out
}

// text returns nil for an empty text.
func text(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// encode returns a value as JSON.
func (s *Server) encode(value any) []byte {
	b, err := json.Marshal(value)
	if err != nil {
		s.t.Error(err)
	}
	return b
}
