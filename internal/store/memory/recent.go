package memory

import (
	linked "container/list"
	"sync"
)

// recent keeps what was used lately, as much as fits together. It is safe for concurrent use. It has no type parameters:
// whoever knows a Store, as each page does, would compile its methods once more for each kind of value that one keeps.
type recent struct {
	mu         sync.Mutex
	most, size int
	places     map[any]*linked.Element
	uses       linked.List // of *recentEntry, longest ago first
}

type recentEntry struct {
	key, value any
	size       int
}

func newRecent(most int) *recent {
	return &recent{most: most, places: map[any]*linked.Element{}}
}

// get is the value of a key, nil for none.
func (r *recent) get(key any) (value any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.places[key]
	if at == nil {
		return nil
	}
	r.uses.MoveToBack(at)
	return at.Value.(*recentEntry).value
}

// put keeps a value in place of the one of its key. One that is larger than all
// together may be is not kept.
func (r *recent) put(key, value any, size int) {
	r.putOver(key, value, size, func(any) bool { return true })
}

// putOver is put where may says so of what is there.
func (r *recent) putOver(key, value any, size int, may func(have any) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := r.places[key]; at != nil && !may(at.Value.(*recentEntry).value) {
		r.uses.MoveToBack(at)
		return
	}
	r.remove(key)
	if size > r.most {
		return
	}
	r.places[key] = r.uses.PushBack(&recentEntry{key, value, size})
	for r.size += size; r.size > r.most; {
		r.remove(r.uses.Front().Value.(*recentEntry).key)
	}
}

func (r *recent) drop(key any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(key)
}

func (r *recent) dropAll(which func(key any) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range r.places {
		if which(key) {
			r.remove(key)
		}
	}
}

func (r *recent) remove(key any) {
	if at := r.places[key]; at != nil {
		r.size -= r.uses.Remove(at).(*recentEntry).size
		delete(r.places, key)
	}
}
