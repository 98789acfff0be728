package each_test

import (
	"errors"
	"reflect"
	"testing"

	"holdover/internal/each"
)

func TestEach(t *testing.T) {
	list := []int{3, 1, 2, 1}
	for what, is := range map[string][2]any{
		"To":            {each.To(list, func(n int) string { return "abcd"[n : n+1] }), []string{"d", "b", "c", "b"}},
		"To of none":    {each.To(nil, func(n int) int { return n }), []int{}},
		"By":            {each.By(list, func(n int) bool { return n > 1 }), map[bool]int{true: 2, false: 1}},
		"Set":           {each.Set(list), map[int]bool{1: true, 2: true, 3: true}},
		"SetOf":         {each.SetOf(list, func(n int) bool { return n > 9 }), map[bool]bool{false: true}},
		"Where":         {each.Where(list, func(n int) bool { return n < 2 }), []int{1, 1}},
		"Where of none": {each.Where(list, func(n int) bool { return n > 9 }), []int(nil)},
		"First":         {each.First(list, func(n int) bool { return n < 3 }), &list[1]},
		"First of none": {each.First(list, func(n int) bool { return n > 9 }), (*int)(nil)},
	} {
		if !reflect.DeepEqual(is[0], is[1]) {
			t.Errorf("%s: %v, want %v", what, is[0], is[1])
		}
	}
	if first := each.First(list, func(n int) bool { return n < 3 }); first != &list[1] {
		t.Error("First is a copy")
	}
}

func TestEachUntilItFails(t *testing.T) {
	stop, done := errors.New("stop"), 0
	err := each.Do([]int{1, 2, 3}, func(n int) error {
		if done++; n == 2 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || done != 2 {
		t.Errorf("%v after %d", err, done)
	}
	list := []int{1, 2, 3}
	if err := each.At(list, func(n *int) error { *n *= 2; return nil }); err != nil || list[2] != 6 {
		t.Errorf("%v, %v", err, list)
	}
}
