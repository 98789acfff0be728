package budget

import (
	"slices"

	"holdover/internal/base/money"
)

// Saved contains the fields common to everything that users save under a name: views, filters and reports.
type Saved struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Sort int    `json:"sort"`
}

// SavedView is a saved view of the budget screen (which categories it shows) or of a register (which transactions it
// shows). Package app defines the filters.
type SavedView struct {
	No ViewNo `json:"no"`
	Saved
	// Look is a condition on a category in the month, such as underfunded; empty for none.
	Look string `json:"look,omitempty"`
	// Shows lists the ids of groups and categories; empty for all.
	Shows []string `json:"shows,omitempty"`
	// Rows is the filter of a register, or nil for a view of the budget screen.
	Rows *SavedRows `json:"rows,omitempty"`
}

// SavedReport is a saved report: its kind and filters. Package report defines the kinds and periods.
type SavedReport struct {
	No ReportNo `json:"no"`
	Saved
	Kind string `json:"kind"`
	Time string `json:"time,omitempty"`
	By   string `json:"by,omitempty"` // the dimension of spending
	// Across is the dimension of the columns of a report by two; empty for months.
	Across string `json:"across,omitempty"`
	Days   int    `json:"days,omitempty"` // the number of days ahead
	// Targets reports whether Upcoming includes the needs of targets.
	Targets bool `json:"targets,omitempty"`
	ReportFilters
	Front bool `json:"front"` // shown on the overview page of reports
}

// ReportFilters chooses the transactions of a report: by ids, of which an empty list includes all, and by amounts.
type ReportFilters struct {
	Groups     []string `json:"groups,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Accounts   []string `json:"accounts,omitempty"`
	Payees     []string `json:"payees,omitempty"`
	Flags      []string `json:"flags,omitempty"` // colours
	Tags       []string `json:"tags,omitempty"`  // such as "#holiday"
	// Not names the lists to exclude instead of include: "category" (with groups), "account", "payee", "flag" or "tag".
	Not         []string `json:"not,omitempty"`
	PayeeRegexp Regexp   `json:"payee_regexp,omitzero"`
	NotesRegexp Regexp   `json:"notes_regexp,omitzero"`
	// Any reports whether one of the conditions suffices. Accounts always apply.
	Any bool `json:"any,omitempty"`
	// Least and Most bound the amount of a whole transaction, whether spent or received; nil is no bound.
	Least *money.Milli `json:"least,omitempty"`
	Most  *money.Milli `json:"most,omitempty"`
}

// AllBut reports whether a list excludes its ids instead of including them.
func (f *ReportFilters) AllBut(field string) bool {
	if field == "group" {
		field = "category"
	}
	return slices.Contains(f.Not, field)
}

// HasAlternatives reports whether there are conditions of which, with Any, one suffices.
func (f *ReportFilters) HasAlternatives() bool {
	lists := len(f.Groups) + len(f.Categories) + len(f.Payees) + len(f.Flags) + len(f.Tags)
	return lists > 0 || f.Least != nil || f.Most != nil || f.PayeeRegexp.Text != "" || f.NotesRegexp.Text != ""
}
