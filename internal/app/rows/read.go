package rows

import (
	"context"

	"holdover/internal/app/users"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// Transactions passes each transaction that the filter selects to do, newest first, with the names of its references.
// They are streamed: memory use does not depend on their number.
func (rs *Rows) Transactions(ctx context.Context, who users.Actor, id string, filter Filter, do func(Row) error) error {
	return rs.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		names, f, err := Find(v, filter)
		if err != nil {
			return err
		}
		others := NewOtherSides(v)
		for t, err := range others.Each(v.Transactions(f)) {
			if err != nil {
				return err
			}
			row, err := names.Row(&t, others)
			if err != nil {
				return err
			}
			if err := do(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// PageSize is the number of rows on a page.
const PageSize = 100

// Read reads the rows that a filter selects, at most as many as a page or a user's choice contains.
func Read(v *store.ReadTx, f store.Filter) ([]budget.Transaction, error) {
	rows := make([]budget.Transaction, 0, PageSize)
	for t, err := range v.Transactions(f) {
		if err != nil {
			return nil, err
		}
		rows = append(rows, t)
	}
	return rows, nil
}

// CountReceipts returns the number of receipts by transaction, or nil.
func CountReceipts(v *store.ReadTx) (counts map[budget.TxNo]int, err error) {
	all, err := v.Receipts()
	for i := range all {
		if counts == nil {
			counts = map[budget.TxNo]int{}
		}
		counts[all[i].Tx]++
	}
	return counts, err
}
