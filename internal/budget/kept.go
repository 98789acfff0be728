package budget

import (
	"slices"
)

// Kept is what all have that somebody keeps under a name: views, filters and reports.
type Kept struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Sort int    `json:"sort"`
}

// KeptView is a way to look at a budget under a name: at its screen, which categories
// that shows, or at a register, which transactions that shows. Package app knows the looks.
type KeptView struct {
	No ViewNo `json:"no"`
	Kept
	// Look is what has to hold for a category in the month, such as underfunded; empty for nothing.
	Look string `json:"look,omitempty"`
	// Shows are the ids of groups and categories; none for all of them.
	Shows []string `json:"shows,omitempty"`
	// Rows is what a register shows; nil where it is a view of the budget screen.
	Rows *KeptRows `json:"rows,omitempty"`
}

// KeptReport is a report of one's own: which one it is, what it looks at, under a
// name. Package report knows the kinds and times.
type KeptReport struct {
	No ReportNo `json:"no"`
	Kept
	Kind string `json:"kind"`
	Time string `json:"time,omitempty"`
	By   string `json:"by,omitempty"`   // what spending is told apart by
	Days int    `json:"days,omitempty"` // how far ahead it looks
	// Targets says that what targets ask for counts in what is coming.
	Targets bool `json:"targets,omitempty"`
	ReportFilters
	Front bool `json:"front"` // it is shown on the page of all reports
}

// ReportFilters are the ids of what a report looks at; a list that is empty is all.
type ReportFilters struct {
	Groups     []string `json:"groups,omitempty"`
	Categories []string `json:"categories,omitempty"`
	Accounts   []string `json:"accounts,omitempty"`
	Payees     []string `json:"payees,omitempty"`
	Flags      []string `json:"flags,omitempty"` // colours
	// Not names the things of which all but those listed are looked at: "category", which groups are as well, "account", "payee" or "flag".
	Not []string `json:"not,omitempty"`
}

// AllBut says whether all but those listed of a thing are looked at.
func (f *ReportFilters) AllBut(field string) bool {
	if field == "group" {
		field = "category"
	}
	return slices.Contains(f.Not, field)
}
