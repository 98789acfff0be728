package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"math"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/tables"
	"holdover/internal/storage/userstore"
)

// changeRow is a change's effect on one record. old and new are the whole record if it was deleted or created (the
// other is nil), otherwise the members that changed.
type changeRow struct {
	seq      int64 // its position in the change, from 1
	kind     Kind
	key      tables.Key
	id       string
	old, new fields
}

func scanChangeRow(r database.Row) (row changeRow, err error) {
	var old, new sql.NullString
	if err := r.Scan(&row.seq, &row.kind, &row.key.No, &row.key.Sub, &row.id, &old, &new); err != nil {
		return row, err
	}
	if row.old, err = fieldsIn(old); err == nil {
		row.new, err = fieldsIn(new)
	}
	return row, err
}

func fieldsIn(text sql.NullString) (f fields, err error) {
	if !text.Valid {
		return nil, nil
	}
	return f, json.Unmarshal([]byte(text.String), &f)
}

const selectRows = "SELECT seq, kind, no, sub, id, old, new FROM change_row WHERE budget = $1"

// UndoFor undoes a change of the requested budget by a new change, if the user may change the budget; 0 is the change
// that Ctrl+Z undoes. It returns a Conflict error if a record has changed since.
func (s *Store) UndoFor(ctx context.Context, asked userstore.AccessRequest, change int64, meta Meta) (Change, error) {
	return s.journaled(ctx, asked, meta, func(w *WriteTx) error {
		c, err := w.chosen(change, undoable)
		if err != nil {
			return err
		}
		if !c.Undoable || c.Reverses != 0 {
			return apperr.New(apperr.Invalid, "this change cannot be undone")
		}
		if c.UndoneBy != 0 {
			return apperr.New(apperr.Conflict, "this change has been undone already")
		}
		w.entry.Reversal = Reversal{Of: c.Label}
		if err := w.reverse(c.No); err != nil {
			return err
		}
		return w.undone(c.No, w.entry.No)
	})
}

// RedoFor redoes an undone change by a new change, under the same conditions as UndoFor; 0 is the change that
// Ctrl+Shift+Z redoes.
func (s *Store) RedoFor(ctx context.Context, asked userstore.AccessRequest, change int64, meta Meta) (Change, error) {
	return s.journaled(ctx, asked, meta, func(w *WriteTx) error {
		c, err := w.chosen(change, redoable)
		if err != nil {
			return err
		}
		if c.UndoneBy == 0 {
			return apperr.New(apperr.Conflict, "this change has not been undone")
		}
		w.entry.Reversal = Reversal{Of: c.Label, Again: true}
		if err := w.reverse(c.UndoneBy); err != nil {
			return err
		}
		return w.undone(c.No, nil)
	})
}

// chosen returns the change with a number, or for 0 the actor's change that top selects.
func (w *WriteTx) chosen(change int64, top topChange) (Change, error) {
	if change == 0 {
		return top.of(w.q, w.no, w.entry.Actor)
	}
	return loadChange(w.q, w.no, change)
}

// undone stores which change has undone a change; nil if it is redone.
func (w *WriteTx) undone(change int64, by any) error {
	return w.q.Write("UPDATE change SET undone_by = $3 WHERE budget = $1 AND no = $2", w.no, change, by)
}

// reverse restores every record to its state before a change, last row first.
func (w *WriteTx) reverse(change int64) error {
	w.entry.Reverses = change
	var made []changeRow
	others := false
	for before, isLast := int64(math.MaxInt64), false; !isLast; {
		rows, err := database.List(w.q, scanChangeRow, selectRows+" AND change = $2 AND seq < $3 ORDER BY seq DESC LIMIT CAST($4 AS BIGINT)", w.no, change, before, int64(reversedAtOnce))
		if err != nil {
			return err
		}
		if isLast = len(rows) < reversedAtOnce; !isLast {
			before = rows[len(rows)-1].seq
		}
		if !w.entry.Reversal.Again {
			var some []changeRow
			some, rows = onTheWay(rows)
			made = append(made, some...)
		}
		others = others || len(rows) > 0
		if err := iterutil.EachPtr(rows, w.restore); err != nil {
			return err
		}
	}
	if !others {
		return iterutil.EachPtr(made, w.restore)
	}
	return w.takeAlong(made)
}

// reversedAtOnce is the number of records of a change that an undo holds in memory.
const reversedAtOnce = 1000

// takeAlong removes the payees that an undone change created for its records, except those that are used by others or
// have changed since.
func (w *WriteTx) takeAlong(made []changeRow) error {
	if len(made) == 0 {
		return nil
	}
	if err := w.flush(); err != nil {
		return err
	}
	for i := range made {
		payee := reference{KindPayee, made[i].key.No}
		used, err := w.usedBy(payee)
		if err == nil && used == "" {
			if err = w.restore(&made[i]); apperr.KindOf(err) == apperr.Conflict {
				err = nil // it was renamed since: it stays
			}
			delete(w.deletedNames, payee) // usedBy found no reference: check need not repeat it
			delete(w.needed, payee)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// onTheWay separates the payees that a change created from its other records.
func onTheWay(rows []changeRow) (payees, others []changeRow) {
	for i := range rows {
		if rows[i].kind == KindPayee && rows[i].old == nil {
			payees = append(payees, rows[i])
		} else {
			others = append(others, rows[i])
		}
	}
	return payees, others
}

// restore restores one record, if it is still as the change left it.
func (w *WriteTx) restore(row *changeRow) error {
	ops := kinds[row.kind]
	record, err := ops.load(w, row.key)
	if err != nil {
		return err
	}
	is, err := fieldsOf(record)
	if err != nil {
		return err
	}
	if (record == nil) != (row.new == nil) || !is.holds(row.new) || row.old == nil && !row.new.holds(is) {
		return w.conflict(row.kind, row.key, record)
	}
	if row.old == nil {
		return w.replace(row.kind, row.key, record, nil)
	}
	before, err := ops.decode(tables.JSON(is.patched(row.old)))
	if err != nil {
		return err
	}
	return w.replace(row.kind, row.key, record, before)
}
