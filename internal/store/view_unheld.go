package store

import (
	"context"
	"errors"

	"holdover/internal/auth"
	"holdover/internal/database"
	"holdover/internal/peoplestore"
)

// Unheld takes a look that needs no transaction: mostly everything is in memory, and what
// is not is asked together with the number of the budget's last change. Where that is
// another by then, look is taken once more in a transaction: what it gives has to be made
// by it from nothing.
func Unheld[T any](ctx context.Context, look func(context.Context) (T, error)) (T, error) {
	got, err := look(context.WithValue(ctx, unheldKey{}, true))
	if errors.Is(err, database.ErrMoved) {
		return look(ctx)
	}
	return got, err
}

type unheldKey struct{}

func unheld(ctx context.Context) bool {
	is, _ := ctx.Value(unheldKey{}).(bool)
	return is
}

// Left is how a change left a budget, for who made it.
type Left struct {
	header Header
	role   auth.Role
	asked  peoplestore.Asked
}

// After lets looks that need no transaction begin at what a change left, as the one who
// made it: they read it no more.
func After(ctx context.Context, left *Left) context.Context {
	if left == nil {
		return ctx
	}
	return context.WithValue(ctx, leftKey{}, left)
}

type leftKey struct{}

// leftFor is what a change left of the budget that its maker asks for.
func leftFor(ctx context.Context, asked *peoplestore.Asked) *Left {
	left, _ := ctx.Value(leftKey{}).(*Left)
	if left == nil || left.asked.ID != asked.ID || left.asked.User != asked.User || left.asked.Machine != asked.Machine ||
		auth.Allowed(left.role, asked.Scope, asked.Right) != nil {
		return nil
	}
	return left
}

func (s *Store) unheldView(ctx context.Context, asked *peoplestore.Asked, fn func(*View) error) error {
	return s.db.Unheld(ctx, func(q *database.Session, watch func(string, int64, int64)) (err error) {
		v := &View{q: q, store: s}
		if left := leftFor(ctx, asked); left != nil {
			v.header, v.role = left.header, left.role
		} else if v.header, v.role, err = s.headerFor(q, asked); err != nil {
			return err
		}
		v.no = v.header.No
		watch("SELECT knowledge FROM budget WHERE no = $1", v.no, v.header.Knowledge)
		return fn(v)
	})
}
