package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"holdover/internal/fault"
)

const selectChange = "SELECT no, at, actor, action, label, undoable, reverses, undone_by, row_count, touched FROM change WHERE budget = $1"

func scanChange(r *sql.Rows) (c Change, err error) {
	var at int64
	var reverses, undoneBy sql.NullInt64
	var touched string
	if err := r.Scan(&c.No, &at, &c.Actor, &c.Action, &c.Label, &c.Undoable, &reverses, &undoneBy, &c.Rows, &touched); err != nil {
		return c, err
	}
	c.At, c.Reverses, c.UndoneBy = time.UnixMilli(at).UTC(), reverses.Int64, undoneBy.Int64
	return c, json.Unmarshal([]byte(touched), &c.Touched)
}

// Changes are a budget's changes before a number (0: from the latest on), newest
// first, at most limit.
func (s *Store) Changes(ctx context.Context, no, before int64, limit int) (all []Change, err error) {
	if before <= 0 {
		before = 1<<63 - 1
	}
	err = s.look(ctx, func(q *session) error {
		all, err = list(q, scanChange, selectChange+" AND no < $2 ORDER BY no DESC LIMIT $3", no, before, int64(limit))
		return err
	})
	return all, err
}

// ChangeByNo is one entry of the journal.
func (s *Store) ChangeByNo(ctx context.Context, no, change int64) (c Change, err error) {
	err = s.look(ctx, func(q *session) error {
		c, err = loadChange(q, no, change)
		return err
	})
	return c, err
}

func loadChange(q *session, no, change int64) (Change, error) {
	found, err := list(q, scanChange, selectChange+" AND no = $2", no, change)
	if err != nil || len(found) == 0 {
		return Change{}, missing(err, "change")
	}
	return found[0], nil
}

// Undoable is the change that Ctrl+Z takes back: the latest that stands. Nothing
// to undo is a fault of kind NotFound.
func (s *Store) Undoable(ctx context.Context, no int64) (Change, error) {
	return s.topChange(ctx, no, "undo", " AND undoable AND reverses IS NULL AND undone_by IS NULL ORDER BY no DESC LIMIT 1")
}

// Redoable is the change that Ctrl+Shift+Z brings back: the one undone last, as
// long as nothing else was changed since. Nothing to redo is a fault of kind NotFound.
func (s *Store) Redoable(ctx context.Context, no int64) (Change, error) {
	return s.topChange(ctx, no, "redo", ` AND undoable AND reverses IS NULL AND undone_by IS NOT NULL AND undone_by >
		(SELECT coalesce(max(c.no), 0) FROM change c WHERE c.budget = $1 AND c.reverses IS NULL)
		ORDER BY undone_by DESC LIMIT 1`)
}

func (s *Store) topChange(ctx context.Context, no int64, what, condition string) (c Change, err error) {
	err = s.look(ctx, func(q *session) error {
		found, err := list(q, scanChange, selectChange+condition, no)
		if err == nil && len(found) == 0 {
			err = fault.New(fault.NotFound, "there is nothing to %s", what)
		}
		if err == nil {
			c = found[0]
		}
		return err
	})
	return c, err
}
