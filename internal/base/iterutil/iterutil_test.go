package iterutil_test

import (
	"errors"
	"reflect"
	"testing"

	"holdover/internal/base/iterutil"
)

// An element with the id wins over elements with that name; a name is enough if only one element has it.
func TestFindByIDBeforeName(t *testing.T) {
	type thing struct{ id, name string }
	list := []thing{{"1", "rent"}, {"2", "food"}, {"3", "food"}, {"rent", "4"}}
	for ref, want := range map[string]struct {
		one *thing
		n   int
	}{"2": {&list[1], 1}, "4": {&list[3], 1}, "rent": {&list[3], 1}, "food": {nil, 2}, "fun": {nil, 0}} {
		one, n := iterutil.FindByIDOrName(list, func(it *thing) bool { return it.id == ref }, func(it *thing) bool { return it.name == ref })
		if one != want.one || n != want.n {
			t.Errorf("search for %q: %v, %d found; want %v, %d found", ref, one, n, want.one, want.n)
		}
	}
}

// After any move, every element is in the list once, in the previous order.
func TestMoveKeepsTheOtherElementsInOrder(t *testing.T) {
	id := func(n int) int { return n }
	for _, c := range []struct {
		one, before int
		want        []int
		ok          bool
	}{
		{2, 1, []int{2, 1, 3}, true},
		{1, 3, []int{2, 1, 3}, true},
		{1, 0, []int{2, 3, 1}, true},
		{2, 2, []int{1, 2, 3}, true},
		{4, 2, []int{1, 4, 2, 3}, true},
		{4, 0, []int{1, 2, 3, 4}, true},
		{1, 9, nil, false},
		{4, 4, nil, false},
	} {
		list := []int{1, 2, 3}
		got, ok := iterutil.MoveBefore(list, c.one, c.before, id)
		if !reflect.DeepEqual(got, c.want) || ok != c.ok || !reflect.DeepEqual(list, []int{1, 2, 3}) {
			t.Errorf("move %d before %d: %v, %t; want %v, %t, and the list unchanged, which is %v", c.one, c.before, got, ok, c.want, c.ok, list)
		}
	}
}

func TestMapsSetsAndSearches(t *testing.T) {
	list := []int{3, 1, 2, 1}
	for what, pair := range map[string][2]any{
		"Map":           {iterutil.Map(list, func(n int) string { return "abcd"[n : n+1] }), []string{"d", "b", "c", "b"}},
		"Map of none":   {iterutil.Map(nil, func(n int) int { return n }), []int{}},
		"ByKey":         {iterutil.ByKey(list, func(n int) bool { return n > 1 }), map[bool]int{true: 2, false: 1}},
		"Set":           {iterutil.Set(list), map[int]bool{1: true, 2: true, 3: true}},
		"SetOf":         {iterutil.SetOf(list, func(n int) bool { return n > 9 }), map[bool]bool{false: true}},
		"Where":         {iterutil.Where(list, func(n int) bool { return n < 2 }), []int{1, 1}},
		"Where of none": {iterutil.Where(list, func(n int) bool { return n > 9 }), []int(nil)},
		"First":         {iterutil.First(list, func(n int) bool { return n < 3 }), &list[1]},
		"First of none": {iterutil.First(list, func(n int) bool { return n > 9 }), (*int)(nil)},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
		}
	}
	if first := iterutil.First(list, func(n int) bool { return n < 3 }); first != &list[1] {
		t.Error("First returns a copy of the element")
	}
}

func TestEachStopsAtTheFirstError(t *testing.T) {
	stop, done := errors.New("stop"), 0
	err := iterutil.Each([]int{1, 2, 3}, func(n int) error {
		if done++; n == 2 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || done != 2 {
		t.Errorf("error %v after %d elements, want %v after 2", err, done, stop)
	}
	list := []int{1, 2, 3}
	if err := iterutil.EachPtr(list, func(n *int) error { *n *= 2; return nil }); err != nil || list[2] != 6 {
		t.Errorf("EachPtr that doubles the elements: list %v, error %v", list, err)
	}
}
