package index

import (
	"holdover/internal/budget"
	"holdover/internal/finder"
)

// Now are the rows that a change wrote, as they are found after it: nil for one that it
// deleted. The page that answers the change finds them without reading them.
type Now map[budget.TxNo]*finder.Row

// MostNow is how many rows of a change are kept; of a budget only the last change's are.
const MostNow = 16

// With are the rows with one as it is now; nil where they become many.
func (r Now) With(no budget.TxNo, t *budget.Transaction) Now {
	if _, has := r[no]; r == nil || !has && len(r) == MostNow {
		return nil
	}
	if r[no] = nil; t != nil {
		r[no] = new(finder.Row)
		Fill(r[no], t)
	}
	return r
}

// Fill makes a row the one that the finder has of a transaction. The room for parts that it has is used again.
func Fill(row *finder.Row, t *budget.Transaction) {
	*row = finder.Row{
		No: t.No, Account: t.Account, Date: t.Date, Cleared: t.Cleared, Approved: t.Approved, Entered: t.SourceID == "", Flag: t.FlagColour, Bank: t.Bank.Text(),
		Line:  finder.Line{Amount: t.Amount, Payee: t.Payee, Category: t.Category, Other: t.Transfer.Account, Memo: t.Memo},
		Parts: row.Parts[:0],
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		row.Parts = append(row.Parts, finder.Line{Amount: p.Amount, Payee: p.Payee, Category: p.Category, Other: p.Transfer.Account, Memo: p.Memo, Part: p.No})
	}
}
