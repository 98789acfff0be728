package store

import (
	"context"

	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
	"holdover/internal/storage/userstore"
)

// Tests open a budget by its number, as the user at the machine.

func (s *Store) Change(ctx context.Context, no int64, meta Meta, fn func(*WriteTx) error) (Change, error) {
	request, err := s.numbered(ctx, no)
	if err != nil {
		return Change{}, err
	}
	return s.ChangeFor(ctx, request, meta, fn)
}

func (s *Store) Undo(ctx context.Context, no, change int64, meta Meta) (Change, error) {
	request, err := s.numbered(ctx, no)
	if err != nil {
		return Change{}, err
	}
	return s.UndoFor(ctx, request, change, meta)
}

func (s *Store) Redo(ctx context.Context, no, change int64, meta Meta) (Change, error) {
	request, err := s.numbered(ctx, no)
	if err != nil {
		return Change{}, err
	}
	return s.RedoFor(ctx, request, change, meta)
}

func (s *Store) Undoable(ctx context.Context, no int64, actor string) (Change, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (Change, error) { return undoable.of(q, no, actor) })
}

func (s *Store) Redoable(ctx context.Context, no int64, actor string) (Change, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (Change, error) { return redoable.of(q, no, actor) })
}

func (s *Store) numbered(ctx context.Context, no int64) (userstore.AccessRequest, error) {
	id, err := database.ReadFirst(ctx, s.db, noBudget(), database.Only[string], "SELECT id FROM budget WHERE no = $1", no)
	return userstore.AccessRequest{ID: id, Machine: true, Scope: auth.Full, Right: auth.Change}, err
}
