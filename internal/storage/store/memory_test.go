package store

import (
	"reflect"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/cache"
)

// With less memory less is cached, and results are the same. Too little memory is refused.
func TestMemoryLimitsTheCache(t *testing.T) {
	cfg := database.Config{Dir: t.TempDir(), Memory: database.LeastMemory}
	s, uncached := open(t, cfg), open(t, cfg)
	none := over(uncached.db, database.Config{}, cache.Bounds{})
	uncached.cache, uncached.indexes = none.cache, none.indexes
	if s.indexes.Most() != 2560*database.LeastMemory {
		t.Errorf("limit of cached rows: %d, want %d", s.indexes.Most(), 2560*database.LeastMemory)
	}
	w := household(5, small)
	h := imported(t, s, w)
	for n := range 3 {
		row := w.Transactions[n]
		row.Amount += 1000
		if _, err := s.Change(t.Context(), h.No, meta("edit"), func(w *WriteTx) error { return w.PutTransaction(&row) }); err != nil {
			t.Fatal(err)
		}
		results := map[*Store][]any{}
		for _, by := range []*Store{s, uncached} {
			if err := by.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
				sheet, err := v.Sheet()
				if err != nil {
					return err
				}
				lines, err := v.Lines()
				if err != nil {
					return err
				}
				accounts, err := v.Accounts()
				unsorted, unapproved := lines.Waiting()
				results[by] = []any{sheet.Months, sheet.Rows, sheet.Cards, unsorted, unapproved, accounts}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(results[s], results[uncached]) {
			t.Errorf("results with memory %v\nwithout %v", results[s], results[uncached])
		}
	}
	for by, want := range map[*Store]bool{s: true, uncached: false} {
		_, sheet := by.cache.Get(h.No, cachedSheet)
		_, figures := by.cache.Get(h.No, cachedFigures)
		_, accounts := by.cache.Get(h.No, listOf{kind: KindAccount})
		if sheet != want || figures != want || accounts != want {
			t.Errorf("cached are a sheet: %v, figures: %v, accounts: %v, want %v", sheet, figures, accounts, want)
		}
	}
	for _, mib := range []int{-1, 1, database.LeastMemory - 1} {
		if _, err := Open(t.Context(), database.Config{Dir: t.TempDir(), Memory: mib}); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("open with %d MiB: error %v, want it invalid", mib, err)
		}
	}
}
