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
	bothOf(t, func(t *testing.T, cfg database.Config) {
		here, there := open(t, cfg), open(t, cfg)
		w := household(2, small)
		no := imported(t, here, w).No
		most := 0
		look := func(v *ReadTx) error {
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
			for _, s := range []*Store{here, there} {
				if err := s.ReadTx(t.Context(), no, look); err != nil {
					t.Fatal(err)
				}
			}
		}
		refused := errors.New("refused")
		cell := budget.Cell{Category: w.Categories[2].No, Month: w.Transactions[0].Date.Month()}
		if _, err := here.Change(t.Context(), no, meta("snooze"), func(w *WriteTx) error { // a change that is rolled back is not cached
			c := cell
			c.Snoozed = "2026-06-02T10:00:00Z"
			return errors.Join(refused, w.PutCell(c), look(&w.ReadTx))
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
			{by: here, snoozed: "2026-06-03T10:00:00Z"},
			{by: there, snoozed: "2026-06-04T10:00:00Z"},
			{by: here, budgeted: true},
			{by: there},
			{by: there, budgeted: true, another: true},
			{by: here, budgeted: true, another: true},
			{by: there, snoozed: "2026-06-05T10:00:00Z"},
			{by: there, snoozed: "2026-06-06T10:00:00Z", unseen: true},
			{by: there, budgeted: true, another: true},
		} {
			kept, _ := here.cache.Get(no, targetCells)
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
				return look(&w.ReadTx)
			})
			if err != nil {
				t.Fatal(i, err)
			}
			if of.unseen {
				continue
			}
			looks()
			if still, _ := here.cache.Get(no, targetCells); still.Until != done.No || of.another && kept.Until == done.No-1 && still.From != kept.From {
				t.Errorf("%d: the list was read at %d and holds until %d; before at %d, and it is %d", i, still.From, still.Until, kept.From, done.No)
			}
			if i == 3 {
				if _, err := here.Undo(t.Context(), no, done.No, meta("undo")); err != nil {
					t.Fatal(err)
				}
				looks()
			}
		}
		if most == 0 {
			t.Error("none had a target")
		}
	})
}
