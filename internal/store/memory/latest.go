package memory

import "sync"

// Latest keeps what was last worked out of the budgets looked at lately, each with
// the knowledge that it belongs to.
type Latest[T any] struct {
	mu      sync.Mutex
	entries *recent[int64, latestEntry[T]]
}

type latestEntry[T any] struct {
	knowledge int64
	value     T // not changed once it is here
}

// NewLatest keeps what is together no larger than most.
func NewLatest[T any](most int) *Latest[T] {
	return &Latest[T]{entries: newRecent[int64, latestEntry[T]](most)}
}

// UpTo is what is kept of a budget, and the knowledge that it belongs to. It is not
// found where that is later than what was asked for.
func (l *Latest[T]) UpTo(no, knowledge int64) (value T, of int64, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, found := l.entries.get(no)
	return e.value, e.knowledge, found && e.knowledge <= knowledge
}

// Put keeps something of a budget unless there is something later.
func (l *Latest[T]) Put(no, knowledge int64, value T, size int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if have, _ := l.entries.get(no); have.knowledge <= knowledge {
		l.entries.put(no, latestEntry[T]{knowledge, value}, size)
	}
}

// Forget drops a budget that is gone.
func (l *Latest[T]) Forget(no int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries.drop(no)
}
