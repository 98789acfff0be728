package store

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// TestCachedTargetCellsEqualTheStoredOnes: the cached list of the cells with a separate target, or a snoozed one, follows the
// writes of the change itself, writes of another process, and undos.
func TestCachedTargetCellsEqualTheStoredOnes(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		first, second := open(t, cfg), open(t, cfg)
		w := household(2, small)
		no := imported(t, first, w).No
		most := 0
		check := func(v *ReadTx) error {
			all, err := v.Cells()
			if err != nil {
				return err
			}
			want := slices.DeleteFunc(all, func(c budget.Cell) bool { return c.Target == nil && c.Snoozed == "" })
			got, err := v.TargetCells()
			if most = max(most, len(got)); len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("at %d they are %+v, want %+v", v.Header().Knowledge, got, want)
			}
			return err
		}
		looks := func() {
			t.Helper()
			for _, s := range []*Store{first, second} {
				if err := s.ReadTx(t.Context(), no, check); err != nil {
					t.Fatal(err)
				}
			}
		}
		refused := errors.New("refused")
		cell := budget.Cell{Category: w.Categories[2].No, Month: w.Transactions[0].Date.Month()}
		if _, err := first.Change(t.Context(), no, meta("snooze"), func(w *WriteTx) error { // a change that is rolled back is not cached
			c := cell
			c.Snoozed = "2026-06-02T10:00:00Z"
			return errors.Join(refused, w.PutCell(c), check(&w.ReadTx))
		}); !errors.Is(err, refused) {
			t.Fatal(err)
		}
		looks()
		for i, of := range []struct {
			by       *Store
			snoozed  string
			budgeted bool // change the amount only
			another  bool // write a cell without a target
			unseen   bool // no read before the next change
		}{
			{by: first, snoozed: "2026-06-03T10:00:00Z"},
			{by: second, snoozed: "2026-06-04T10:00:00Z"},
			{by: first, budgeted: true},
			{by: second},
			{by: second, budgeted: true, another: true},
			{by: first, budgeted: true, another: true},
			{by: second, snoozed: "2026-06-05T10:00:00Z"},
			{by: second, snoozed: "2026-06-06T10:00:00Z", unseen: true},
			{by: second, budgeted: true, another: true},
		} {
			cached, _ := first.cache.Get(no, targetCells)
			done, err := of.by.Change(t.Context(), no, meta("snooze"), func(w *WriteTx) error {
				c := cell
				if of.another {
					c.Month = c.Month.Add(40)
				}
				if c.Snoozed = of.snoozed; of.budgeted {
					return w.SetBudgeted(c.Category, c.Month, money.Milli(5000+i))
				}
				if err := w.PutCell(c); err != nil {
					return err
				}
				return check(&w.ReadTx)
			})
			if err != nil {
				t.Fatalf("step %d: %v", i, err)
			}
			if of.unseen {
				continue
			}
			looks()
			if still, _ := first.cache.Get(no, targetCells); still.Until != done.No || of.another && cached.Until == done.No-1 && still.From != cached.From {
				t.Errorf("step %d: list was read at change %d and is valid until %d; before from %d, budget at %d", i, still.From, still.Until, cached.From, done.No)
			}
			if i == 3 {
				if _, err := first.Undo(t.Context(), no, done.No, meta("undo")); err != nil {
					t.Fatal(err)
				}
				looks()
			}
		}
		if most == 0 {
			t.Error("no step had a cell with a target")
		}
	})
}
