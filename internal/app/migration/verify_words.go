package migration

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/verification"
)

// CauseWords describes a cause of a difference between To Budget and the source's figure in a few words, for tables.
func CauseWords(c verification.Cause) string { return causeWords[c] }

var causeWords = map[verification.Cause]string{
	verification.CardIncome:    "transactions on cards that are categorised as income",
	verification.CardBudgeted:  "assigned to card payments",
	verification.CardDebt:      "overspending that became card debt in YNAB",
	verification.Uncategorized: "overspending without a category",
	verification.CardOverspent: "overspent card payments",
	verification.AssignedLater: "assigned in later months",
	verification.AfterExport:   "transactions dated after the export",
	verification.HeldHere:      "held here for the next month",
	verification.RolloverHere:  "overspending rolled over here",
	verification.EditedHere:    "changed here since",
	verification.Contradiction: "the file is inconsistent",
}

// BlameWords describes why a figure differs from the file's.
func BlameWords(b verification.Blame) string { return blameWords[b] }

var blameWords = map[verification.Blame]string{
	verification.FileContradicts: "the file is inconsistent",
	verification.RulesDiffer:     "different from YNAB's published rules",
	verification.RowsAfterExport: "transactions dated after the export",
	verification.RollsOver:       "a negative balance is rolled over here",
	verification.ChangedHere:     "changed here since",
	verification.OurFault:        "an error in Holdover",
}

// EvidenceOf returns the evidence for a cause's amount in a month: of the month and earlier, of earlier months, or of
// later months, depending on the cause.
func EvidenceOf(r *verification.Report, c verification.Cause, m civil.Month) []verification.Evidence {
	return iterutil.Where(r.Evidence[c], func(e verification.Evidence) bool {
		switch c {
		case verification.AssignedLater, verification.HeldHere:
			return e.Month == m
		case verification.CardDebt, verification.Uncategorized, verification.CardOverspent:
			return e.Month < m
		default:
			return e.Month <= m
		}
	})
}
