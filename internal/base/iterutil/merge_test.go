package iterutil_test

import (
	"cmp"
	"iter"
	"slices"
	"testing"

	"holdover/internal/base/iterutil"
)

// Elements of all sequences arrive in order, also if some are empty, and a consumer may stop early.
func TestMerge(t *testing.T) {
	lists := [][]int{{1, 4, 4, 9}, {}, {2, 3, 10, 11}, {0}, {5, 6, 7, 8}}
	want := slices.Sorted(slices.Values(slices.Concat(lists...)))
	sorted := iterutil.Map(lists, func(list []int) iter.Seq[int] { return slices.Values(list) })
	for stop := range len(want) + 1 {
		var got []int
		for n := range iterutil.Merge(cmp.Compare, sorted...) {
			if len(got) == stop {
				break
			}
			got = append(got, n)
		}
		if !slices.Equal(got, want[:stop]) {
			t.Errorf("first %d elements: %v, want %v", stop, got, want[:stop])
		}
	}
	for n := range iterutil.Merge[int](cmp.Compare) {
		t.Errorf("merge of no sequences yields %d, want no elements", n)
	}
}
