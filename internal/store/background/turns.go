package background

import (
	"context"
	"sync"
)

// Turns do things for budgets in the background, one at a time. Nil does nothing.
type Turns struct {
	ctx    context.Context //nolint:containedctx // it ends with the store
	cancel context.CancelFunc
	done   sync.WaitGroup
	turn   chan struct{}

	mu    sync.Mutex
	under map[int64]bool // budgets for which something is under way
	ended bool
}

// NewTurns are nil where nothing is to be done.
func NewTurns(on bool) *Turns {
	if !on {
		return nil
	}
	t := &Turns{turn: make(chan struct{}, 1), under: map[int64]bool{}}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	return t
}

// Begin runs do in its turn, unless that is under way for the budget. Its error
// is left to who needs what it does: that one meets it again.
func (t *Turns) Begin(no int64, do func(context.Context) error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended || t.under[no] {
		return
	}
	t.under[no] = true
	t.done.Go(func() {
		t.turn <- struct{}{}
		if t.ctx.Err() == nil {
			_ = do(t.ctx)
		}
		<-t.turn
		t.mu.Lock()
		delete(t.under, no)
		t.mu.Unlock()
	})
}

// End stops what is under way and waits for it.
func (t *Turns) End() {
	if t == nil {
		return
	}
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
	t.cancel()
	t.done.Wait()
}
