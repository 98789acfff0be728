package memory

import linked "container/list"

// recent keeps what was used lately, as much as fits together. Its owner sees to it
// that one at a time uses it.
type recent[K comparable, V any] struct {
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
	r.drop(key)
	if size > r.most {
		return
	}
	r.places[key] = r.uses.PushBack(&recentEntry[K, V]{key, value, size})
	for r.size += size; r.size > r.most; {
		r.drop(r.uses.Front().Value.(*recentEntry[K, V]).key)
	}
}

func (r *recent[K, V]) drop(key K) {
	if at := r.places[key]; at != nil {
		r.size -= r.uses.Remove(at).(*recentEntry[K, V]).size
		delete(r.places, key)
	}
}
