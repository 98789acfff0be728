package store

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"holdover/internal/database"
)

// hub tells open pages what was written: in this process at once, in others
// within askEvery. However many pages are open, one statement asks for all of them.
type hub struct {
	ask    func(context.Context, []int64) (map[int64]int64, error)
	mu     sync.Mutex
	subs   map[int64]map[chan int64]bool
	told   map[int64]int64    // the last change of each budget that somebody listens to
	stop   context.CancelFunc // ends the asking; nil while nobody listens
	asking sync.WaitGroup
}

// askEvery is how often the other processes' changes are looked for.
const askEvery = 500 * time.Millisecond

func newHub(ask func(context.Context, []int64) (map[int64]int64, error)) *hub {
	return &hub{ask: ask, subs: map[int64]map[chan int64]bool{}, told: map[int64]int64{}}
}

// Subscribe gives a channel on which the number of the latest change of a budget
// arrives, whoever wrote it; 0 where the budget is no longer there. A slow reader
// misses numbers in between, never the last one. cancel closes the channel.
func (s *Store) Subscribe(no int64) (changes <-chan int64, cancel func()) {
	return s.live.subscribe(no)
}

func (h *hub) subscribe(no int64) (<-chan int64, func()) {
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

func (h *hub) leave(no int64, ch chan int64) {
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

// end stops the asking for good.
func (h *hub) end() {
	h.mu.Lock()
	if h.stop != nil {
		h.stop()
	}
	h.mu.Unlock()
	h.asking.Wait()
}

// follow asks for what other processes wrote until nobody listens.
func (h *hub) follow(ctx context.Context) {
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
func (h *hub) look(ctx context.Context) {
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
			h.publish(no, now[no])
		}
	}
}

func (h *hub) publish(no, knowledge int64) {
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

// knowledgeOf is the number of the last change of each of some budgets that is there.
func (s *Store) knowledgeOf(ctx context.Context, budgets []int64) (map[int64]int64, error) {
	now := make(map[int64]int64, len(budgets))
	err := s.db.Once(ctx, func(q *database.Session) error {
		return q.Each("SELECT no, knowledge FROM budget WHERE no IN ("+among(budgets)+")", nil, func(r database.Row) error {
			var no, knowledge int64
			err := r.Scan(&no, &knowledge)
			now[no] = knowledge
			return err
		})
	})
	return now, err
}

// among writes numbers as IN lists them.
func among(numbers []int64) string {
	list := make([]string, len(numbers))
	for i, no := range numbers {
		list[i] = strconv.FormatInt(no, 10)
	}
	return strings.Join(list, ", ")
}
