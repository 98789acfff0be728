// Package line lets one through at a time for each key, in the order in which they came.
//
// Floor 0: imports the standard library alone. [Lines] is all of it.
package line

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Lines has a line for each key that somebody stands in. The zero value is ready.
type Lines[K comparable] struct {
	lock sync.Mutex
	of   map[K]*one
}

// one goes with the last who stands in it.
type one struct {
	*semaphore.Weighted
	in int
}

// Enter waits until nobody else is through of the key's line, and gives what lets the next one follow. Its error is the
// context's.
func (l *Lines[K]) Enter(ctx context.Context, key K) (leave func(), err error) {
	own := l.join(key)
	if err := own.Acquire(ctx, 1); err != nil {
		l.part(key)
		return nil, err
	}
	return func() {
		own.Release(1)
		l.part(key)
	}, nil
}

func (l *Lines[K]) join(key K) *one {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.of == nil {
		l.of = map[K]*one{}
	}
	own := l.of[key]
	if own == nil {
		own = &one{Weighted: semaphore.NewWeighted(1)}
		l.of[key] = own
	}
	own.in++
	return own
}

func (l *Lines[K]) part(key K) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.of[key].in--; l.of[key].in == 0 {
		delete(l.of, key)
	}
}
