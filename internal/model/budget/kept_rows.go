package budget

import (
	"reflect"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// SavedRows is a saved filter and order of a register: everything in the register's address. Records are named by id;
// an empty field includes all.
type SavedRows struct {
	Account       string       `json:"account,omitempty"`
	Category      string       `json:"category,omitempty"`
	Payee         string       `json:"payee,omitempty"`
	Flag          string       `json:"flag,omitempty"`
	Cleared       string       `json:"cleared,omitempty"`
	Search        string       `json:"search,omitempty"`
	Time          string       `json:"time,omitempty"` // a period relative to today, instead of Since and Until
	Since         civil.Date   `json:"since,omitempty"`
	Until         civil.Date   `json:"until,omitempty"`
	Min           *money.Milli `json:"min,omitempty"`
	Max           *money.Milli `json:"max,omitempty"`
	Uncategorised bool         `json:"uncategorised,omitempty"`
	Unapproved    bool         `json:"unapproved,omitempty"`
	OnBudget      bool         `json:"on_budget,omitempty"`
	Counts        string       `json:"counts,omitempty"` // income or expenses
	Any           bool         `json:"any,omitempty"`    // any of the conditions suffices
	More          *MoreRows    `json:"more,omitempty"`
	Sort          string       `json:"sort,omitempty"`
	Ascending     bool         `json:"ascending,omitempty"`
}

// MoreRows contains filters with several values or rarely used conditions.
type MoreRows struct {
	Accounts   SomeOf `json:"accounts,omitzero"`
	Categories SomeOf `json:"categories,omitzero"` // groups and categories
	Payees     SomeOf `json:"payees,omitzero"`     // "" is none
	Flags      SomeOf `json:"flags,omitzero"`      // colours; "" is none
	Cleared    SomeOf `json:"cleared,omitzero"`
	Tags       SomeOf `json:"tags,omitzero"` // such as #holiday; "" is none

	PayeeWords  string       `json:"payee_words,omitempty"`
	Notes       string       `json:"notes,omitempty"`
	PayeeRegexp Regexp       `json:"payee_regexp,omitzero"`
	NotesRegexp Regexp       `json:"notes_regexp,omitzero"`
	Least       *money.Milli `json:"least,omitempty"` // without sign
	Most        *money.Milli `json:"most,omitempty"`

	Split         Only `json:"split,omitempty"`
	Transfer      Only `json:"transfer,omitempty"`
	Uncategorised Only `json:"uncategorised,omitempty"`
	Unapproved    Only `json:"unapproved,omitempty"`
	Receipt       Only `json:"receipt,omitempty"`   // a receipt is attached
	Scheduled     Only `json:"scheduled,omitempty"` // they resemble a scheduled transaction
}

// SomeOf is a list of values to include or exclude.
type SomeOf struct {
	Of  []string `json:"of,omitempty"`
	Not bool     `json:"not,omitempty"`
}

// Regexp is a regular expression that a text must match, or must not match. An empty one is no condition.
type Regexp struct {
	Text string `json:"text"`
	Not  bool   `json:"not,omitempty"`
}

// IsZero reports whether the list is empty.
func (s SomeOf) IsZero() bool { return len(s.Of) == 0 }

// Only is a condition that transactions must meet or must not meet.
type Only string

// The conditions.
const (
	Either  Only = ""
	OnlySo  Only = "yes"
	OnlyNot Only = "no"
)

// Nothing reports whether no condition is set.
func (m *MoreRows) Nothing() bool { return reflect.ValueOf(*m).IsZero() }
