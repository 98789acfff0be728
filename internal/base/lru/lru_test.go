package lru

import (
	"slices"
	"testing"
)

// The cache drops the least recently used values first. A value that is larger than the cache drops no others.
func TestCacheDropsLeastRecentlyUsed(t *testing.T) {
	c := New(10)
	var dropped []any
	keys := func() (all []string) {
		for at := c.uses.Front(); at != nil; at = at.Next() {
			all = append(all, at.Value.(*entry).key.(string))
		}
		return all
	}
	put := func(key string, value, size int) func() {
		return func() { dropped = c.Put(key, value, size) }
	}
	for _, step := range []struct {
		do      func()
		want    []string
		size    int
		dropped []any
	}{
		{put("a", 1, 4), []string{"a"}, 4, nil},
		{put("b", 2, 4), []string{"a", "b"}, 8, nil},
		{func() { c.Get("a") }, []string{"b", "a"}, 8, nil},
		{put("c", 3, 3), []string{"a", "c"}, 7, []any{2}},
		{put("a", 4, 7), []string{"c", "a"}, 10, []any{1}},
		{put("huge", 5, 11), []string{"c", "a"}, 10, []any{5}},
		{func() { dropped = c.PutIf("c", 7, 1, func(have any) bool { return have != 3 }) }, []string{"a", "c"}, 10, nil},
		{put("d", 6, 9), []string{"d"}, 9, []any{4, 3}},
		{put("d", 7, 11), nil, 0, []any{6, 7}},
		{put("e", 8, 10), []string{"e"}, 10, nil},
		{put("f", 9, 0), []string{"e", "f"}, 10, nil},
		{func() { dropped = []any{c.Take("e"), c.Take("missing")} }, []string{"f"}, 0, []any{8, nil}},
		{put("g", 10, 3), []string{"f", "g"}, 3, nil},
		{func() { dropped = c.RemoveFunc(func(key any) bool { return key == "g" }) }, []string{"f"}, 0, []any{10}},
	} {
		dropped = nil
		if step.do(); !slices.Equal(keys(), step.want) || c.Size() != step.size || len(c.entries) != len(step.want) || !slices.Equal(dropped, step.dropped) {
			t.Errorf("%v of %d, dropped %v; want %v of %d, dropped %v", keys(), c.Size(), dropped, step.want, step.size, step.dropped)
		}
	}
	if v := c.Get("f"); v != 9 {
		t.Errorf("value f is %v", v)
	}
	if v := c.Get("e"); v != nil {
		t.Errorf("value e is %v", v)
	}
}
