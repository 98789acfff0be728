package web

import (
	"strings"

	"holdover/internal/app"
)

// rowFacts are what the register does not show of a row: where it came from and
// what its bank wrote.
func rowFacts(f *app.RowForm) []RowFact {
	row := f.Row
	var facts []RowFact
	add := func(label, text string) {
		if text != "" {
			facts = append(facts, RowFact{Label: label, Text: text})
		}
	}
	if bank := row.Bank; bank != nil {
		add("Payee in the bank's file", bank.PayeeNameOriginal)
		if bank.PayeeName != bank.PayeeNameOriginal {
			add("Payee as first read", bank.PayeeName)
		}
		add("Import id", bank.ImportID)
		add("Matched with", bank.MatchedID)
	}
	if !row.Approved {
		add("Approved", "Not yet")
	}
	add("Kind of loan row", strings.ReplaceAll(row.DebtType, "_", " "))
	add("Id", row.ID)
	if row.SourceID != row.ID {
		add("Id at the source", row.SourceID)
	}
	return facts
}
