// Package ynabcsv converts YNAB's CSV export to a plan document, and writes a budget in its columns.
//
// The export is a ZIP archive with two tables. The register lists every transaction, one line for each part of a
// split; the plan (in older exports the budget) lists the figures of every category and month. Both use the date and
// number formats of the plan, and contain no ids, no account types and no settings. The tables of YNAB 4 have other
// columns with the same content.
//
// Start with Converter and Write.
package ynabcsv

import (
	"io"

	"holdover/internal/model/conversion"
)

// Converter converts YNAB's CSV export. It reads the tables three times: the first time to find out the notation of
// dates and amounts, then to collect accounts, categories and sums, and the last time to write the transactions.
type Converter struct{}

// Format returns the name of the format.
func (Converter) Format() string { return "YNAB CSV export" }

// Matches reports whether the archive contains a table of the export.
func (Converter) Matches(a *conversion.Archive) bool {
	tables, err := findTables(a)
	return err == nil && len(tables) > 0
}

// Convert writes the plan document.
func (c Converter) Convert(a *conversion.Archive, out io.Writer, opts conversion.Options) (*conversion.Remarks, error) {
	e, err := openExport(a)
	if err != nil {
		return nil, err
	}
	if e.notation, err = detectNotation(e, opts); err != nil {
		return nil, err
	}
	remarks := &conversion.Remarks{Format: c.Format()}
	read, err := readContent(e, remarks)
	if err != nil {
		return nil, err
	}
	return remarks, read.write(out)
}
