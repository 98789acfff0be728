package database

import (
	"context"
	"slices"
	"sync"
)

// queue lets so many in at once, and who waits in the order in which they came: those
// in a hurry first, and then the others. Whoever waits for a connection of database/sql gets
// it by chance, and where many ask, some would wait for seconds.
type queue struct {
	mu      sync.Mutex
	free    int
	hurried []chan struct{} // closed when they are let in
	others  []chan struct{}
}

func newQueue(free int) *queue { return &queue{free: free} }

// enter waits until there is room; leave gives it back.
func (q *queue) enter(ctx context.Context, hurried bool) error {
	q.mu.Lock()
	if q.free > 0 {
		q.free--
		q.mu.Unlock()
		return nil
	}
	let, line := make(chan struct{}), &q.others
	if hurried {
		line = &q.hurried
	}
	*line = append(*line, let)
	q.mu.Unlock()
	select {
	case <-let:
		return nil
	case <-ctx.Done():
		q.giveUp(line, let)
		return ctx.Err()
	}
}

// giveUp takes one out of a line, or passes on the room that it was given meanwhile.
func (q *queue) giveUp(line *[]chan struct{}, let chan struct{}) {
	q.mu.Lock()
	at := slices.Index(*line, let)
	if at >= 0 {
		*line = slices.Delete(*line, at, at+1)
	}
	q.mu.Unlock()
	if at < 0 {
		q.leave()
	}
}

func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, line := range []*[]chan struct{}{&q.hurried, &q.others} {
		if len(*line) > 0 {
			close((*line)[0])
			*line = slices.Delete(*line, 0, 1)
			return
		}
	}
	q.free++
}
