package store

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/figures"
	"holdover/internal/storage/store/tables"
)

// flush adds the pending changes to the stored figures.
func (w *WriteTx) flush() error {
	w.pending.Drop()
	if len(w.pending) == 0 {
		return nil
	}
	keys := w.pending.Sorted()
	stored, err := w.stored(keys)
	if err != nil {
		return err
	}
	for _, k := range keys {
		one, delta := stored[k], w.pending[k]
		one.Add(delta)
		w.heavy = w.heavy || k.Kind != figures.RowCount && one.Weight() > heavy
		w.own[k] = one
		w.since(delta.First())
	}
	clear(w.pending)
	return stored.Store(w.q, w.no, keys)
}

// expect requests the stored figures that will change before anything is written, so that all writes can be sent in
// one batch.
func (w *WriteTx) expect() error {
	var missing []figures.Key
	for k := range w.pending {
		if w.ready[k] == nil && w.own[k] == nil {
			w.ready[k] = &figures.Series{}
			missing = append(missing, k)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return w.ready.AskKeys(w.q, w.no, missing)
}

// cellWithFigure reads a cell, nil if it does not exist, and in the same query the stored figure that a change of the
// cell updates.
func (w *WriteTx) cellWithFigure(k tables.Key) (cell *budget.Cell, err error) {
	figure := figures.Budgeted.Of(k.No)
	if w.ready[figure] != nil || w.own[figure] != nil {
		return tables.Cells.Get(w.q, w.no, k)
	}
	s := &figures.Series{}
	column, dest := tables.Columns(len(tables.Cells.Columns) + 2)
	err = w.q.Each("SELECT c."+strings.Join(tables.Cells.Columns, ", c.")+`, s.first_month, s.packed FROM budget b
		LEFT JOIN cell c ON c.budget = b.no AND c.category = $2 AND c.month = $3
		LEFT JOIN series s ON s.budget = b.no AND s.kind = $4 AND s.no = $2 WHERE b.no = $1`, []any{w.no, k.No, k.Sub, int64(figures.Budgeted)}, func(r database.Row) (err error) {
		if err := r.Scan(dest...); err != nil {
			return err
		}
		of := column[len(tables.Cells.Columns):]
		if packed, has := of[1].([]byte); has {
			if *s, err = figures.Unpack(civil.Month(tables.Integer(of[0])), packed); err != nil {
				return err
			}
		}
		if column[0] == nil {
			return nil
		}
		found, err := tables.Cells.Scan(rowBefore{r, dest[len(tables.Cells.Columns):]})
		cell = &found
		return err
	})
	w.ready[figure] = s
	return cell, err
}

// stored returns the figures as they are in the table. The caller owns them.
func (w *WriteTx) stored(keys []figures.Key) (figures.Set, error) {
	all := make(figures.Set, len(keys))
	if err := w.q.Answered(); err != nil {
		return nil, err
	}
	var missing []figures.Key
	for _, k := range keys {
		if all[k] = w.ready[k]; all[k] == nil { // a figure that is not stored is empty
			all[k] = &figures.Series{}
			missing = append(missing, k)
		}
		delete(w.ready, k)
	}
	if len(missing) == 0 {
		return all, nil
	}
	return all, all.LoadKeys(w.q, w.no, missing)
}

// keepFigures caches the figures after the commit: those that the change stored, merged with the cached ones. It does
// nothing if the figures before the change are not cached.
func (w *WriteTx) keepFigures() {
	have, of, found := latest[figures.Set](w.store, w.no, cachedFigures, w.committed())
	if !found || of != w.committed() {
		return
	}
	all := maps.Clone(have)
	for k, s := range w.own {
		if was := have[k]; s.Empty() {
			delete(all, k)
		} else if was == nil || !was.Same(s) {
			all[k] = s
		}
	}
	w.store.putLatest(w.no, cachedFigures, w.entry.No, all, bytesOfFigure*all.Size())
}

// hasTarget reports whether a cell is among TargetCells.
func hasTarget(c *budget.Cell) bool { return c != nil && (c.Target != nil || c.Snoozed != "") }

// moveActivity adds or subtracts all rows of an account, after the account moved onto the budget or off it. It returns the
// other sides of the account's transfers with two dates.
func (w *WriteTx) moveActivity(no budget.AccountNo, sign int64) (others []budget.TxNo, err error) {
	for t, err := range w.Transactions(Filter{Account: no}) {
		if err != nil {
			return nil, err
		}
		if t.Transfer.TwoDates {
			others = append(others, t.Transfer.Tx)
		}
		w.pending.AddActivity(&t, w.counts, sign)
		if w.counts.IsCard(no) {
			w.pending.AddCharges(&t, w.counts, sign)
		}
	}
	return others, nil
}

func (w *WriteTx) accountWritten(old, new *budget.Account) error {
	if err := w.loadCounts(); err != nil {
		return err
	}
	if new == nil {
		delete(w.counts.Accounts, old.No)
		return nil
	}
	if old != nil && old.OnBudget != new.OnBudget {
		sign := int64(1)
		if old.OnBudget {
			sign = -1
		}
		w.counts.Accounts[new.No] = true // count its rows as on budget, including transfers to itself
		others, err := w.moveActivity(new.No, sign)
		if err != nil {
			return err
		}
		if err := w.moveTransfers(new.No, old.OnBudget, new.OnBudget); err != nil {
			return err
		}
		if err := w.moveTwoDates(new.No, others, old.OnBudget, new.OnBudget); err != nil {
			return err
		}
	}
	w.counts.Accounts[new.No] = new.OnBudget
	if old != nil && isCash(old) != isCash(new) {
		w.since(w.header.FirstMonth)
	}
	return nil
}

func (w *WriteTx) categoryWritten(old, new *budget.Category) error {
	var from, to budget.AccountNo
	if old != nil {
		from = old.Card
	}
	if new != nil {
		to = new.Card
	}
	return w.moveCard(from, to)
}

func (w *WriteTx) scheduledWritten(old, new *budget.Scheduled) error {
	var before budget.Scheduled
	if old != nil {
		before = *old
	}
	if new == nil {
		return nil
	}
	w.weigh(new.Amount)
	if err := w.nearDate("date", new.DateNext, before.DateNext); err != nil {
		return err
	}
	return w.nearDate("date_first", new.DateFirst, before.DateFirst)
}

func (w *WriteTx) cellWritten(old, new *budget.Cell) error {
	w.targeted = w.targeted || hasTarget(old) || hasTarget(new)
	if old != nil {
		w.pending.AddCell(old, -1)
	}
	if new != nil {
		if err := w.nearMonth(new.Month); err != nil && old == nil {
			return err
		}
		w.weigh(new.Budgeted)
		w.pending.AddCell(new, 1)
	}
	return nil
}

func (w *WriteTx) monthWritten(old, new *budget.Month) error {
	m := civil.Month(0)
	for _, record := range []*budget.Month{old, new} {
		if record != nil {
			m = record.Month
			w.weigh(record.Held)
		}
	}
	if err := w.nearMonth(m); err != nil && old == nil {
		return err
	}
	w.since(m)
	return nil
}

func (w *WriteTx) writeTransaction(k tables.Key, old, new *budget.Transaction) error {
	w.flowsWritten(old, new)
	var was civil.Date
	if old != nil {
		was = old.Date
		if err := w.countTransaction(old, -1); err != nil {
			return err
		}
	}
	if new != nil {
		delete(w.left, new.No)
	}
	if new == nil {
		w.left[old.No] = true
		if err := w.writeParts(old, nil); err != nil {
			return err
		}
		return tables.Transactions.Put(w.q, w.no, k, old, nil)
	}
	if err := w.nearDate("date", new.Date, was); err != nil {
		return err
	}
	if err := w.countTransaction(new, 1); err != nil {
		return err
	}
	if err := tables.Transactions.Put(w.q, w.no, k, old, new); err != nil {
		return err
	}
	return w.writeParts(old, new)
}

func (w *WriteTx) countTransaction(t *budget.Transaction, sign int64) error {
	if sign > 0 {
		w.weighTransaction(t)
	}
	err := w.loadCounts()
	w.pending.AddTransaction(t, w.counts, sign)
	if w.counts.IsCard(t.Account) {
		w.touchCharges(t)
	}
	return err
}

// writeParts replaces the parts of a row if they changed.
func (w *WriteTx) writeParts(old, new *budget.Transaction) error {
	var before, after []budget.Part
	if old != nil {
		before = old.Parts
	}
	if new != nil {
		after = new.Parts
	}
	if slices.EqualFunc(before, after, equalPart) && (len(after) == 0 || old.Date == new.Date) {
		return nil
	}
	if len(before) > 0 {
		if err := w.q.Write("DELETE FROM part WHERE budget = $1 AND tx = $2", w.no, int64(old.No)); err != nil {
			return err
		}
	}
	for i := range after {
		if err := tables.Parts.Insert(w.q, w.no, &tables.PartRow{Tx: new.No, Pos: int64(i), Date: new.Date, Part: after[i]}); err != nil {
			return err
		}
	}
	return nil
}

func equalPart(a, b budget.Part) bool {
	return a.No == b.No && a.ID == b.ID && a.SourceID == b.SourceID && a.Amount == b.Amount && a.Payee == b.Payee &&
		a.Category == b.Category && a.Memo == b.Memo && a.Transfer == b.Transfer && bytes.Equal(a.Extra, b.Extra)
}
