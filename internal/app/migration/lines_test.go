package migration_test

import (
	"strings"
	"testing"

	"holdover/internal/app/migration"
	"holdover/internal/logic/verification"
)

// The number of matching figures is reported on one line, with the reasons if some do not match.
func TestReportCountsMatchingFiguresOnOneLine(t *testing.T) {
	same, other := verification.AccountLine{}, verification.AccountLine{Blame: verification.RowsAfterExport}
	for _, of := range []struct {
		accounts []verification.AccountLine
		figures  int
		sentence string
		want     string
	}{
		{[]verification.AccountLine{same, same}, 34, "All 2 accounts and 34 category figures match the file.", "2 of 2 accounts, 34 of 34 category figures match the file"},
		{
			[]verification.AccountLine{other, same},
			34, "1 of 2 accounts and 34 of 34 category figures match the file; 1 has transactions dated after the export.",
			"1 of 2 accounts and 34 of 34 category figures match the file; 1 has transactions dated after the export",
		},
		{[]verification.AccountLine{same}, 0, "The account matches the file.", "The account matches the file"},
	} {
		r := migration.ImportReport{Verification: verification.Report{Accounts: of.accounts, Sentence: of.sentence, ToBudget: "To Budget is the same."}}
		r.Verification.Cells.Compared = of.figures
		var lines []string
		for _, line := range r.Lines() {
			if line.Label == "Verified" || strings.Contains(strings.Join(line.Items, ""), "match") {
				lines = append(lines, line.Label+": "+strings.Join(line.Items, " / "))
			}
		}
		if got := strings.Join(lines, "\n"); got != "Verified: "+of.want {
			t.Errorf("report says %s, want Verified: %s", got, of.want)
		}
	}
}

// TestImportReportsContradictions: an import was silent about contradictions that verify found a second later.
func TestImportReportsContradictions(t *testing.T) {
	r := migration.ImportReport{Verification: verification.Report{
		Accounts:       []verification.AccountLine{{Blame: verification.FileContradicts}},
		Contradictions: []string{"Checking: the balance is 1", "2026-03, Food: activity is 1", "2026-03: income is 1"},
	}}
	text := ""
	for _, line := range r.Lines() {
		text += strings.Join(line.Items, "") + "\n"
	}
	if !strings.Contains(text, "the file is inconsistent in 2 figures of months") {
		t.Error(text)
	}
	if r.Verification.Contradictions = r.Verification.Contradictions[:1]; r.OtherContradictions() != 0 {
		t.Error("a figure of an account is counted twice")
	}
}
