// Package ynab4 converts budgets of YNAB 4, the desktop program that YNAB sold before its service, to plan documents.
//
// A budget is a folder, Name~8HEX.ynab4, that users pack as a ZIP file. Each device of the user has its own folder in
// it. The file Budget.yfull of the newest device contains the whole budget as JSON. Files ending in .ydiff contain changes
// for other devices. Changes that Budget.yfull does not contain yet are reported and not applied. A single Budget.yfull, or
// one in a backup of YNAB 4 (.y4backup), is converted too.
//
// YNAB 4 has the same model as Holdover: cards are ordinary accounts, overspending is subtracted from the next month or
// stays in the category, and income can be for the next month. The document therefore has marks (ynabdoc.Marks) with
// rollovers and holds. figures.go computes its figures by YNAB 4's arithmetic; all of them must equal Holdover's.
//
// Budget.yfull lists its members in random order and may be large. It is read three times: all but the transactions,
// the transactions for the figures of the months, and the transactions to write them.
//
// Start with Converter, then convert.go and figures.go.
package ynab4

import (
	"io"

	"holdover/internal/model/conversion"
)

// Converter converts packed folders of YNAB 4.
type Converter struct{}

// Format is the name of the format.
func (Converter) Format() string { return "YNAB 4 budget" }

// Matches reports whether an archive has files of a budget folder, or one file with a budget.
func (Converter) Matches(a *conversion.Archive) bool {
	for i := range a.Files {
		if isMeta(a.Files[i].Name) || isDevice(a.Files[i].Name) || isBudget(&a.Files[i]) {
			return true
		}
	}
	return false
}

// Convert writes the plan document.
func (Converter) Convert(a *conversion.Archive, out io.Writer, opts conversion.Options) (*conversion.Remarks, error) {
	found, err := find(a)
	if err != nil {
		return nil, err
	}
	c := &conversionState{folder: found, opts: opts, remarks: &conversion.Remarks{}}
	if err := c.run(out); err != nil {
		return nil, err
	}
	return c.remarks, nil
}
