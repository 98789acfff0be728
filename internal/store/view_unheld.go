package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"holdover/internal/auth"
	"holdover/internal/database"
	"holdover/internal/peoplestore"
	"holdover/internal/store/memory"
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

// Moment is how a budget stands for somebody at one moment, as far as one statement tells: its header and their role. Whatever a
// page shows of the budget follows from the number of its last change, and a page that was drawn at that number is as it was.
type Moment struct {
	left  Left
	pages *memory.Pages
}

// Moment is how the budget that somebody asks for stands for them, or how a change of theirs just left it. Faults are those of a look.
func (s *Store) Moment(ctx context.Context, asked peoplestore.Asked) (*Moment, error) {
	if left := leftFor(ctx, &asked); left != nil {
		return &Moment{*left, s.pages}, nil
	}
	h, role, err := s.HeaderFor(ctx, asked)
	if err != nil {
		return nil, err
	}
	return &Moment{Left{header: h, role: role, asked: asked}, s.pages}, nil
}

// Begin lets looks that need no transaction begin there: they read it no more.
func (t *Moment) Begin(ctx context.Context) context.Context { return After(ctx, &t.left) }

// Page is what was kept of a page that was drawn as the budget stands, nil for nothing. what is all else that the page follows from.
func (t *Moment) Page(what string) []byte { return t.pages.Get(t.key(what), t.change()) }

// Keep keeps a page. It was drawn after the budget stood so: what somebody has changed meanwhile may be on it, and then nobody is given
// it, as the number is another by then.
func (t *Moment) Keep(what string, text []byte) {
	t.pages.Put(t.key(what), t.change(), text)
}

func (t *Moment) change() memory.Change {
	return memory.Change{Knowledge: t.left.header.Knowledge, Modified: t.left.header.Modified.UnixMilli()}
}

func (t *Moment) key(what string) memory.PageKey {
	a := &t.left.asked
	return sha256.Sum256(fmt.Appendf(nil, "%d %s %d %t %s %s", t.left.header.No, t.left.role, a.User, a.Machine, a.Scope, what))
}
