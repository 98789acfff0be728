package ynabdoc

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// MarksMember is the name of the plan's member that contains the marks.
const MarksMember = "holdover"

// Marks is the "holdover" object of a plan exported by a Holdover: data that the source's records cannot express. Ids
// refer to records of the document.
type Marks struct {
	Income struct {
		Group      MarkedName   `json:"group"`
		Categories []MarkedName `json:"categories"`
	} `json:"income"`
	Held          []MarkedHold     `json:"held"`
	Rollovers     []MarkedRollover `json:"rollovers"`
	CardPayments  []MarkedCard     `json:"card_payments"`
	CardEnvelopes bool             `json:"cards_as_envelopes,omitempty"`
	// Beside contains the source's internal groups and categories, which have no counterpart here.
	Beside struct {
		Groups     []string `json:"groups"`
		Categories []string `json:"categories"`
	} `json:"beside"`
	// Begun is the month in which the budget began, if no other data contains it.
	Begun civil.Month `json:"begun_with,omitempty"`
	// ExpectedIncome is the income that the user expects in a month, in milliunits.
	ExpectedIncome money.Milli `json:"expected_income,omitempty"`
	// ByThemselves are the scheduled transactions that are entered automatically on their day.
	ByThemselves []string `json:"scheduled_by_themselves,omitempty"`
	// Ends are the properties of scheduled transactions that the source cannot express: the last day, the treatment
	// of weekends, the pattern of days, approximate amounts, and frequencies without a word of the source.
	Ends []MarkedEnd `json:"scheduled_ends,omitempty"`
	// AccountGroups are in display order.
	AccountGroups []MarkedAccountGroup `json:"account_groups,omitempty"`
	// Loans are the properties of loans that the source cannot express.
	Loans []MarkedLoan `json:"loans,omitempty"`
	// Rules are in the order in which they are applied.
	Rules []MarkedRule `json:"rules,omitempty"`
	// Tags are those with a colour or a description. All tags are in the notes.
	Tags []MarkedTag `json:"tags,omitempty"`
	// Payees are those with a mark about suggestions.
	Payees []MarkedPayee `json:"payees,omitempty"`
}

// Roles are the ids of a document's categories that are not ordinary categories here.
type Roles struct {
	Income        []string `json:"income"` // all that were merged into one income category
	Uncategorised []string `json:"uncategorised"`
	CardPayments  []string `json:"card_payments"`
}

// MarkedPayee contains the marks of a payee about suggestions.
type MarkedPayee struct {
	ID          string `json:"id"`
	Hidden      bool   `json:"hidden,omitempty"`
	Favourite   bool   `json:"favorite,omitempty"`
	LearningOff bool   `json:"learning_off,omitempty"`
}

// MarkedName is a record with its name in the application, if its name in the document is the source's.
type MarkedName struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// MarkedAccountGroup is a group of accounts, which the source does not have.
type MarkedAccountGroup struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Accounts []string `json:"account_ids"`
}

// MarkedHold is the amount that a month holds for the next.
type MarkedHold struct {
	Month  civil.Month `json:"month"`
	Amount money.Milli `json:"amount"`
}

// MarkedRollover switches rollover of a category on or off from a month on.
type MarkedRollover struct {
	Category string      `json:"category_id"`
	From     civil.Month `json:"from"`
	On       bool        `json:"on"`
}

// MarkedCard is a card payment category.
type MarkedCard struct {
	Category string `json:"category_id"`
	Account  string `json:"account_id"`     // of the card, if known
	Gone     bool   `json:"gone,omitempty"` // it was deleted with its card
}

// MarkedEnd contains the properties of a scheduled transaction that the source cannot express.
type MarkedEnd struct {
	ID        string     `json:"id"`
	Until     civil.Date `json:"until,omitempty"`
	Weekend   string     `json:"weekend,omitempty"`
	Pattern   string     `json:"pattern,omitempty"`   // the day of the month, such as 2-friday
	Frequency string     `json:"frequency,omitempty"` // exactly; the record has the nearest of the source's
	Interest  bool       `json:"interest,omitempty"`  // its amount is the month's interest of the account's loan
	// How far the amount may differ, and the same in per cent.
	Spread        money.Milli `json:"spread,omitempty"`
	SpreadPercent int         `json:"spread_percent,omitempty"`
}

// MarkedLoan is a loan with the frequency of its payments and the categories that pay it.
type MarkedLoan struct {
	Account    string          `json:"account_id"`
	Frequency  string          `json:"frequency,omitempty"`
	Categories []MarkedPayment `json:"categories,omitempty"`
}

// MarkedPayment is a category that pays a loan from a month on.
type MarkedPayment struct {
	Category string      `json:"category_id"`
	From     civil.Month `json:"from"`
}

// MarkedTag is a tag of notes with its colour or its description.
type MarkedTag struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Colour      string `json:"color,omitempty"`
	Description string `json:"description,omitempty"`
}
