package ynabdoc

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// MarkedRule is a rule about transactions. Package budget describes the fields, tests and limits.
type MarkedRule struct {
	ID   string            `json:"id"`
	Off  bool              `json:"off,omitempty"`
	Any  bool              `json:"any,omitempty"`
	When []MarkedCondition `json:"when"`
	Then MarkedOutcome     `json:"then"`
}

// MarkedCondition is one condition of a rule.
type MarkedCondition struct {
	Field   string      `json:"field"`
	Test    string      `json:"test"`
	Not     bool        `json:"not,omitempty"`
	Text    string      `json:"text,omitempty"`
	Account string      `json:"account_id,omitempty"`
	Min     money.Milli `json:"min,omitempty"`
	Max     money.Milli `json:"max,omitempty"`
	From    civil.Date  `json:"from,omitempty"`
	Until   civil.Date  `json:"until,omitempty"`
}

// MarkedOutcome lists the fields that a rule sets.
type MarkedOutcome struct {
	Payee     string        `json:"payee_id,omitempty"`
	Category  string        `json:"category_id,omitempty"`
	Transfer  string        `json:"transfer_account_id,omitempty"`
	Shares    []MarkedShare `json:"shares,omitempty"`
	Notes     string        `json:"notes,omitempty"`
	Flag      string        `json:"flag_color,omitempty"`
	LeaveOut  bool          `json:"leave_out,omitempty"`
	Schedule  string        `json:"scheduled_transaction_id,omitempty"`
	AnyAmount bool          `json:"any_amount,omitempty"`
}

// MarkedShare is a part of a split that a rule creates.
type MarkedShare struct {
	Category string `json:"category_id"`
	Share    int    `json:"share"` // in hundredths of a percent
	Notes    string `json:"notes,omitempty"`
}
