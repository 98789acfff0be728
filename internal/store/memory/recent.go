package memory

import (
	linked "container/list"
	"sync"
)

// recent keeps what was used lately, as much as fits together. It is safe for concurrent use.
type recent[K comparable, V any] struct {
	mu         sync.Mutex
	most, size int
	places     map[K]*linked.Element
	uses       linked.List // of *recentEntry, longest ago first
}

type recentEntry[K comparable, V any] struct {
	key   K
	value V
	size  int
}

func newRecent[K comparable, V any](most int) *recent[K, V] {
	return &recent[K, V]{most: most, places: map[K]*linked.Element{}}
}

func (r *recent[K, V]) get(key K) (value V, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.places[key]
	if at == nil {
		return value, false
	}
	r.uses.MoveToBack(at)
	return at.Value.(*recentEntry[K, V]).value, true
}

// put keeps a value in place of the one of its key. One that is larger than all
// together may be is not kept.
func (r *recent[K, V]) put(key K, value V, size int) {
	r.putOver(key, value, size, func(V) bool { return true })
}

// putOver is put where may says so of what is there.
func (r *recent[K, V]) putOver(key K, value V, size int, may func(have V) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if at := r.places[key]; at != nil && !may(at.Value.(*recentEntry[K, V]).value) {
		r.uses.MoveToBack(at)
		return
	}
	r.remove(key)
	if size > r.most {
		return
	}
	r.places[key] = r.uses.PushBack(&recentEntry[K, V]{key, value, size})
	for r.size += size; r.size > r.most; {
		r.remove(r.uses.Front().Value.(*recentEntry[K, V]).key)
	}
}

func (r *recent[K, V]) drop(key K) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.remove(key)
}

func (r *recent[K, V]) dropAll(which func(K) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range r.places {
		if which(key) {
			r.remove(key)
		}
	}
}

func (r *recent[K, V]) remove(key K) {
	if at := r.places[key]; at != nil {
		r.size -= r.uses.Remove(at).(*recentEntry[K, V]).size
		delete(r.places, key)
	}
}
