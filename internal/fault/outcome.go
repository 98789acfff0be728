package fault

import (
	"context"
	"sync/atomic"
)

// Outcome says what became of the changes that a request asked for, so that
// nobody is told that nothing was changed when something was.
type Outcome int32

// The outcomes.
const (
	Unchanged Outcome = iota // nothing was changed
	Changed                  // a change was saved
	NotKnown                 // the connection was lost while a change was being saved
)

type outcomeKey struct{}

// Track makes ctx one whose outcome is known.
func Track(ctx context.Context) context.Context {
	return context.WithValue(ctx, outcomeKey{}, new(atomic.Int32))
}

// SetOutcome notes what became of a change in ctx, where it is tracked.
func SetOutcome(ctx context.Context, o Outcome) {
	if kept, ok := ctx.Value(outcomeKey{}).(*atomic.Int32); ok {
		kept.Store(int32(o))
	}
}

// OutcomeOf is the outcome of what was done in ctx until now.
func OutcomeOf(ctx context.Context) Outcome {
	if kept, ok := ctx.Value(outcomeKey{}).(*atomic.Int32); ok {
		return Outcome(kept.Load())
	}
	return Unchanged
}
