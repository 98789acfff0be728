package jobs

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// Hub notifies open pages of changes: at once for changes of this process, within askEvery for those of other
// processes. One statement reads the change numbers of all subscribed budgets, however many pages are open.
type Hub struct {
	ask    func(context.Context, []int64) (map[int64]int64, error)
	mu     sync.Mutex
	subs   map[int64]map[chan int64]bool
	told   map[int64]int64    // the last published change of each budget that has a subscriber
	stop   context.CancelFunc // stops polling; nil without subscribers
	asking sync.WaitGroup
}

// askEvery is the interval at which changes of other processes are polled.
const askEvery = 500 * time.Millisecond

// NewHub returns a hub. ask returns the number of the latest change of each budget; it leaves out a budget that does
// not exist.
func NewHub(ask func(context.Context, []int64) (map[int64]int64, error)) *Hub {
	return &Hub{ask: ask, subs: map[int64]map[chan int64]bool{}, told: map[int64]int64{}}
}

// Subscribe returns a channel that receives the number of a budget's latest change, of any process, and 0 if the
// budget was deleted. A slow reader misses numbers in between, but never the last one. cancel closes the channel.
func (h *Hub) Subscribe(no int64) (changes <-chan int64, cancel func()) {
	ch := make(chan int64, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs[no] == nil {
		h.subs[no] = map[chan int64]bool{}
	}
	h.subs[no][ch] = true
	if h.stop == nil {
		var ctx context.Context
		ctx, h.stop = context.WithCancel(context.Background())
		h.asking.Go(func() { h.follow(ctx) })
	}
	return ch, sync.OnceFunc(func() { h.leave(no, ch) })
}

func (h *Hub) leave(no int64, ch chan int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs[no], ch)
	close(ch)
	if len(h.subs[no]) > 0 {
		return
	}
	delete(h.subs, no)
	delete(h.told, no)
	if len(h.subs) == 0 && h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

// End stops polling permanently and waits until it has stopped.
func (h *Hub) End() {
	h.mu.Lock()
	if h.stop != nil {
		h.stop()
	}
	h.mu.Unlock()
	h.asking.Wait()
}

// follow polls the changes of other processes until ctx is cancelled.
func (h *Hub) follow(ctx context.Context) {
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.look(ctx)
		}
	}
}

// look publishes the changes that are not published yet. After a database error, the next tick tries again.
func (h *Hub) look(ctx context.Context) {
	h.mu.Lock()
	watched := slices.Collect(maps.Keys(h.subs))
	h.mu.Unlock()
	if len(watched) == 0 {
		return
	}
	now, err := h.ask(ctx, watched)
	if err != nil {
		return
	}
	for _, no := range watched {
		h.mu.Lock()
		told, known := h.told[no]
		h.mu.Unlock()
		if !known || now[no] > told || now[no] == 0 && told != 0 { // a number published during the query is newer than its result
			h.Publish(no, now[no])
		}
	}
}

// Publish sends the number of a budget's last change to its subscribers.
func (h *Hub) Publish(no, knowledge int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.subs[no]) > 0 {
		h.told[no] = knowledge
	}
	for ch := range h.subs[no] {
		select {
		case <-ch: // an older number that was not received yet
		default:
		}
		ch <- knowledge
	}
}
