package index

import (
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// Fill sets row to the fields of a transaction that the index contains. It reuses the row's slice of parts.
func Fill(row *rowindex.Row, t *budget.Transaction) {
	*row = rowindex.Row{
		No: t.No, Account: t.Account, Date: t.Date, Cleared: t.Cleared, Approved: t.Approved, Entered: t.SourceID == "", Flag: t.FlagColour, Bank: t.Bank.Text(),
		Line:  rowindex.Line{Amount: t.Amount, Payee: t.Payee, Category: t.Category, Other: t.Transfer.Account, Memo: t.Memo},
		Parts: row.Parts[:0],
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		row.Parts = append(row.Parts, rowindex.Line{Amount: p.Amount, Payee: p.Payee, Category: p.Category, Other: p.Transfer.Account, Memo: p.Memo, Part: p.No})
	}
}
