package memory

import (
	"encoding/json"
	"slices"

	"holdover/internal/budget"
)

// Payments are the card payments of the budgets looked at lately. They are long, and every
// request has them in the header.
type Payments struct{ kept *recent }

// payments are a budget's beside the text they were read from.
type payments struct {
	text   string
	parsed []budget.CardPayment
}

// NewPayments keeps so many bytes of them.
func NewPayments(most int) *Payments { return &Payments{kept: newRecent(most)} }

// Read reads a budget's card payments.
func (p *Payments) Read(no int64, text string) ([]budget.CardPayment, error) {
	if have, _ := p.kept.get(no).(payments); have.text == text {
		return slices.Clone(have.parsed), nil
	}
	var parsed []budget.CardPayment
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		return nil, err
	}
	p.kept.put(no, payments{text, parsed}, len(text))
	return slices.Clone(parsed), nil
}

// Forget drops a budget that is gone.
func (p *Payments) Forget(no int64) { p.kept.drop(no) }
