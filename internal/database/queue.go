package database

import (
	"context"
	"slices"
	"sync"
)

// queue lets so many in at once, and who waits in the order in which they came: those
// in a hurry first, and then the others, unless it is held. Whoever waits for a connection of database/sql gets
// it by chance, and where many ask, some would wait for seconds.
type queue struct {
	mu      sync.Mutex
	free    int
	held    bool            // nobody new is let in but those in a hurry
	hurried []chan struct{} // closed when they are let in
	others  []chan struct{}
}

func newQueue(free int) *queue { return &queue{free: free} }

// enter waits until there is room; leave gives it back.
func (q *queue) enter(ctx context.Context, hurried bool) error {
	q.mu.Lock()
	if q.free > 0 && (hurried || !q.held) {
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
	q.free++
	q.admit()
}

// hold lets nobody new in but those in a hurry, until it is said that they may.
func (q *queue) hold(held bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held = held
	q.admit()
}

// isWaitedFor says whether anybody waits.
func (q *queue) isWaitedFor() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.hurried)+len(q.others) > 0
}

// admit lets in who waits and may, as far as there is room.
func (q *queue) admit() {
	for q.free > 0 {
		line := &q.hurried
		if len(*line) == 0 && !q.held {
			line = &q.others
		}
		if len(*line) == 0 {
			return
		}
		close((*line)[0])
		*line = slices.Delete(*line, 0, 1)
		q.free--
	}
}
