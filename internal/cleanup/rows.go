package cleanup

import (
	"slices"

	"holdover/internal/budget"
	"holdover/internal/money"
)

// move is an amount of a row, or of one of its parts, that changes category.
type move struct {
	part   budget.PartNo // none for a whole row
	amount money.Milli
	into   budget.CategoryNo
}

// moved is the row after its moves. An amount that is not all of its line
// becomes a part of its own, so that the row stays what the bank says it is.
func moved(t budget.Transaction, moves []move) budget.Transaction {
	t.Parts = slices.Clone(t.Parts)
	for _, m := range moves {
		if m.part == 0 {
			moveRow(&t, m)
		} else {
			movePart(&t, m)
		}
	}
	return t
}

func moveRow(t *budget.Transaction, m move) {
	if m.amount == t.Amount {
		t.Category = m.into
		return
	}
	t.Parts = []budget.Part{
		{Amount: t.Amount - m.amount, Category: t.Category},
		{Amount: m.amount, Category: m.into},
	}
	t.Category = 0
}

func movePart(t *budget.Transaction, m move) {
	i := slices.IndexFunc(t.Parts, func(p budget.Part) bool { return p.No == m.part })
	p := &t.Parts[i]
	if m.amount == p.Amount {
		p.Category = m.into
		return
	}
	p.Amount -= m.amount
	t.Parts = slices.Insert(t.Parts, i+1, budget.Part{Amount: m.amount, Category: m.into, Payee: p.Payee, Memo: p.Memo})
}
