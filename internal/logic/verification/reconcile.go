// Package verification compares a budget with the plan document that it was made from: every account, every
// category's figures in every month, and To Budget with the source's Ready to Assign.
//
// It does not depend on the importer: it sums the document's rows again and assigns a reason to each difference.
// Either the file is inconsistent, or the two programs calculate differently (a cause with a name and an amount),
// or something was changed here since the import, or this program has a defect. To Budget and Ready to Assign follow
// different rules. Their difference is divided into causes, each computed from the file alone, and the remainder is
// Unexplained.
//
// The budget's figures are passed in as its sheet; the correct figures are computed again here, on purpose. Start with
// Verify, then file.go (the document's figures) and causes.go.
package verification

import (
	"holdover/internal/model/ynabdoc"
)

// Verify compares a budget with the document that it was imported from. imported is the budget as imported, and now
// the current one; they are equal if nothing was changed since.
func Verify(doc *ynabdoc.Document, roles ynabdoc.Roles, imported, now Budget) *Report {
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

// verification is the state of one comparison.
type verification struct {
	file     *file
	imported Budget
	now      Budget
	report   *Report
}
