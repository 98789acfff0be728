package index

import (
	"testing"

	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
)

// The cache stays within its bound, drops the least recently used budget, and may contain one budget of any size.
func TestCachedIndexesAreLimited(t *testing.T) {
	rows := func(n int) *rowindex.Index {
		b := new(rowindex.Builder)
		for no := range n {
			if err := b.Add(&rowindex.Row{No: budget.TxNo(no + 1), Cleared: budget.Uncleared}); err != nil {
				t.Fatal(err)
			}
		}
		return rowindex.New(&rowindex.Records{}, b)
	}
	c := NewCache(100)
	get := func(no int64, n int) {
		_, err := c.Get(t.Context(), no, 1, func(*Version) (*rowindex.Index, int, error) { return rows(n), n, nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	has := func(no int64) bool { return c.Latest(no, 1) != nil }
	get(1, 40)
	get(2, 40)
	get(1, 40)
	get(3, 40)
	if !has(1) || has(2) || !has(3) || c.histories.Size() != 80 {
		t.Errorf("cached budgets 1, 2, 3: %v %v %v with %d rows; want 1 and 3 with 80", has(1), has(2), has(3), c.histories.Size())
	}
	get(4, 500)
	if has(1) || has(3) || !has(4) {
		t.Error("the largest budget is not the only one cached")
	}
	c.Drop(4)
	if rows := c.histories.Size(); rows != 0 {
		t.Errorf("%d rows are cached after all were dropped, want 0", rows)
	}
}
