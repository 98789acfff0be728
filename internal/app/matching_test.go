package app

import (
	"log/slog"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
)

// importedRow returns a transaction as sent by a bank's program.
func importedRow(importID string, amount money.Milli, day int) NewTransaction {
	account, date, name, cleared := "bank", march.AddDays(day), "BAKER 0815", "cleared"
	return NewTransaction{ImportID: importID, TransactionFields: TransactionFields{Account: &account, Date: &date, Amount: &amount, PayeeName: &name, Cleared: &cleared}}
}

// An imported row matches the one that a user entered within ten days, once; it can be unmatched and matched again,
// and an imported row is never imported again, even after it was deleted.
func TestImportedRowMatchesOneEnteredRow(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) { matchOneByOne(t, newTestBudget(t)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		a, err := Open(t.Context(), store.Config{URL: databasetest.Postgres(t)}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		matchOneByOne(t, openTestBudget(t, t, a))
	})
}

func matchOneByOne(t *testing.T, h *testBudget) {
	ctx, me := t.Context(), Machine()
	typed := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4500, Payee: "baker", Category: "food"})
	h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(-11), Amount: -4500, Payee: "baker", Category: "food"}) // too long ago
	create := func(list ...NewTransaction) CreatedTransactions {
		t.Helper()
		done, created, err := h.a.CreateTransactions(ctx, me, h.id, list)
		h.must(t, done, err)
		return created
	}
	first := create(importedRow("x:1", -4500, 10))
	row := h.row(t, typed)
	if len(first.IDs) != 1 || row.Bank == nil || row.Bank.MatchedID != first.IDs[0] {
		t.Fatalf("import: %+v, want it matched with the entered row %+v", first, row)
	}
	if row.Date != march || row.Category == 0 || row.Cleared != budget.ClearedYes || row.Bank.ImportID != "x:1" {
		t.Fatalf("entered row after the import: %+v, want it matched with x:1", row)
	}
	if got := create(importedRow("x:1", -4500, 10), importedRow("x:2", -4500, 10)); len(got.Duplicates) != 1 || got.Duplicates[0] != "x:1" || got.IDs[0] == typed {
		t.Fatalf("second import: %+v, want x:1 reported as a duplicate", got)
	}
	done, err := h.a.Unmatch(ctx, me, h.id, typed)
	h.must(t, done, err)
	apart := h.row(t, typed)
	imported := h.row(t, row.Bank.MatchedID)
	if apart.Bank != nil || apart.Cleared != budget.Uncleared || imported.Date != march.AddDays(10) || imported.Bank.ImportID != "x:1" || imported.Approved || imported.Payee == 0 {
		t.Fatalf("after Unmatch: entered row %+v\nimported row %+v", apart, imported)
	}
	done, stays, err := h.a.Merge(ctx, me, h.id, rows.These(imported.ID, typed))
	h.must(t, done, err)
	if again := h.row(t, typed); stays != typed || again.Bank.MatchedID != imported.ID || again.Bank.ImportID != "x:1" {
		t.Fatalf("merge keeps %s, want %s: %+v", stays, typed, again)
	}
	done, err = h.a.DeleteRows(ctx, me, h.id, rows.These(typed), true)
	h.must(t, done, err)
	if got := create(importedRow("x:1", -4500, 10)); len(got.IDs) != 0 || len(got.Duplicates) != 1 {
		t.Fatalf("import id of a deleted row: %+v, want it reported as a duplicate", got)
	}
}

// While two processes import, undo and read, no reader ever sees a part of an import.
func TestReadersNeverSeePartOfAnImport(t *testing.T) {
	dir := t.TempDir()
	open := func() *App {
		a, err := Open(t.Context(), store.Config{Dir: dir}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		return a
	}
	h, other := openTestBudget(t, t, open()), open()
	const together, times = 40, 12
	finished := make(chan error, 1)
	go func() {
		for range times {
			var list []NewTransaction
			for range together {
				list = append(list, importedRow("", -1000, 0))
			}
			done, _, err := other.CreateTransactions(t.Context(), Machine(), h.id, list)
			if err == nil {
				_, err = other.Undo(t.Context(), Machine(), h.id, done.Change)
			}
			if err == nil {
				_, err = other.Redo(t.Context(), Machine(), h.id, done.Change)
			}
			if err != nil {
				finished <- err
				return
			}
		}
		finished <- nil
	}()
	for {
		n, sum := 0, money.Milli(0)
		err := h.a.ReadTx(t.Context(), Machine(), h.id, func(v *store.ReadTx) error {
			n, sum = 0, 0
			for row, err := range v.Transactions(store.Filter{}) {
				if err != nil {
					return err
				}
				n++
				sum += row.Amount
			}
			accounts, err := v.Accounts()
			for _, acc := range accounts {
				sum -= acc.Totals.Balance()
			}
			return err
		})
		if err != nil || n%together != 0 || sum != 0 {
			t.Fatalf("%d rows, want a multiple of %d; balances are off by %d (error %v)", n, together, sum, err)
		}
		select {
		case err := <-finished:
			if err != nil {
				t.Fatal(err)
			}
			if h.checkConsistent(t); len(h.whole(t).Transactions) != together*times {
				t.Errorf("%d rows at the end, want %d", len(h.whole(t).Transactions), together*times)
			}
			return
		default:
		}
	}
}
