package store

import (
	"slices"
	"testing"
)

// One large budget prevented all smaller ones from being warm.
func TestSmallBudgetsAreCachedBesideALargeOne(t *testing.T) {
	got := fitting([]large{{1, 900}, {2, 40}, {3, 70}, {4, 60}}, 100)
	if want := []large{{2, 40}, {4, 60}}; !slices.Equal(got, want) {
		t.Errorf("warm are %v, want %v", got, want)
	}
}
