package tables

import (
	"holdover/internal/budget"
	"holdover/internal/database"
)

// Bulk writes new transactions with their parts in few statements, however many they are.
type Bulk struct{ rows, parts *database.Bulk }

// NewBulk writes into a budget. Done ends it.
func NewBulk(q *database.Session, no int64) *Bulk {
	return &Bulk{database.NewBulk(q, no, Transactions.Name, Transactions.Columns), database.NewBulk(q, no, Parts.Name, Parts.Columns)}
}

// Add writes a transaction, whose cleared state is one of those that there are.
func (b *Bulk) Add(t *budget.Transaction) error {
	if err := b.rows.Add(txValues(t)); err != nil {
		return err
	}
	for pos := range t.Parts {
		if err := b.parts.Add(Parts.values(&PartRow{Tx: t.No, Pos: int64(pos), Date: t.Date, Part: t.Parts[pos]})); err != nil {
			return err
		}
	}
	return nil
}

// Done writes what is left.
func (b *Bulk) Done() error {
	if err := b.rows.Done(); err != nil {
		return err
	}
	return b.parts.Done()
}
