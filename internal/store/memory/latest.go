package memory

// Latest keeps what was last worked out of the budgets looked at lately, each with
// the knowledge that it belongs to.
type Latest[T any] struct {
	entries *recent // by the number of the budget
}

type latestEntry[T any] struct {
	knowledge int64
	value     T // not changed once it is here
}

// NewLatest keeps what is together no larger than most.
func NewLatest[T any](most int) *Latest[T] {
	return &Latest[T]{entries: newRecent(most)}
}

// UpTo is what is kept of a budget, and the knowledge that it belongs to. It is not
// found where that is later than what was asked for.
func (l *Latest[T]) UpTo(no, knowledge int64) (value T, of int64, found bool) {
	e, found := l.entries.get(no).(latestEntry[T])
	return e.value, e.knowledge, found && e.knowledge <= knowledge
}

// Put keeps something of a budget unless there is something later.
func (l *Latest[T]) Put(no, knowledge int64, value T, size int) {
	l.entries.putOver(no, latestEntry[T]{knowledge, value}, size, func(have any) bool { return have.(latestEntry[T]).knowledge <= knowledge })
}

// Forget drops a budget that is gone.
func (l *Latest[T]) Forget(no int64) { l.entries.drop(no) }
