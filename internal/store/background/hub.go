package background

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// Hub tells open pages what was written: in this process at once, in others
// within askEvery. However many pages are open, one statement asks for all of them.
type Hub struct {
	ask    func(context.Context, []int64) (map[int64]int64, error)
	mu     sync.Mutex
	subs   map[int64]map[chan int64]bool
	told   map[int64]int64    // the last change of each budget that somebody listens to
	stop   context.CancelFunc // ends the asking; nil while nobody listens
	asking sync.WaitGroup
}

// askEvery is how often the other processes' changes are looked for.
const askEvery = 500 * time.Millisecond

// NewHub is one that learns from ask which change of each budget is the latest; one that is not there is left out.
func NewHub(ask func(context.Context, []int64) (map[int64]int64, error)) *Hub {
	return &Hub{ask: ask, subs: map[int64]map[chan int64]bool{}, told: map[int64]int64{}}
}

// Subscribe gives a channel on which the number of the latest change of a budget
// arrives, whoever wrote it; 0 where the budget is no longer there. A slow reader
// misses numbers in between, never the last one. cancel closes the channel.
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

// End stops the asking for good.
func (h *Hub) End() {
	h.mu.Lock()
	if h.stop != nil {
		h.stop()
	}
	h.mu.Unlock()
	h.asking.Wait()
}

// follow asks for what other processes wrote until nobody listens.
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

// look publishes what is not told yet. A database that does not answer is asked again.
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
		if !known || now[no] > told || now[no] == 0 && told != 0 { // what was told meanwhile is newer than the answer
			h.Publish(no, now[no])
		}
	}
}

// Publish tells whoever listens to a budget that it is at a knowledge.
func (h *Hub) Publish(no, knowledge int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.subs[no]) > 0 {
		h.told[no] = knowledge
	}
	for ch := range h.subs[no] {
		select {
		case <-ch: // an older number that nobody took yet
		default:
		}
		ch <- knowledge
	}
}
