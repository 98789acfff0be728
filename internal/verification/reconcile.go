// Package verification compares a budget with the plan document it came from: every
// account, every category's figures in every month, and To Budget against the
// source's Ready to Assign.
//
// The document carries its own truth, so nothing here trusts the importer: the
// document's rows are summed again, and each difference is laid at somebody's
// door. Either the file contradicts itself, or the two programs calculate
// differently (a cause with a name and an amount), or something was changed here
// since, or it is our own fault. To Budget and Ready to Assign follow different
// rules; their difference is taken apart into causes, each computed from the file
// alone, and what remains is Unexplained.
//
// Floor 2: imports floors 0 and 1, envelope and target; knows no clock, database or network. Figures
// of the budget come in as its sheet; what they should be is worked out again here, on purpose. Start with Verify, then
// file.go (the document's figures) and causes.go.
package verification

import (
	"holdover/internal/plandoc"
)

// Verify compares a budget with the document it was imported from. imported is
// the budget as the import made it, and now as it is at present: the same where
// nothing was changed since.
func Verify(doc *plandoc.Document, roles plandoc.Roles, imported, now Budget) *Report {
	return verify(readFile(doc, roles, imported), imported, now)
}

func verify(f *file, imported, now Budget) *Report {
	v := &verification{
		file: f, imported: imported, now: now,
		report: &Report{Evidence: map[Cause][]Evidence{}, Accounts: []AccountLine{}, Months: []MonthLine{}, Contradictions: []string{}},
	}
	v.cells()
	v.accounts()
	v.contradictions()
	v.months()
	v.targets()
	v.speak()
	return v.report
}

// verification is one comparison under way.
type verification struct {
	file     *file
	imported Budget
	now      Budget
	report   *Report
}
