package budget

import "slices"

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
