package importer

import (
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// balances contains the sums of an account's rows.
type balances struct{ all, cleared money.Milli }

func (b *balances) add(t *budget.Transaction) {
	b.all += t.Amount
	if t.Cleared != budget.Uncleared {
		b.cleared += t.Amount
	}
}

func (im *importing) contradict(a *ynabdoc.Account, field string, file, rows money.Milli) {
	if a.Has(field) && file != rows {
		im.notes.Contradictions = append(im.notes.Contradictions, Contradiction{a.Name, field, file, rows})
	}
}
