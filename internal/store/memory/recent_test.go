package memory

import (
	"slices"
	"testing"
)

// What was used longest ago gives way, and what is too large alone takes nothing else's place.
func TestRecentKeepsWhatFits(t *testing.T) {
	r := newRecent(10)
	keys := func() (all []string) {
		for at := r.uses.Front(); at != nil; at = at.Next() {
			all = append(all, at.Value.(*recentEntry).key.(string))
		}
		return all
	}
	for _, step := range []struct {
		do   func()
		want []string
		size int
	}{
		{func() { r.put("a", 1, 4); r.put("b", 2, 4) }, []string{"a", "b"}, 8},
		{func() { r.get("a") }, []string{"b", "a"}, 8},
		{func() { r.put("c", 3, 3) }, []string{"a", "c"}, 7},
		{func() { r.put("a", 4, 7) }, []string{"c", "a"}, 10},
		{func() { r.put("huge", 5, 11) }, []string{"c", "a"}, 10},
		{func() { r.put("d", 6, 9) }, []string{"d"}, 9},
		{func() { r.put("d", 7, 11) }, nil, 0},
		{func() { r.put("e", 8, 10); r.put("f", 9, 0) }, []string{"e", "f"}, 10},
		{func() { r.drop("e"); r.drop("nobody") }, []string{"f"}, 0},
	} {
		if step.do(); !slices.Equal(keys(), step.want) || r.size != step.size || len(r.places) != len(step.want) {
			t.Errorf("%v, %d, want %v, %d", keys(), r.size, step.want, step.size)
		}
	}
	if v := r.get("f"); v != 9 {
		t.Errorf("f is %v", v)
	}
	if v := r.get("e"); v != nil {
		t.Errorf("e is %v", v)
	}
}
