package budget

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// RuleNo is the number of a rule.
type RuleNo int64

// Rule sets fields of transactions that meet its conditions. Rules are ordered by Sort: of two that would set the
// same field, the first does.
type Rule struct {
	No   RuleNo      `json:"no"`
	ID   string      `json:"id"`
	Sort int         `json:"sort"`
	Off  bool        `json:"off,omitempty"` // disabled
	Any  bool        `json:"any,omitempty"` // one condition is enough; otherwise all must be met
	When []Condition `json:"when"`
	Then Outcome     `json:"then"`
}

// Condition is one condition of a rule.
type Condition struct {
	Field   RuleField   `json:"field"`
	Test    RuleTest    `json:"test"`
	Not     bool        `json:"not,omitempty"`     // it must not be met
	Text    string      `json:"text,omitempty"`    // for payee and notes
	Account AccountNo   `json:"account,omitempty"` // for account
	Min     money.Milli `json:"min,omitempty"`     // for amounts, without sign; also the exact amount
	Max     money.Milli `json:"max,omitempty"`     // 0 for no upper limit
	From    civil.Date  `json:"from,omitempty"`    // for dates; also the exact date
	Until   civil.Date  `json:"until,omitempty"`   // 0 for no end
}

// RuleField is the field of a transaction that a condition tests.
type RuleField string

// The fields. A payee condition tests the payee's name and the bank's text. Amounts have no sign: Spent and Received
// give the direction.
const (
	RulePayee    RuleField = "payee"
	RuleNotes    RuleField = "notes"
	RuleAmount   RuleField = "amount"
	RuleSpent    RuleField = "spent"
	RuleReceived RuleField = "received"
	RuleAccount  RuleField = "account"
	RuleDate     RuleField = "date"
)

// RuleTest is the comparison of a condition.
type RuleTest string

// The tests. Matches takes a regular expression, and OneOf takes texts with semicolons between them.
const (
	RuleContains RuleTest = "contains"
	RuleBegins   RuleTest = "begins"
	RuleIs       RuleTest = "is"
	RuleOneOf    RuleTest = "one-of"
	RuleBetween  RuleTest = "between"
	RuleMatches  RuleTest = "matches"
)

// Outcome lists the fields that a rule sets; empty ones stay unchanged. At most one of Category, Transfer and Shares
// is set, except that a transfer to a tracking account also has a category. A rule with LeaveOut sets nothing.
type Outcome struct {
	Payee    PayeeNo    `json:"payee,omitempty"`
	Category CategoryNo `json:"category,omitempty"`
	Transfer AccountNo  `json:"transfer,omitempty"`
	Shares   []Share    `json:"shares,omitempty"`
	Notes    string     `json:"notes,omitempty"`
	Flag     string     `json:"flag,omitempty"`      // a colour
	LeaveOut bool       `json:"leave_out,omitempty"` // new transactions of a bank are not imported
	Schedule string     `json:"schedule,omitempty"`  // the id of the scheduled transaction that a new transaction enters; it may be deleted
	// AnyAmount lets Schedule be entered by any amount of its direction; otherwise the amount must be one of the schedule's.
	AnyAmount bool `json:"any_amount,omitempty"`
}

// Empty reports whether nothing is set.
func (o *Outcome) Empty() bool {
	return o.Payee == 0 && o.Category == 0 && o.Transfer == 0 && len(o.Shares) == 0 && o.Notes == "" && o.Flag == "" && !o.LeaveOut && o.Schedule == ""
}

// Share is a part of a split that a rule creates.
type Share struct {
	Category CategoryNo `json:"category"`
	Share    int        `json:"share"` // in hundredths of a percent; the shares of a split sum to 10000
	Notes    string     `json:"notes,omitempty"`
}

// Refers calls the functions with the records that a rule names.
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

// ByRule records which rule set which field of a transaction; zero means a user, a suggestion or a file. The number
// of a deleted rule has no meaning.
type ByRule struct {
	Payee RuleNo `json:"payee,omitempty"`
	Money RuleNo `json:"money,omitempty"` // the category, the transfer or the split
	Notes RuleNo `json:"notes,omitempty"`
	Flag  RuleNo `json:"flag,omitempty"`
}
