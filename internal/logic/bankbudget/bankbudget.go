// Package bankbudget converts bank files to the plan document of a new budget, for users without a budget in another
// program.
//
// The starting balance of each account is chosen so that its balance equals the one that the bank states. Transactions
// have the same import ids as in a later import of a bank file, so that it does not add them again. They have the
// categories of the files. If the files have no categories, the budget has a few to start with.
//
// Start with Converter.
package bankbudget

import (
	"io"

	"holdover/internal/model/conversion"
)

// Converter converts bank files. It reads every file three times: for its currency, for the balances, and for the
// transactions. Only one file is in memory at a time.
type Converter struct{}

// Format returns the name of the format.
func (Converter) Format() string { return "bank files" }

// Matches reports whether the archive contains a bank file.
func (Converter) Matches(a *conversion.Archive) bool {
	for i := range a.Files[:min(len(a.Files), mostFiles)] {
		if isBankFile(&a.Files[i]) {
			return true
		}
	}
	return false
}

// Convert writes the plan document.
func (c Converter) Convert(a *conversion.Archive, out io.Writer, opts conversion.Options) (*conversion.Remarks, error) {
	remarks := &conversion.Remarks{Format: c.Format()}
	r, err := newReader(a, opts, remarks)
	if err != nil {
		return nil, err
	}
	b, err := readAccounts(r)
	if err != nil {
		return nil, err
	}
	return remarks, b.write(out)
}
