package budget

import (
	"holdover/internal/cal"
	"holdover/internal/money"
)

// RuleNo is the number of a rule.
type RuleNo int64

// Rule says what is set on a transaction when it is so. Rules have an order, their
// Sort: where two would set the same thing, the upper one does.
type Rule struct {
	No   RuleNo      `json:"no"`
	ID   string      `json:"id"`
	Sort int         `json:"sort"`
	Off  bool        `json:"off,omitempty"` // it is kept and does nothing
	Any  bool        `json:"any,omitempty"` // one condition is enough; else all have to hold
	When []Condition `json:"when"`
	Then Outcome     `json:"then"`
}

// Condition is one thing that a rule asks of a transaction.
type Condition struct {
	Field   RuleField   `json:"field"`
	Test    RuleTest    `json:"test"`
	Text    string      `json:"text,omitempty"`    // of payee and notes
	Account AccountNo   `json:"account,omitempty"` // of account
	Min     money.Milli `json:"min,omitempty"`     // of amounts, without sign; what an amount is
	Max     money.Milli `json:"max,omitempty"`     // 0 has no end
	From    cal.Date    `json:"from,omitempty"`    // of a date; the day it is
	Until   cal.Date    `json:"until,omitempty"`   // 0 has no end
}

// RuleField is what of a transaction a condition looks at.
type RuleField string

// The fields. A payee is so when its name is, or what the bank wrote for it.
// Amounts have no sign: Spent and Received say which way the money went.
const (
	RulePayee    RuleField = "payee"
	RuleNotes    RuleField = "notes"
	RuleAmount   RuleField = "amount"
	RuleSpent    RuleField = "spent"
	RuleReceived RuleField = "received"
	RuleAccount  RuleField = "account"
	RuleDate     RuleField = "date"
)

// RuleTest is how a condition looks at its field.
type RuleTest string

// The tests. Matches takes a regular expression.
const (
	RuleContains RuleTest = "contains"
	RuleBegins   RuleTest = "begins"
	RuleIs       RuleTest = "is"
	RuleBetween  RuleTest = "between"
	RuleMatches  RuleTest = "matches"
)

// Outcome is what a rule sets; what is none stays. Of Category, Transfer and
// Shares there is one at most, but for a transfer to an account off budget, which
// has a category.
type Outcome struct {
	Payee    PayeeNo    `json:"payee,omitempty"`
	Category CategoryNo `json:"category,omitempty"`
	Transfer AccountNo  `json:"transfer,omitempty"`
	Shares   []Share    `json:"shares,omitempty"`
	Notes    string     `json:"notes,omitempty"`
	Flag     string     `json:"flag,omitempty"` // a colour
}

// Empty says that nothing is set.
func (o *Outcome) Empty() bool {
	return o.Payee == 0 && o.Category == 0 && o.Transfer == 0 && len(o.Shares) == 0 && o.Notes == "" && o.Flag == ""
}

// Share is a part of a split that a rule makes.
type Share struct {
	Category CategoryNo `json:"category"`
	Share    int        `json:"share"` // in hundredths of a percent; all of a split make 10000
	Notes    string     `json:"notes,omitempty"`
}

// Refers says what records a rule names.
func (r *Rule) Refers(account func(AccountNo), payee func(PayeeNo), category func(CategoryNo)) {
	for i := range r.When {
		account(r.When[i].Account)
	}
	account(r.Then.Transfer)
	payee(r.Then.Payee)
	category(r.Then.Category)
	for i := range r.Then.Shares {
		category(r.Then.Shares[i].Category)
	}
}

// ByRule says which rule set what of a transaction; none is a person, a guess or
// a file. The number of a rule that is gone says nothing.
type ByRule struct {
	Payee RuleNo `json:"payee,omitempty"`
	Money RuleNo `json:"money,omitempty"` // the category, the transfer or the split
	Notes RuleNo `json:"notes,omitempty"`
	Flag  RuleNo `json:"flag,omitempty"`
}
