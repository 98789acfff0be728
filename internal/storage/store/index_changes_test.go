package store

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"holdover/internal/logic/rowindex"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/index"
)

// Fill makes the same row of a transaction as reading it from the database, with every field and every part. An
// import uses Fill to index its rows.
func TestFillEqualsReadingTheRow(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		s := open(t, cfg)
		w := household(5, small)
		w.Transactions[0].Bank = &budget.Bank{ImportID: "b1", PayeeName: "SHOP", PayeeNameOriginal: "SHOP 0042"}
		w.Transactions[1].Bank = &budget.Bank{ImportID: "b2"}
		w.Transactions[2].FlagColour, w.Transactions[2].Approved, w.Transactions[2].Memo = "red", true, "a note"
		w.Transactions[3].Transfer.Account = w.Accounts[1].No
		no := imported(t, s, w).No
		if err := s.ReadTx(t.Context(), no, func(v *ReadTx) error {
			read := map[budget.TxNo]*rowindex.Row{}
			err := index.Each(v.q, v.no, nil, func(r *rowindex.Row) error {
				one := *r
				read[r.No] = &one
				return nil
			})
			split, moves := 0, 0
			for t1, err := range v.Transactions(Filter{}) {
				if err != nil {
					return err
				}
				got := new(rowindex.Row)
				if index.Fill(got, &t1); !reflect.DeepEqual(got, read[t1.No]) {
					t.Errorf("transaction %+v\nis filled as %+v\nand read as %+v", t1, got, read[t1.No])
				}
				if len(t1.Parts) > 0 {
					split++
				}
				if t1.Transfer.Account != 0 {
					moves++
				}
			}
			if split == 0 || moves == 0 {
				t.Errorf("%d splits and %d transfers, want some of each", split, moves)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// A search after a change finds the rows that the change wrote, wrote twice or deleted, and those that another
// process wrote.
func TestSearchAfterChange(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg database.Config) {
		first, second := open(t, cfg), open(t, cfg)
		w := household(6, small)
		no := imported(t, first, w).No
		check := func(s *Store, step string) {
			t.Helper()
			if err := s.ReadTx(t.Context(), no, func(v *ReadTx) error {
				x, err := v.rowIndex()
				if err != nil {
					return err
				}
				fresh, _, err := v.loadIndex()
				if err != nil {
					return err
				}
				for _, f := range []Filter{{Text: "twice"}, {Text: "once"}, {Text: "elsewhere"}, {Account: w.Accounts[0].No, Cleared: budget.ClearedYes}} {
					got, want := x.Find(f), fresh.Find(f)
					if got.Rows != want.Rows || got.Sum != want.Sum {
						t.Errorf("%s: %+v finds %d rows of %d, not %d of %d", step, f, got.Rows, got.Sum, want.Rows, want.Sum)
					}
				}
				if x.Rows() != fresh.Rows() {
					t.Errorf("%s: index has %d rows, want %d", step, x.Rows(), fresh.Rows())
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		change := func(s *Store, do func(w *WriteTx) error) {
			t.Helper()
			if _, err := s.Change(t.Context(), no, meta("change"), do); err != nil {
				t.Fatal(err)
			}
		}
		noted := func(i int, memo string) *budget.Transaction {
			row := w.Transactions[i]
			row.Memo, row.Cleared = memo, budget.ClearedYes
			return &row
		}
		check(first, "at first")
		change(first, func(w *WriteTx) error {
			return errors.Join(w.PutTransaction(noted(0, "once")), w.PutTransaction(noted(0, "twice")), w.PutTransaction(noted(1, "once")))
		})
		check(first, "written twice")
		alone := slices.IndexFunc(w.Transactions[2:], func(t budget.Transaction) bool { return t.Transfer.Account == 0 && len(t.Parts) == 0 }) + 2
		change(first, func(w *WriteTx) error {
			return errors.Join(w.PutTransaction(noted(alone, "once")), w.DeleteTransaction(noted(alone, "").No))
		})
		check(first, "deleted")
		change(first, func(w *WriteTx) error { return w.PutTransaction(noted(3, "once")) })
		change(second, func(w *WriteTx) error { return w.PutTransaction(noted(3, "elsewhere")) })
		check(first, "written elsewhere since")
		change(first, func(w *WriteTx) error { return w.PutTransaction(noted(4, "once")) })
		change(first, func(w *WriteTx) error { return w.PutTransaction(noted(5, "twice")) })
		check(first, "after two changes")
		change(first, func(wr *WriteTx) error {
			var all []error
			for i := range 17 {
				all = append(all, wr.PutTransaction(noted(6+i, "once")))
			}
			return errors.Join(all...)
		})
		check(first, "many rows")
		change(first, func(wr *WriteTx) error {
			return errors.Join(wr.PutTransaction(noted(30, "twice")), wr.MoveLines(w.Categories[0].No, w.Categories[1].No))
		})
		check(first, "moved")
	})
}
