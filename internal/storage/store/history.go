package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/storage/database"
)

const selectChange = "SELECT no, at, actor, action, label, undoable, reverses, undone_by, row_count, touched FROM change WHERE budget = $1"

func scanChange(r database.Row) (c Change, err error) {
	var at int64
	var reverses, undoneBy sql.NullInt64
	var touched string
	if err := r.Scan(&c.No, &at, &c.Actor, &c.Action, &c.Label, &c.Undoable, &reverses, &undoneBy, &c.Rows, &touched); err != nil {
		return c, err
	}
	c.At, c.Reverses, c.UndoneBy = time.UnixMilli(at).UTC(), reverses.Int64, undoneBy.Int64
	return c, json.Unmarshal([]byte(touched), &c.Touched)
}

// Changes returns a budget's changes before a number (0: from the latest on), newest first, at most limit.
func (s *Store) Changes(ctx context.Context, no, before int64, limit int) ([]Change, error) {
	if before <= 0 {
		before = 1<<63 - 1
	}
	return database.ReadList(ctx, s.db, scanChange, selectChange+" AND no < $2 ORDER BY no DESC LIMIT CAST($3 AS BIGINT)", no, before, int64(limit))
}

// Entries returns changes of the ReadTx's budget like Changes, with the reversal of each undo and redo.
func (v *ReadTx) Entries(before int64, limit int) ([]Change, error) {
	if before <= 0 {
		before = 1<<63 - 1
	}
	return database.List(v.q, func(r database.Row) (Change, error) {
		var undone, redone sql.NullString
		c, err := scanChange(rowBefore{r, []any{&undone, &redone}})
		c.Reversal = Reversal{Of: undone.String}
		if redone.Valid { // the reversed change was an undo
			c.Reversal = Reversal{Of: redone.String, Again: true}
		}
		return c, err
	}, `SELECT c.no, c.at, c.actor, c.action, c.label, c.undoable, c.reverses, c.undone_by, c.row_count, c.touched, u.label, o.label FROM change c
		LEFT JOIN change u ON u.budget = c.budget AND u.no = c.reverses LEFT JOIN change o ON o.budget = u.budget AND o.no = u.reverses
		WHERE c.budget = $1 AND c.no < $2 ORDER BY c.no DESC LIMIT CAST($3 AS BIGINT)`, v.no, before, int64(limit))
}

// rowBefore is a row with more columns after those that its reader scans.
type rowBefore struct {
	database.Row
	after []any
}

func (r rowBefore) Scan(dest ...any) error { return r.Row.Scan(append(dest, r.after...)...) }

// ChangeByNo returns one entry of the journal.
func (s *Store) ChangeByNo(ctx context.Context, no, change int64) (Change, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (Change, error) { return loadChange(q, no, change) })
}

func loadChange(q *database.Session, no, change int64) (Change, error) {
	return database.First(q, database.Missing("change"), scanChange, selectChange+" AND no = $2", no, change)
}

// topChange selects the actor's own change that Ctrl+Z or Ctrl+Shift+Z applies to.
type topChange struct{ what, condition string }

// undoable selects the change that Ctrl+Z undoes: the actor's latest that is not undone. redoable selects the change
// that Ctrl+Shift+Z redoes: the one that the actor undid last, if the actor has changed nothing else since.
var (
	undoable = topChange{"undo", " AND actor = $2 AND undoable AND reverses IS NULL AND undone_by IS NULL ORDER BY no DESC LIMIT 1"}
	redoable = topChange{"redo", ` AND undoable AND reverses IS NULL AND undone_by IN
		(SELECT u.no FROM change u WHERE u.budget = $1 AND u.actor = $2) AND undone_by >
		(SELECT coalesce(max(c.no), 0) FROM change c WHERE c.budget = $1 AND c.actor = $2 AND c.reverses IS NULL)
		ORDER BY undone_by DESC LIMIT 1`}
)

// of returns that change. Error: NotFound if no such change exists.
func (t topChange) of(q *database.Session, no int64, actor string) (Change, error) {
	nothing := apperr.New(apperr.NotFound, "there is nothing to %s", t.what).WithHint("to undo changes of others, use History")
	return database.First(q, nothing, scanChange, selectChange+t.condition, no, actor)
}

// RecordChange is a change's effect on a record: the members that changed, before and after. It is the whole record
// if the record was created (Old is nil) or deleted (New is nil).
type RecordChange struct {
	No       int64
	Old, New map[string]json.RawMessage
}

// ChangeOf returns a change with its effects on records of a kind, at most limit of them.
func (v *ReadTx) ChangeOf(change int64, kind Kind, limit int) (Change, []RecordChange, error) {
	c, err := loadChange(v.q, v.no, change)
	if err != nil {
		return c, nil, err
	}
	rows, err := database.List(v.q, scanChangeRow, selectRows+" AND change = $2 AND kind = $3 ORDER BY seq LIMIT CAST($4 AS BIGINT)", v.no, change, string(kind), int64(limit))
	return c, iterutil.Map(rows, func(r changeRow) RecordChange { return RecordChange{r.key.No, r.old, r.new} }), err
}

// LastChangeOf returns the last change of a record after change number since, or the zero Change.
func (v *ReadTx) LastChangeOf(kind Kind, no, since int64) (Change, error) {
	last, err := database.List(v.q, database.Only[int64],
		"SELECT change FROM change_row WHERE budget = $1 AND change > $2 AND kind = $3 AND no = $4 ORDER BY change DESC LIMIT 1", v.no, since, string(kind), no)
	if err != nil || len(last) == 0 {
		return Change{}, err
	}
	return v.entryOf(last[0])
}

// entryOf returns a change with its reversal, if it is an undo or redo.
func (v *ReadTx) entryOf(no int64) (Change, error) {
	entries, err := v.Entries(no+1, 1)
	if err != nil || len(entries) == 0 {
		return Change{}, err
	}
	return entries[0], nil
}

// repeated returns the change that an earlier request with the same key made by the same action, with that request's
// key, or the zero Change. A change that was undone since counts only if the request says so.
func (w *WriteTx) repeated() (Change, error) {
	asked := w.entry.Meta
	if asked.Request.Key == "" {
		return Change{}, nil
	}
	found, err := database.List(w.q, func(r database.Row) (c Change, err error) {
		return c, r.Scan(&c.No, &c.Request.Digest)
	}, "SELECT no, request_digest FROM change WHERE budget = $1 AND request_key = $2 AND actor = $3 AND action = $4 AND (undone_by IS NULL OR $5) ORDER BY no DESC LIMIT 1",
		w.no, asked.Request.Key, asked.Actor, asked.Action, asked.Request.Once)
	if err != nil || len(found) == 0 {
		return Change{}, err
	}
	first, err := w.entryOf(found[0].No)
	first.Request = RequestKey{Key: asked.Request.Key, Digest: found[0].Request.Digest}
	return first, err
}

// EntriesSince returns the changes of an action after a change number, oldest first.
func (v *ReadTx) EntriesSince(since int64, action string) ([]Change, error) {
	return database.List(v.q, scanChange, selectChange+" AND no > $2 AND action = $3 ORDER BY no", v.no, since, action)
}
