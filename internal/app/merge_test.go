package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// Of two merged transactions the one entered by a user stays, and a split or transfer in any case, in either order of
// selection. Of two similar ones the first selected stays.
func TestMergeKeepsTheEnteredTransaction(t *testing.T) {
	const amount money.Milli = -4500
	typed := rows.Entry{Account: "bank", Date: march, Amount: amount, Payee: "baker", Category: "food"}
	split := rows.Entry{Account: "bank", Date: march, Amount: amount, Payee: "baker", Parts: []rows.PartEntry{{Amount: -4000, Category: "food"}, {Amount: -500, Category: "rent"}}}
	moved := rows.Entry{Account: "bank", Date: march, Amount: amount, TransferTo: "cash"}
	for _, c := range []struct {
		name        string
		first       *rows.Entry // nil for an imported row
		other       *rows.Entry
		stays, back int // index of the remaining one, in this order and the reverse
	}{
		{"entered and imported", &typed, nil, 0, 0},
		{"split and entered", &split, &typed, 0, 0},
		{"split and imported", &split, nil, 0, 0},
		{"transfer and entered", &moved, &typed, 0, 0},
		{"both entered", &typed, &typed, 0, 1},
		{"both imported", nil, nil, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, ctx, me := newTestBudget(t), t.Context(), Machine()
			addOne := func(e *rows.Entry, importID string) string {
				t.Helper()
				if e != nil {
					return h.add(t, *e)
				}
				done, created, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{importedRow(importID, amount, -300)}) // too long before any to match
				h.must(t, done, err)
				return created.IDs[0]
			}
			two := []string{addOne(c.first, "x:1"), addOne(c.other, "x:2")}
			done, keptID, err := h.a.Merge(ctx, me, h.id, rows.These(two...))
			h.must(t, done, err)
			if keptID != two[c.stays] {
				t.Errorf("merge keeps %s, want %s", keptID, two[c.stays])
			}
			done, err = h.a.Undo(ctx, me, h.id, done.Change)
			h.must(t, done, err)
			if _, keptID, err = h.a.Merge(ctx, me, h.id, rows.These(two[1], two[0])); err != nil || keptID != two[c.back] {
				t.Errorf("merge in reverse order keeps %s, want %s (error %v)", keptID, two[c.back], err)
			}
		})
	}
}

// A reconciled transaction, which agrees with the bank, merges only into a reconciled one.
func TestReconciledMergesOnlyIntoReconciled(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	row := func(state string) string {
		return h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4500, Category: "food", Cleared: state})
	}
	open, first, second := row("cleared"), row("reconciled"), row("reconciled")
	if _, _, err := h.a.Merge(ctx, me, h.id, rows.These(open, first)); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("merge of a reconciled row into an open one: error %v, want a conflict", err)
	}
	done, keptID, err := h.a.Merge(ctx, me, h.id, rows.These(first, second))
	h.must(t, done, err)
	if kept := h.row(t, keptID); keptID != first || kept.Cleared != budget.Reconciled {
		t.Errorf("merge keeps %s, want the reconciled %s: %+v", keptID, first, kept)
	}
}

// Unmatching restores the payee of the bank's row, even if it was deleted since; but not a payee that has become a
// transfer payee.
func TestUnmatchDoesNotRestoreATransferPayee(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	typed := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4500, Payee: "baker", Category: "food"})
	done, created, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{importedRow("x:1", -4500, 1)})
	h.must(t, done, err)
	if row := h.row(t, typed); row.Bank == nil || row.Bank.MatchedID != created.IDs[0] {
		t.Fatal("the imported row was not matched")
	}
	h.change(t, func(e *changeTx) error { // the imported row's payee is deleted, and its name is now that of an account's transfer payee
		if err := e.Put(&budget.Payee{ID: NewID(), Name: "BAKER 0815", TransferAccount: 2}); err != nil {
			return err
		}
		row, err := rows.ByID(&e.ReadTx, typed)
		if err != nil {
			return err
		}
		row.Bank.Match.Came.Payee = 9999
		return e.PutTransaction(&row)
	})
	done, err = h.a.Unmatch(ctx, me, h.id, typed)
	h.must(t, done, err)
	for _, row := range h.whole(t).Transactions {
		if row.ID != typed && (row.Payee != 0 || row.Transfer.Account != 0) {
			t.Errorf("separated row has a transfer payee: %+v", row)
		}
	}
}
