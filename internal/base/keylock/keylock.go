// Package keylock locks keys, in the order of the calls.
//
// The only type is [Locks].
package keylock

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Locks has a lock for each key that is locked or waited for. The zero value is ready to use.
type Locks[K comparable] struct {
	mu    sync.Mutex
	locks map[K]*lock
}

type lock struct {
	*semaphore.Weighted
	users int // that have it or wait for it
}

// Lock locks a key and returns the function that unlocks it. Its error is the context's.
func (l *Locks[K]) Lock(ctx context.Context, key K) (unlock func(), err error) {
	own := l.join(key)
	if err := own.Acquire(ctx, 1); err != nil {
		l.leave(key)
		return nil, err
	}
	return func() {
		own.Release(1)
		l.leave(key)
	}, nil
}

func (l *Locks[K]) join(key K) *lock {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.locks == nil {
		l.locks = map[K]*lock{}
	}
	own := l.locks[key]
	if own == nil {
		own = &lock{Weighted: semaphore.NewWeighted(1)}
		l.locks[key] = own
	}
	own.users++
	return own
}

func (l *Locks[K]) leave(key K) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.locks[key].users--; l.locks[key].users == 0 {
		delete(l.locks, key)
	}
}
