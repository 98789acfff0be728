package app

import (
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

func TestAddTransactions(t *testing.T) {
	h := newTestBudget(t)
	id := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4500, PayeeName: " baker ", Category: "food", Memo: "<b>bread</b>"})
	if row := h.row(t, id); row.Payee != 3 || row.Category != 2 || row.Memo != "<b>bread</b>" {
		t.Errorf("added row: %+v", row)
	}
	long := strings.Repeat("ציפור", 60)
	id = h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -1, PayeeName: long})
	if w := h.whole(t); w.Payees[len(w.Payees)-1].Name != long || h.row(t, id).Payee != w.Payees[len(w.Payees)-1].No {
		t.Error("the new payee's name differs from the entered one")
	}
	id = h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -2000, TransferTo: "cash"})
	other := h.whole(t).Transactions[3]
	if other.Account != 2 || other.Amount != 2000 || other.Payee != 1 || h.row(t, id).Payee == 0 {
		t.Errorf("other side of the transfer: %+v", other)
	}
	id = h.add(t, rows.Entry{Account: "cash", Date: march, Amount: -700, Payee: "to-bank"})
	if h.row(t, id).Transfer.Account != 1 {
		t.Error("a transfer payee does not make a transfer")
	}
	_, _, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: march, Amount: 1, Category: "gone"})
	if apperr.KindOf(err) != apperr.NotFound {
		t.Error(err)
	}
}

// A split with a transfer is edited from both sides, and each edit is undone in one step.
func TestSplitWithTransferIsEditedFromBothSides(t *testing.T) {
	h := newTestBudget(t)
	id := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -9000, Payee: "baker", Parts: []rows.PartEntry{
		{Amount: -5000, Category: "food"}, {Amount: -4000, TransferTo: "cash"},
	}})
	row := h.row(t, id)
	parts := []rows.PartEntry{
		{ID: row.Parts[0].ID, Amount: -5000, Category: "rent"}, {ID: row.Parts[1].ID, Amount: -1000, TransferTo: "cash"}, {Amount: -10, TransferTo: "house", Category: "rent"},
	}
	done, err := h.a.EditRow(t.Context(), Machine(), h.id, id, rows.Entry{Account: "bank", Date: march.AddDays(20), Amount: -6010, Parts: parts}, "", false)
	h.must(t, done, err)
	after := h.row(t, id)
	if len(after.Parts) != 3 || after.Parts[1].No != row.Parts[1].No || len(h.whole(t).Transactions) != 3 {
		t.Errorf("edited split: %+v, want 3 parts", after)
	}
	done, err = h.a.Undo(t.Context(), Machine(), h.id, 0)
	h.must(t, done, err)
	if undone := h.row(t, id); len(undone.Parts) != 2 || undone.Amount != -9000 || len(h.whole(t).Transactions) != 2 {
		t.Errorf("split after the undo: %+v, want 2 parts and -9.00", undone)
	}
	done, err = h.a.Redo(t.Context(), Machine(), h.id, 0)
	h.must(t, done, err)
	_, err = h.a.EditRow(t.Context(), Machine(), h.id, id, rows.Entry{Account: "bank", Date: march, Amount: -6, Parts: parts[:1]}, "", false)
	if apperr.KindOf(err) != apperr.Invalid || !strings.Contains(apperr.HintOf(err), "too much in the parts") {
		t.Error(err)
	}
}

func TestChangeManyTransactions(t *testing.T) {
	h := newTestBudget(t)
	plain := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -100, Category: "food"})
	moved := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -300, TransferTo: "cash"})
	rent, flag, cleared, cash, empty := "rent", "red", "reconciled", "cash", ""
	done, err := h.a.SetOnRows(t.Context(), Machine(), h.id, rows.These(plain, moved, plain), rows.Setting{Category: &rent}, false)
	if h.must(t, done, err); done.Label != "Set the category of 1 transaction; 1 cannot have one" || h.row(t, plain).Category != 3 {
		t.Errorf("set the category: %+v", done)
	}
	if _, err = h.a.SetOnRows(t.Context(), Machine(), h.id, rows.These(moved), rows.Setting{Category: &rent}, false); apperr.KindOf(err) != apperr.Invalid {
		t.Error(err)
	}
	if _, err = h.a.SetOnRows(t.Context(), Machine(), h.id, rows.These(plain, moved), rows.Setting{Account: &cash}, false); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("move a transfer to its other account: error %v, want it invalid", err)
	}
	done, err = h.a.SetOnRows(t.Context(), Machine(), h.id, rows.These(plain, moved), rows.Setting{Cleared: &cleared, FlagColour: &flag}, false)
	h.must(t, done, err)
	if row := h.row(t, moved); row.Cleared != budget.Reconciled || row.FlagColour != "red" {
		t.Errorf("row after setting its status and flag: %+v", row)
	}
	if _, err = h.a.DeleteRows(t.Context(), Machine(), h.id, rows.These(plain, moved), false); apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), ".03.2026") {
		t.Errorf("delete reconciled rows: error %v, want a conflict with the date in the budget's format", err)
	}
	done, err = h.a.DuplicateRows(t.Context(), Machine(), h.id, rows.These(plain, moved), march.AddDays(17))
	h.must(t, done, err)
	if rows := h.whole(t).Transactions; len(rows) != 6 || rows[5].Date != march.AddDays(17) || rows[5].Cleared != budget.Uncleared {
		t.Errorf("rows after the duplication: %+v", rows)
	}
	done, err = h.a.SetOnRows(t.Context(), Machine(), h.id, rows.These(plain), rows.Setting{Category: &empty}, false)
	h.must(t, done, err)
	done, err = h.a.DeleteRows(t.Context(), Machine(), h.id, rows.These(plain, moved), true)
	if h.must(t, done, err); done.Label != "Deleted 2 transactions" || len(h.whole(t).Transactions) != 3 {
		t.Errorf("delete: %+v, want 3 rows left", done)
	}
	done, err = h.a.Undo(t.Context(), Machine(), h.id, 0)
	if h.must(t, done, err); len(h.whole(t).Transactions) != 6 {
		t.Error("undo does not restore all rows")
	}
	if _, err = h.a.DeleteRows(t.Context(), Machine(), h.id, rows.These(), false); apperr.KindOf(err) != apperr.Invalid {
		t.Error(err)
	}
}

// The label of an edit states the new date, amount and account; it stated the old ones.
func TestTheLabelOfAnEditStatesTheNewValues(t *testing.T) {
	h := newTestBudget(t)
	id := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -5000, Payee: "baker"})
	done, err := h.a.EditRow(t.Context(), Machine(), h.id, id, rows.Entry{Account: "cash", Date: march.AddDays(1), Amount: -7500, Payee: "baker"}, "", false)
	h.must(t, done, err)
	if want := "Changed the transaction of 16.03.2026 for −$7.50 in Cash"; done.Label != want {
		t.Errorf("the label is %q, want %q", done.Label, want)
	}
}
