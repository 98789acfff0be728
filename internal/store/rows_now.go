package store

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/finder"
)

// rowsNow are the rows that a change wrote, as they are found after it: nil for one that it
// deleted. The page that answers the change finds them without reading them.
type rowsNow map[budget.TxNo]*finder.Row

// mostRowsNow is how many rows of a change are kept; of a budget only the last change's are.
const mostRowsNow = 16

// with are the rows with one as it is now; nil where they become many.
func (r rowsNow) with(no budget.TxNo, t *budget.Transaction) rowsNow {
	if _, has := r[no]; r == nil || !has && len(r) == mostRowsNow {
		return nil
	}
	if r[no] = nil; t != nil {
		r[no] = foundAs(t)
	}
	return r
}

// foundAs is a transaction as the finder has it.
func foundAs(t *budget.Transaction) *finder.Row {
	row := &finder.Row{
		No: t.No, Account: t.Account, Date: t.Date, Cleared: t.Cleared, Approved: t.Approved, Flag: t.FlagColour, Bank: t.Bank.Text(),
		Line: finder.Line{Amount: t.Amount, Payee: t.Payee, Category: t.Category, Other: t.Transfer.Account, Memo: t.Memo},
	}
	for i := range t.Parts {
		p := &t.Parts[i]
		row.Parts = append(row.Parts, finder.Line{Amount: p.Amount, Payee: p.Payee, Category: p.Category, Other: p.Transfer.Account, Memo: p.Memo})
	}
	return row
}

// rowsNow are the rows that were written after a knowledge and up to that of the View,
// where all of them are kept.
func (v *View) rowsNow(knowledge int64) (rowsNow, bool) {
	if v.written != nil {
		return nil, false
	}
	after, found := v.store.news.between(v.no, knowledge, v.committed())
	all := rowsNow{}
	for i := range after {
		c := &after[i]
		if len(c.Touched.Kinds) == 0 || c.now == nil && slices.Contains(c.Touched.Kinds, KindTransaction) {
			return nil, false
		}
		for no, row := range c.now {
			all[no] = row
		}
	}
	return all, found
}
