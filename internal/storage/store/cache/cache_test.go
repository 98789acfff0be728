package cache

import "testing"

// A later entry is never replaced by an earlier one, and an entry larger than the cache is not stored.
func TestLaterEntriesAreNotReplaced(t *testing.T) {
	c := New(1000)
	put := func(budget, until int64, value string, bytes int) {
		c.Put(budget, "sheet", Entry{until, until, value, bytes})
	}
	wantEntry := func(budget int64, want string) {
		t.Helper()
		if e, _ := c.Get(budget, "sheet"); want != "" && e.Value != want || want == "" && e.Value != nil {
			t.Errorf("budget %d has %v, want %q", budget, e.Value, want)
		}
	}
	put(1, 7, "seven", 0)
	put(1, 6, "six", 0)
	put(2, 3, "three", 0)
	wantEntry(1, "seven")
	put(1, 8, "eight", 0)
	wantEntry(1, "eight")
	wantEntry(2, "three")
	put(2, 4, "large", 1000)
	wantEntry(2, "")
	c.DropBudget(1)
	wantEntry(1, "")
}
