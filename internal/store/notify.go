package store

import "sync"

// hub tells open pages of one process what was written in it. Where several
// processes write, ask [Store.Knowledge] now and then.
type hub struct {
	mu   sync.Mutex
	subs map[int64]map[chan int64]bool
}

func newHub() *hub { return &hub{subs: map[int64]map[chan int64]bool{}} }

// Subscribe gives a channel on which the number of the latest change of a budget
// arrives. A slow reader misses numbers in between, never the last one. cancel
// closes the channel.
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
	return ch, sync.OnceFunc(func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subs[no], ch)
		if len(h.subs[no]) == 0 {
			delete(h.subs, no)
		}
		close(ch)
	})
}

func (h *hub) publish(no, knowledge int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.subs[no] {
		select {
		case <-ch: // an older number that nobody took yet
		default:
		}
		ch <- knowledge
	}
}
