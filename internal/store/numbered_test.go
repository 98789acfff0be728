package store

import (
	"context"
	"time"

	"holdover/internal/database"
)

// Tests ask for a budget by its number, as nobody who has to be allowed it.

func (s *Store) Change(ctx context.Context, no int64, meta Meta, fn func(*Writer) error) (Change, error) {
	return s.change(ctx, s.numbered(no), meta, fn)
}

func (s *Store) Undo(ctx context.Context, no, change int64, meta Meta) (Change, error) {
	return s.undo(ctx, s.numbered(no), change, meta)
}

func (s *Store) Redo(ctx context.Context, no, change int64, meta Meta) (Change, error) {
	return s.redo(ctx, s.numbered(no), change, meta)
}

func (s *Store) Undoable(ctx context.Context, no int64, actor string) (Change, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (Change, error) { return undoable.of(q, no, actor) })
}

func (s *Store) Redoable(ctx context.Context, no int64, actor string) (Change, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (Change, error) { return redoable.of(q, no, actor) })
}

func (s *Store) numbered(no int64) opening {
	return func(q *database.Session, at time.Time) (l Left, err error) {
		l.header, err = s.oneHeader(q, countUp+"$2 WHERE no = $1 RETURNING "+headerColumns, no, at.UnixMilli())
		return l, err
	}
}
