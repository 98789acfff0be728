package apperr

import (
	"context"
	"sync/atomic"
)

// Outcome records the result of the changes in a request, so that an error message never claims that nothing changed
// when something did.
type Outcome int32

// The outcomes.
const (
	Unchanged Outcome = iota // nothing was changed
	Changed                  // a change was saved
	NotKnown                 // the connection was lost while a change was being saved
)

type outcomeKey struct{}

// Track returns a context that records an outcome.
func Track(ctx context.Context) context.Context {
	return context.WithValue(ctx, outcomeKey{}, new(atomic.Int32))
}

// SetOutcome records the outcome of a change if ctx is tracked.
func SetOutcome(ctx context.Context, o Outcome) {
	if kept, ok := ctx.Value(outcomeKey{}).(*atomic.Int32); ok {
		kept.Store(int32(o))
	}
}

// OutcomeOf returns the outcome recorded in ctx.
func OutcomeOf(ctx context.Context) Outcome {
	if kept, ok := ctx.Value(outcomeKey{}).(*atomic.Int32); ok {
		return Outcome(kept.Load())
	}
	return Unchanged
}
