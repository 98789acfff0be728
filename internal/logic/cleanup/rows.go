package cleanup

import (
	"iter"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// Rows contains the queries for rows that proposals need; rowindex.Index implements it with its columns: sums of all
// rows, and the lines of those categories and months from which a proposal takes something. Of rows entered here,
// which a proposal does not change, only sums are needed.
type Rows interface {
	// CategoryUses returns the use of each category that has lines.
	CategoryUses() map[budget.CategoryNo]rowindex.CategoryUse
	// Moved returns the sums of the rows on some accounts by month.
	Moved(accounts []budget.AccountNo) map[budget.AccountNo]map[civil.Month]money.Milli
	// Entered returns the sums of the lines of rows entered here, on accounts on budget.
	Entered() map[budget.CellKey]money.Milli
	// Brought returns the sums of the lines of imported rows on some accounts, by month, category and account.
	Brought(accounts []budget.AccountNo) []rowindex.BroughtCell
	// BroughtLines yields those of these lines that are in some cells, in the order of their rows.
	BroughtLines(accounts []budget.AccountNo, wanted map[budget.CellKey]bool) iter.Seq[rowindex.BroughtLine]
}

// cardsOf returns the cards on budget.
func cardsOf(accounts []budget.Account) (all []budget.AccountNo) {
	for a := range iterutil.Pointers(accounts) {
		if a.OnBudget && a.Type.IsCard() {
			all = append(all, a.No)
		}
	}
	return all
}

// Moving is an amount of a row, or of one of its parts, that changes category.
type Moving struct {
	Part   budget.PartNo // zero for a whole row
	Amount money.Milli
	Into   budget.CategoryNo
}

// MovedRow is a row, or parts of it, that change category.
type MovedRow struct {
	Tx    budget.TxNo
	Moves []Moving
}

// After returns the row after its moves. A partial amount of a line becomes a separate part, so that date and amount
// of the row stay those of the bank.
func (m *MovedRow) After(t budget.Transaction) budget.Transaction {
	t.Parts = slices.Clone(t.Parts)
	for _, one := range m.Moves {
		if one.Part == 0 {
			moveRow(&t, one)
		} else {
			movePart(&t, one)
		}
	}
	return t
}

func moveRow(t *budget.Transaction, m Moving) {
	if m.Amount == t.Amount {
		t.Category = m.Into
		return
	}
	t.Parts = []budget.Part{
		{Amount: t.Amount - m.Amount, Category: t.Category},
		{Amount: m.Amount, Category: m.Into},
	}
	t.Category = 0
}

func movePart(t *budget.Transaction, m Moving) {
	i := slices.IndexFunc(t.Parts, func(p budget.Part) bool { return p.No == m.Part })
	p := &t.Parts[i]
	if m.Amount == p.Amount {
		p.Category = m.Into
		return
	}
	p.Amount -= m.Amount
	t.Parts = slices.Insert(t.Parts, i+1, budget.Part{Amount: m.Amount, Category: m.Into, Payee: p.Payee, Memo: p.Memo})
}
