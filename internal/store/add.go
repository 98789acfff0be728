package store

import (
	"holdover/internal/budget"
	"holdover/internal/database"
)

// AddTransactions writes new rows with their parts in few statements, however
// many they are. Nothing is compared: the rows have numbers that were taken in
// this change, and were not put before.
func (w *Writer) AddTransactions(rows []budget.Transaction) error {
	tx := database.NewBulk(w.q, w.no, transactions.name, transactions.columns)
	part := database.NewBulk(w.q, w.no, parts.name, parts.columns)
	journal := database.NewBulk(w.q, w.no, "change_row", []string{"change", "seq", "kind", "no", "sub", "id", "old", "new"})
	for i := range rows {
		t := &rows[i]
		if err := w.sound(t); err != nil {
			return err
		}
		if err := w.nearDate("date", t.Date, 0); err != nil {
			return err
		}
		if err := w.countTransaction(t, 1); err != nil {
			return err
		}
		w.transactionRefers(t)
		if err := tx.Add(txValues(t)); err != nil {
			return err
		}
		for at := range t.Parts {
			if err := part.Add(parts.values(&partRow{tx: t.No, pos: int64(at), date: t.Date, Part: t.Parts[at]})); err != nil {
				return err
			}
		}
		w.wroteRow(t.No, t)
		w.entry.Rows++
		if err := journal.Add([]any{w.entry.No, w.entry.Rows, string(KindTransaction), int64(t.No), 0, t.ID, nil, string(mustJSON(t))}); err != nil {
			return err
		}
	}
	if err := w.expect(); err != nil {
		return err
	}
	w.written[KindTransaction] = w.written[KindTransaction] || len(rows) > 0
	for _, b := range []*database.Bulk{tx, part, journal} {
		if err := b.Done(); err != nil {
			return err
		}
	}
	return nil
}
