package store

import (
	"context"
	"slices"
	"sync"

	"holdover/internal/database"
)

// warming makes indexes of large budgets in the background, one at a time. Nil is
// a store that does not.
type warming struct {
	ctx    context.Context //nolint:containedctx // it ends with the store
	cancel context.CancelFunc
	done   sync.WaitGroup
	turn   chan struct{}

	mu    sync.Mutex
	under map[int64]bool // budgets whose index is being made
	ended bool
}

// warmRows is how many rows a budget has that is worth it: up to there, the first
// look makes the index in some 30 ms itself.
const warmRows = 20_000

func newWarming(on bool) *warming {
	if !on {
		return nil
	}
	w := &warming{turn: make(chan struct{}, 1), under: map[int64]bool{}}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Warm makes the index of the budget's rows ready in the background, so that the
// first search does not wait for it. Without [Config].Warm, and where a budget is
// small or has been looked at lately, it does nothing.
func (v *View) Warm() {
	s := v.store
	if s.warming != nil && v.header.Transactions >= warmRows && s.indexes.latest(v.no, v.header.Knowledge) == nil {
		s.warm(v.no)
	}
}

// CountsAtOnce says that rows are counted without waiting: the index is there, or soon made.
func (v *View) CountsAtOnce() bool {
	return v.header.Transactions < warmRows || v.store.indexes.latest(v.no, v.header.Knowledge) != nil
}

func (s *Store) warm(no int64) {
	s.warming.begin(no, func(ctx context.Context) error {
		return s.View(ctx, no, func(v *View) error {
			_, err := v.finder()
			return err
		})
	})
}

// warmLatest does the same for the large budgets that were changed last, as many
// as fit, before anybody looks: a server has just started.
func (s *Store) warmLatest(ctx context.Context) error {
	if s.warming == nil {
		return nil
	}
	return s.db.Look(ctx, func(q *database.Session) error {
		all, err := database.List(q, func(r database.Row) (b large, err error) { return b, r.Scan(&b.no, &b.rows) },
			"SELECT no, transactions FROM budget WHERE transactions >= $1 ORDER BY modified_at DESC, no LIMIT 100", int64(warmRows))
		for _, b := range fitting(all, int64(s.indexes.most/2)) { // the rest is for those who are looked at
			s.warm(b.no)
		}
		return err
	})
}

// large is a budget by its number, with how many rows it has.
type large struct{ no, rows int64 }

// fitting are the first that fit together; a smaller one may fit where a larger
// one before it did not.
func fitting(all []large, room int64) []large {
	return slices.DeleteFunc(all, func(b large) bool {
		if b.rows > room {
			return true
		}
		room -= b.rows
		return false
	})
}

// begin runs do in its turn, unless that is under way for the budget. Its error
// is left to the look that needs the index: that one meets it again.
func (w *warming) begin(no int64, do func(context.Context) error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ended || w.under[no] {
		return
	}
	w.under[no] = true
	w.done.Go(func() {
		w.turn <- struct{}{}
		if w.ctx.Err() == nil {
			_ = do(w.ctx)
		}
		<-w.turn
		w.mu.Lock()
		delete(w.under, no)
		w.mu.Unlock()
	})
}

// end stops what is under way and waits for it.
func (w *warming) end() {
	if w == nil {
		return
	}
	w.mu.Lock()
	w.ended = true
	w.mu.Unlock()
	w.cancel()
	w.done.Wait()
}
