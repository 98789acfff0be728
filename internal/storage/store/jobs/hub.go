package jobs

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// Hub notifies open pages of changes: at once of those that this process publishes, within pollInterval of those of other
// processes. One statement reads the latest change numbers of all subscribed budgets, however many pages are open.
type Hub struct {
	latest      func(context.Context, []int64) (map[int64]int64, error)
	mu          sync.Mutex
	subscribers map[int64]map[chan int64]bool // by budget
	published   map[int64]int64               // the last number sent for each budget that has a subscriber
	stopPolling context.CancelFunc            // nil while no budget has a subscriber
	pollers     sync.WaitGroup
}

// pollInterval is the time between two reads of other processes' changes.
const pollInterval = 500 * time.Millisecond

// NewHub returns a hub. latest returns the number of the latest change of each budget. It leaves out a budget that does not exist.
func NewHub(latest func(context.Context, []int64) (map[int64]int64, error)) *Hub {
	return &Hub{latest: latest, subscribers: map[int64]map[chan int64]bool{}, published: map[int64]int64{}}
}

// Subscribe returns a channel that receives the number of each later change of a budget, of any process, and 0 once the
// budget is deleted. The first subscriber of a budget also receives the present number, within pollInterval. A slow reader
// misses numbers in between, but never the last one. cancel ends the subscription and closes the channel.
func (h *Hub) Subscribe(budgetNo int64) (changes <-chan int64, cancel func()) {
	ch := make(chan int64, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers[budgetNo] == nil {
		h.subscribers[budgetNo] = map[chan int64]bool{}
	}
	h.subscribers[budgetNo][ch] = true
	if h.stopPolling == nil {
		var ctx context.Context
		ctx, h.stopPolling = context.WithCancel(context.Background())
		h.pollers.Go(func() { h.poll(ctx) })
	}
	return ch, sync.OnceFunc(func() { h.unsubscribe(budgetNo, ch) })
}

func (h *Hub) unsubscribe(budgetNo int64, ch chan int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subscribers[budgetNo], ch)
	close(ch)
	if len(h.subscribers[budgetNo]) > 0 {
		return
	}
	delete(h.subscribers, budgetNo)
	delete(h.published, budgetNo)
	if len(h.subscribers) == 0 {
		h.stopPolling()
		h.stopPolling = nil
	}
}

// End stops polling and waits until it has stopped. No call of Subscribe may follow.
func (h *Hub) End() {
	h.mu.Lock()
	if h.stopPolling != nil {
		h.stopPolling()
	}
	h.mu.Unlock()
	h.pollers.Wait()
}

// poll reads the changes of other processes until ctx is cancelled.
func (h *Hub) poll(ctx context.Context) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.pollOnce(ctx)
		}
	}
}

// pollOnce publishes the changes that are not published yet. After a database error, the next tick tries again.
func (h *Hub) pollOnce(ctx context.Context) {
	h.mu.Lock()
	budgets := slices.Collect(maps.Keys(h.subscribers))
	h.mu.Unlock()
	if len(budgets) == 0 {
		return
	}
	latest, err := h.latest(ctx, budgets)
	if err != nil {
		return
	}
	for _, no := range budgets {
		h.mu.Lock()
		published, isKnown := h.published[no]
		h.mu.Unlock()
		// A number that was published during the query is newer than the query's result.
		isNewer := latest[no] > published
		isDeleted := latest[no] == 0 && published != 0
		if !isKnown || isNewer || isDeleted {
			h.Publish(no, latest[no])
		}
	}
}

// Publish sends the number of a budget's latest change to its subscribers.
func (h *Hub) Publish(budgetNo, changeNo int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.subscribers[budgetNo]) > 0 {
		h.published[budgetNo] = changeNo
	}
	for ch := range h.subscribers[budgetNo] {
		select {
		case <-ch: // an older number that was not received yet
		default:
		}
		ch <- changeNo
	}
}
