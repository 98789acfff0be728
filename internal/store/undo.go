package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"holdover/internal/database"
	"holdover/internal/each"
	"holdover/internal/fault"
	"holdover/internal/peoplestore"
	"holdover/internal/store/tables"
)

// changeRow is one record's part in a change: old and new are the whole record
// where it was deleted or created (the other is nil), else the members that
// changed.
type changeRow struct {
	kind     Kind
	key      tables.Key
	id       string
	old, new fields
}

func scanChangeRow(r database.Row) (row changeRow, err error) {
	var old, new sql.NullString
	if err := r.Scan(&row.kind, &row.key.No, &row.key.Sub, &row.id, &old, &new); err != nil {
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

const selectRows = "SELECT kind, no, sub, id, old, new FROM change_row WHERE budget = $1"

// UndoFor takes a change back, as a change of its own, in the budget that somebody asks for, where they may; 0 is the one that
// Ctrl+Z takes back. It refuses with a conflict where a record is no longer as the change left it.
func (s *Store) UndoFor(ctx context.Context, asked peoplestore.Asked, change int64, meta Meta) (Change, error) {
	return s.journaled(ctx, asked, meta, func(w *Writer) error {
		c, err := w.chosen(change, undoable)
		if err != nil {
			return err
		}
		if !c.Undoable || c.Reverses != 0 {
			return fault.New(fault.Invalid, "this change cannot be undone")
		}
		if c.UndoneBy != 0 {
			return fault.New(fault.Conflict, "this change has been undone already")
		}
		w.entry.Reversal = Reversal{Of: c.Label}
		if err := w.reverse(c.No); err != nil {
			return err
		}
		return w.undone(c.No, w.entry.No)
	})
}

// RedoFor brings back a change that was undone, as a change of its own, under the same conditions as UndoFor; 0 is the one that
// Ctrl+Shift+Z brings back.
func (s *Store) RedoFor(ctx context.Context, asked peoplestore.Asked, change int64, meta Meta) (Change, error) {
	return s.journaled(ctx, asked, meta, func(w *Writer) error {
		c, err := w.chosen(change, redoable)
		if err != nil {
			return err
		}
		if c.UndoneBy == 0 {
			return fault.New(fault.Conflict, "this change has not been undone")
		}
		w.entry.Reversal = Reversal{Of: c.Label, Again: true}
		if err := w.reverse(c.UndoneBy); err != nil {
			return err
		}
		return w.undone(c.No, nil)
	})
}

// chosen is the change of a number, or the actor's own that top selects.
func (w *Writer) chosen(change int64, top topChange) (Change, error) {
	if change == 0 {
		return top.of(w.q, w.no, w.entry.Actor)
	}
	return loadChange(w.q, w.no, change)
}

// undone notes which change has taken one back, nil when it stands again.
func (w *Writer) undone(change int64, by any) error {
	return w.q.Write("UPDATE change SET undone_by = $3 WHERE budget = $1 AND no = $2", w.no, change, by)
}

// reverse writes every record back to what it was before a change, last row
// first.
func (w *Writer) reverse(change int64) error {
	w.entry.Reverses = change
	rows, err := database.List(w.q, scanChangeRow, selectRows+" AND change = $2 ORDER BY seq DESC", w.no, change)
	if err != nil {
		return err
	}
	var made []changeRow
	if !w.entry.Reversal.Again {
		made, rows = onTheWay(rows)
	}
	if err := each.At(rows, w.restore); err != nil {
		return err
	}
	return w.takeAlong(made)
}

// takeAlong takes back the payees that an undone change made on its way, but for those that others use or have changed by now.
func (w *Writer) takeAlong(made []changeRow) error {
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
			if err = w.restore(&made[i]); fault.KindOf(err) == fault.Conflict {
				err = nil // somebody has given it another name since: it is theirs by now
			}
			delete(w.gone, payee) // nothing refers to it: neither need be asked again
			delete(w.needed, payee)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// onTheWay parts the payees that a change made for other records from everything else in it.
func onTheWay(rows []changeRow) (payees, others []changeRow) {
	for i := range rows {
		if rows[i].kind == KindPayee && rows[i].old == nil {
			payees = append(payees, rows[i])
		} else {
			others = append(others, rows[i])
		}
	}
	if len(others) == 0 {
		return nil, rows
	}
	return payees, others
}

// restore writes one record back, if it is still as the change left it.
func (w *Writer) restore(row *changeRow) error {
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
