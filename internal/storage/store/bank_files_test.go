package store

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/database/databasetest"
)

// The stored data about bank files survives an undo, is copied with a budget, and is deleted with it.
func TestBankFileDataIsUndoneCopiedAndDeleted(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		w := household(7, small)
		h := imported(t, s, w)
		acc, row := w.Accounts[0].No, &w.Transactions[0]
		storeData := func(no int64, text string, also func(*WriteTx) error) Change {
			t.Helper()
			c, err := s.Change(ctx, no, meta("import"), func(w *WriteTx) error {
				if err := also(w); err != nil {
					return err
				}
				return w.KeepBankFile(acc, json.RawMessage(text))
			})
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		flag := func(colour string) func(*WriteTx) error {
			return func(w *WriteTx) error { row.FlagColour = colour; return w.PutTransaction(row) }
		}
		wantData := func(no int64, want string) {
			t.Helper()
			err := s.ReadTx(ctx, no, func(v *ReadTx) error {
				got, err := v.BankFile(acc)
				if string(got) != want {
					t.Errorf("kept %q, want %q", got, want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
		wantData(h.No, "")
		storeData(h.No, `{"a":1}`, flag("red"))
		second := storeData(h.No, `{"a":"ü"}`, flag("blue"))
		if _, err := s.Undo(ctx, h.No, second.No, meta("undo")); err != nil {
			t.Fatal(err)
		}
		wantData(h.No, `{"a":"ü"}`)
		copied, err := s.Duplicate(ctx, h.No, "twin", func([]ExistingBudget) string { return "Twin" }, meta("duplicate"), 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Delete(ctx, h.No); err != nil {
			t.Fatal(err)
		}
		wantData(copied.No, `{"a":"ü"}`)
		if err := s.Delete(ctx, copied.No); err != nil {
			t.Fatal(err)
		}
		checkNoRows(t, s)
	})
}

// Only a user's deletion counts as deleted, and only until it is undone.
func TestOnlyDeletionsByUsersCountAsDeleted(t *testing.T) {
	onBothDatabases(t, func(t *testing.T, s *Store) {
		ctx := t.Context()
		w := household(7, small)
		h := imported(t, s, w)
		acc := w.Accounts[0].No
		deleted := func(want ...string) {
			t.Helper()
			err := s.ReadTx(ctx, h.No, func(v *ReadTx) error {
				got, err := v.DeletedImports(acc)
				ids := iterutil.Map(got, func(t budget.Transaction) string { return t.Bank.ImportID })
				if slices.Sort(ids); !slices.Equal(ids, want) {
					t.Errorf("deleted are %q, want %q", ids, want)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
		var nos []budget.TxNo
		added, err := s.Change(ctx, h.No, meta("add"), func(w *WriteTx) error {
			for i, a := range []budget.AccountNo{acc, acc, acc + 2} {
				row := budget.Transaction{
					ID: string(rune('a' + i)), Account: a, Date: 20260301, Amount: 1000, Cleared: budget.ClearedYes,
					Memo: `"import_id":"memo"`, Bank: &budget.Bank{ImportID: `bank:"` + string(rune('a'+i))},
				}
				if err := w.PutTransaction(&row); err != nil {
					return err
				}
				nos = append(nos, row.No)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		deleted()
		if _, err := s.Undo(ctx, h.No, added.No, meta("undo")); err != nil {
			t.Fatal(err)
		}
		deleted()
		if _, err := s.Redo(ctx, h.No, added.No, meta("redo")); err != nil {
			t.Fatal(err)
		}
		deletion, err := s.Change(ctx, h.No, meta("delete"), func(w *WriteTx) error {
			for _, no := range nos {
				if err := w.DeleteTransaction(no); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		deleted(`bank:"a`, `bank:"b`)
		if _, err := s.Undo(ctx, h.No, deletion.No, meta("undo")); err != nil {
			t.Fatal(err)
		}
		deleted()
		if _, err := s.Redo(ctx, h.No, deletion.No, meta("redo")); err != nil {
			t.Fatal(err)
		}
		deleted(`bank:"a`, `bank:"b`)
	})
}

// Adding one transaction, or reading the budgeted amounts, must not read a journal of a million rows: each query uses
// an index.
func TestJournalQueriesUseAnIndex(t *testing.T) {
	s := open(t, database.Config{Dir: databasetest.Dir(t)})
	h := imported(t, s, household(7, small))
	kind := string(KindTransaction)
	for _, c := range []struct {
		index, query string
		args         []any
	}{
		{"change_row_deleted (budget=? AND kind=?", selectDeleted, []any{h.No, kind}},
		{"change_row_moved (budget=? AND kind=?", selectMoved, []any{h.No, kind}},
		{"change_row_cells (budget=? AND sub>? AND sub<?", selectBudgeted, []any{h.No, 1, 2}},
	} {
		err := s.ReadTx(t.Context(), h.No, func(v *ReadTx) error {
			plans := ""
			err := v.q.Each("EXPLAIN QUERY PLAN "+c.query, c.args, func(r database.Row) error {
				var id, parent, unused int
				var plan string
				err := r.Scan(&id, &parent, &unused, &plan)
				plans += plan + "; "
				return err
			})
			if !strings.Contains(plans, "USING INDEX "+c.index) {
				t.Errorf("index %s is not used: %s", c.index, plans)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
