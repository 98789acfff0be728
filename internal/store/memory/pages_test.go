package memory

import "testing"

// A page is that of one change alone, and the one asked for longest ago goes first.
func TestPages(t *testing.T) {
	p := NewPages(2 * (100 + perPage))
	first, second, third := PageKey{1}, PageKey{2}, PageKey{3}
	now := Change{Knowledge: 7, Modified: 70}
	text := make([]byte, 100)
	p.Put(first, now, text)
	p.Put(second, now, text)
	for _, other := range []Change{{8, 70}, {6, 70}, {7, 71}} {
		if p.Get(first, other) != nil {
			t.Errorf("the page of %v is given for %v", now, other)
		}
	}
	if p.Get(first, now) == nil {
		t.Error("a page is lost")
	}
	p.Put(third, now, text)
	if p.Get(second, now) != nil || p.Get(first, now) == nil || p.Get(third, now) == nil {
		t.Error("not the one that was asked for longest ago went")
	}
	p.Put(first, Change{Knowledge: 8, Modified: 80}, text)
	if p.Get(first, now) != nil {
		t.Error("a page stays behind a later one")
	}
	if p.Put(second, now, make([]byte, 1000)); p.Get(second, now) != nil {
		t.Error("a page is kept that is larger than all may be")
	}
}
