package budget

import (
	"reflect"

	"holdover/internal/cal"
	"holdover/internal/money"
)

// KeptRows is which transactions of a register are shown under a name, and in what order: all that the register's address says. Records are named
// by id; what is empty chooses all.
type KeptRows struct {
	Account       string       `json:"account,omitempty"`
	Category      string       `json:"category,omitempty"`
	Payee         string       `json:"payee,omitempty"`
	Flag          string       `json:"flag,omitempty"`
	Cleared       string       `json:"cleared,omitempty"`
	Search        string       `json:"search,omitempty"`
	Time          string       `json:"time,omitempty"` // words that move on with the days, in place of Since and Until
	Since         cal.Date     `json:"since,omitempty"`
	Until         cal.Date     `json:"until,omitempty"`
	Min           *money.Milli `json:"min,omitempty"`
	Max           *money.Milli `json:"max,omitempty"`
	Uncategorised bool         `json:"uncategorised,omitempty"`
	Unapproved    bool         `json:"unapproved,omitempty"`
	OnBudget      bool         `json:"on_budget,omitempty"`
	Counts        string       `json:"counts,omitempty"` // the side of income and expenses that they count on
	More          *MoreRows    `json:"more,omitempty"`
	Sort          string       `json:"sort,omitempty"`
	Ascending     bool         `json:"ascending,omitempty"`
}

// MoreRows is what a filter asks beyond one value of each thing. All of it has to hold.
type MoreRows struct {
	Accounts   SomeOf `json:"accounts,omitzero"`
	Categories SomeOf `json:"categories,omitzero"` // of groups and categories
	Payees     SomeOf `json:"payees,omitzero"`     // "" is none
	Flags      SomeOf `json:"flags,omitzero"`      // colours; "" is none
	Cleared    SomeOf `json:"cleared,omitzero"`

	PayeeWords string       `json:"payee_words,omitempty"`
	Notes      string       `json:"notes,omitempty"`
	Least      *money.Milli `json:"least,omitempty"` // of either sign
	Most       *money.Milli `json:"most,omitempty"`

	Split         Only `json:"split,omitempty"`
	Transfer      Only `json:"transfer,omitempty"`
	Uncategorised Only `json:"uncategorised,omitempty"`
	Unapproved    Only `json:"unapproved,omitempty"`
	Receipt       Only `json:"receipt,omitempty"`   // a receipt is kept with them
	Scheduled     Only `json:"scheduled,omitempty"` // they are like something that is scheduled
}

// SomeOf are the values that are asked for, or all but those.
type SomeOf struct {
	Of  []string `json:"of,omitempty"`
	Not bool     `json:"not,omitempty"`
}

// IsZero says that nothing is asked.
func (s SomeOf) IsZero() bool { return len(s.Of) == 0 }

// Only says that transactions have to be so, or must not be.
type Only string

// The ways.
const (
	Either  Only = ""
	OnlySo  Only = "yes"
	OnlyNot Only = "no"
)

// Nothing says that nothing is asked.
func (m *MoreRows) Nothing() bool { return reflect.ValueOf(*m).IsZero() }
