package database

import (
	"context"
	"slices"
	"sync"
)

// queue lets so many in at once, and who waits in the order in which they came: those
// in a hurry first, and then the others, of whom fewer may be let in for a while. Whoever waits for a connection of
// database/sql gets it by chance, and where many ask, some would wait for seconds.
type queue struct {
	mu      sync.Mutex
	in      int             // how many are
	room    int             // for how many
	most    int             // how many may be in for one of the others to be let in too
	hurried []chan struct{} // closed when they are let in
	others  []chan struct{}
}

func newQueue(room int) *queue { return &queue{room: room, most: room} }

// enter waits until there is room; leave gives it back.
func (q *queue) enter(ctx context.Context, hurried bool) error {
	q.mu.Lock()
	if q.hasRoom(hurried) {
		q.in++
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

func (q *queue) hasRoom(hurried bool) bool {
	return q.in < q.room && (hurried || q.in < q.most)
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
	q.in--
	q.admit()
}

// admitUpTo lets others than those in a hurry in only as long as fewer are in than that.
func (q *queue) admitUpTo(most int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.most = most
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
	for _, line := range []*[]chan struct{}{&q.hurried, &q.others} {
		for len(*line) > 0 && q.hasRoom(line == &q.hurried) {
			close((*line)[0])
			*line = slices.Delete(*line, 0, 1)
			q.in++
		}
	}
}
