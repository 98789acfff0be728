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
		first       *rows.Entry // nil came from a bank
		other       *rows.Entry
		stays, back int // index of the remaining one, in this order and the reverse
	}{
		{"entered and brought", &typed, nil, 0, 0},
		{"split and entered", &split, &typed, 0, 0},
		{"split and brought", &split, nil, 0, 0},
		{"transfer and entered", &moved, &typed, 0, 0},
		{"both entered", &typed, &typed, 0, 1},
		{"both brought", nil, nil, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, ctx, me := newHome(t), t.Context(), Machine()
			one := func(e *rows.Entry, importID string) string {
				t.Helper()
				if e != nil {
					return h.add(t, *e)
				}
				done, created, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{brought(importID, amount, -300)}) // too long before any to match
				h.must(t, done, err)
				return created.IDs[0]
			}
			two := []string{one(c.first, "x:1"), one(c.other, "x:2")}
			done, stays, err := h.a.Merge(ctx, me, h.id, rows.These(two...))
			h.must(t, done, err)
			if stays != two[c.stays] {
				t.Errorf("the other one stays")
			}
			done, err = h.a.Undo(ctx, me, h.id, done.Change)
			h.must(t, done, err)
			if _, stays, err = h.a.Merge(ctx, me, h.id, rows.These(two[1], two[0])); err != nil || stays != two[c.back] {
				t.Errorf("the other way round the other one stays: %v", err)
			}
		})
	}
}

// A reconciled transaction, which agrees with the bank, merges only into a reconciled one.
func TestReconciledMergesOnlyIntoReconciled(t *testing.T) {
	h, ctx, me := newHome(t), t.Context(), Machine()
	row := func(state string) string {
		return h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4500, Category: "food", Cleared: state})
	}
	open, first, second := row("cleared"), row("reconciled"), row("reconciled")
	if _, _, err := h.a.Merge(ctx, me, h.id, rows.These(open, first)); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("a reconciled one went: %v", err)
	}
	done, stays, err := h.a.Merge(ctx, me, h.id, rows.These(first, second))
	h.must(t, done, err)
	if kept := h.row(t, stays); stays != first || kept.Cleared != budget.Reconciled {
		t.Errorf("%s stays, %+v", stays, kept)
	}
}

// Unmatching restores the payee of the bank's row, even if it was deleted since; but not a payee that has become a
// transfer payee.
func TestUnmatchDoesNotRestoreATransferPayee(t *testing.T) {
	h, ctx, me := newHome(t), t.Context(), Machine()
	typed := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4500, Payee: "baker", Category: "food"})
	done, created, err := h.a.CreateTransactions(ctx, me, h.id, []NewTransaction{brought("x:1", -4500, 1)})
	h.must(t, done, err)
	if created.IDs[0] != typed {
		t.Fatal("no match")
	}
	h.change(t, func(e *changeTx) error { // the imported row's payee is deleted, and its name is now that of an account's transfer payee
		if err := e.PutPayee(&budget.Payee{ID: NewID(), Name: "BAKER 0815", TransferAccount: 2}); err != nil {
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
			t.Errorf("it moves money: %+v", row)
		}
	}
}
