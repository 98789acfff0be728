package importer

import (
	"holdover/internal/budget"
	"holdover/internal/money"
	"holdover/internal/plandoc"
)

// balances are what the rows of an account sum to.
type balances struct{ all, cleared money.Milli }

func (b *balances) add(t *budget.Transaction) {
	b.all += t.Amount
	if t.Cleared != budget.Uncleared {
		b.cleared += t.Amount
	}
}

func (im *importing) contradict(a *plandoc.Account, field string, file, rows money.Milli) {
	if a.Has(field) && file != rows {
		im.notes.Contradictions = append(im.notes.Contradictions, Contradiction{a.Name, field, file, rows})
	}
}
