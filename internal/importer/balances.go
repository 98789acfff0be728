package importer

import (
	"holdover/internal/budget"
	"holdover/internal/money"
	"holdover/internal/plandoc"
)

// balances contains the sums of an account's rows.
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
