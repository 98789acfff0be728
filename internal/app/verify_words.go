package app

import (
	"holdover/internal/cal"
	"holdover/internal/reconcile"
)

// CauseWords say a cause of a difference between To Budget and the source's
// figure in a few words, for tables.
func CauseWords(c reconcile.Cause) string { return causeWords[c] }

var causeWords = map[reconcile.Cause]string{
	reconcile.CardIncome:    "rows on cards that are categorised as income",
	reconcile.CardBudgeted:  "assigned to card payments",
	reconcile.CardDebt:      "overspending that the source made card debt",
	reconcile.Uncategorized: "overspending without a category",
	reconcile.CardOverspent: "overspent card payments",
	reconcile.AssignedLater: "assigned in later months",
	reconcile.AfterExport:   "rows dated after the export",
	reconcile.HeldHere:      "held here for the next month",
	reconcile.RolloverHere:  "overspending rolled over here",
	reconcile.EditedHere:    "changed here since",
	reconcile.Contradiction: "the file contradicts itself",
}

// BlameWords say why a figure differs from the file's.
func BlameWords(b reconcile.Blame) string { return blameWords[b] }

var blameWords = map[reconcile.Blame]string{
	reconcile.FileContradicts: "the file contradicts itself",
	reconcile.RowsAfterExport: "rows dated after the export",
	reconcile.RollsOver:       "a negative balance is carried on here",
	reconcile.ChangedHere:     "changed here since",
	reconcile.OurFault:        "a mistake of this program",
}

// EvidenceOf is what a cause's amount in a month is made of: what happened up to
// the month, before it, or in later months, as the cause counts it.
func EvidenceOf(r *reconcile.Report, c reconcile.Cause, m cal.Month) []reconcile.Evidence {
	var counts []reconcile.Evidence
	for _, e := range r.Evidence[c] {
		switch c {
		case reconcile.AssignedLater, reconcile.HeldHere:
			if e.Month == m {
				counts = append(counts, e)
			}
		case reconcile.CardDebt, reconcile.Uncategorized, reconcile.CardOverspent:
			if e.Month < m {
				counts = append(counts, e)
			}
		default:
			if e.Month <= m {
				counts = append(counts, e)
			}
		}
	}
	return counts
}
