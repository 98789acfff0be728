package store

import (
	"errors"
	"testing"

	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
)

// TestCountsOfWaitingRowsFollowTheRows: the cached counts of waiting rows follow changes of rows and accounts, of both
// processes, and undos. After any other change the rows are not read.
func TestCountsOfWaitingRowsFollowTheRows(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		first, second := open(t, cfg), open(t, cfg)
		w := household(2, small)
		no := imported(t, first, w).No
		seen := map[toDo]bool{}
		check := func(v *ReadTx) error {
			var got toDo
			var err error
			if got.uncategorised, got.unapproved, err = v.Waiting(); err != nil {
				return err
			}
			all, _, err := v.loadIndex()
			if err != nil {
				return err
			}
			var want toDo
			if want.uncategorised, want.unapproved = all.Waiting(); got != want {
				t.Errorf("at %d there are %+v, want %+v", v.Header().Knowledge, got, want)
			}
			seen[got] = true
			return nil
		}
		looks := func() {
			t.Helper()
			for _, s := range []*Store{first, second} {
				if err := s.ReadTx(t.Context(), no, check); err != nil {
					t.Fatal(err)
				}
			}
		}
		looks()
		row, account := w.Transactions[0], w.Accounts[0]
		row.Account, row.Category, row.Transfer, row.Parts = account.No, 0, budget.Transfer{}, nil
		bare := func(w *WriteTx) error { row.Approved = false; return w.PutTransaction(&row) }
		refused := errors.New("refused")
		if _, err := first.Change(t.Context(), no, meta("refused"), func(w *WriteTx) error { // a change that is rolled back is not cached
			return errors.Join(bare(w), check(&w.ReadTx), refused)
		}); !errors.Is(err, refused) {
			t.Fatal(err)
		}
		looks()
		for i, change := range []func(w *WriteTx) error{
			bare,
			func(w *WriteTx) error { row.Approved = true; return w.PutTransaction(&row) },
			func(w *WriteTx) error { account.OnBudget = !account.OnBudget; return w.Put(&account) },
			func(w *WriteTx) error { account.OnBudget = !account.OnBudget; return w.Put(&account) },
			func(w *WriteTx) error { return w.DeleteTransaction(row.No) },
		} {
			by := []*Store{first, second}[i%2]
			done, err := by.Change(t.Context(), no, meta("change"), change)
			if err != nil {
				t.Fatal(err)
			}
			looks()
			if i == 4 {
				if _, err := by.Undo(t.Context(), no, done.No, meta("undo")); err != nil {
					t.Fatal(err)
				}
				looks()
			}
		}
		if len(seen) < 4 {
			t.Errorf("counts that occurred: %v, want at least 4", seen)
		}
		first.indexes.Drop(no)
		if _, err := second.Change(t.Context(), no, meta("amount"), addGroup); err != nil {
			t.Fatal(err)
		}
		if err := first.ReadTx(t.Context(), no, func(v *ReadTx) error { _, _, err := v.Waiting(); return err }); err != nil {
			t.Fatal(err)
		}
		if first.indexes.Latest(no, 1<<40) != nil {
			t.Error("the rows were read again")
		}
	})
}
