package app

import (
	"strings"
	"testing"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// The number and sum of a selection are known beforehand; if other rows match by then, nothing is done.
func TestChangeOfSelectedRowsIsRefusedIfOthersMatch(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	add := func(e rows.Entry) string {
		t.Helper()
		e.Date = march
		return h.add(t, e)
	}
	bread := add(rows.Entry{Account: "bank", Amount: -5_000, PayeeName: "Baker", Category: "food", Cleared: "reconciled"})
	add(rows.Entry{Account: "bank", Amount: -20_000, TransferTo: "cash", FlagColour: "red"})
	add(rows.Entry{Account: "cash", Amount: -3_000, Category: "food"})

	c, err := h.a.ChosenRows(ctx, me, h.id, rows.Choice{Matching: &rows.Filter{Account: "bank"}, Count: 2})
	if err != nil || c.Count != 2 || c.Sum != -25_000 || c.Transfers != 1 || c.Reconciled != 1 || c.One != nil {
		t.Errorf("matching rows: %+v, want 2 with the sum -25.00 (error %v)", c, err)
	}
	c, err = h.a.ChosenRows(ctx, me, h.id, rows.Choice{Matching: &rows.Filter{Account: "bank", Limit: 1}, Count: 2})
	if err != nil || c.Count != 2 {
		t.Errorf("selection: %+v, want all matching rows (error %v)", c, err)
	}
	c, err = h.a.ChosenRows(ctx, me, h.id, rows.These(bread, bread))
	if err != nil || c.Count != 1 || c.One == nil || c.One.PayeeName != "Baker" {
		t.Errorf("row that is selected twice: %+v, want it once (error %v)", c, err)
	}

	stale := rows.Choice{Matching: &rows.Filter{Category: "food"}, Count: 1}
	if _, err := h.a.DeleteRows(ctx, me, h.id, stale, true); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("delete one row when two match: error %v, want a conflict", err)
	}
	if _, guarded := rows.Guarded(err); guarded {
		t.Error("a changed number of rows is reported as reconciled rows")
	}
	stale.Count = 2
	_, err = h.a.DeleteRows(ctx, me, h.id, stale, false)
	if rows, guarded := rows.Guarded(err); !guarded || rows != 1 {
		t.Errorf("%d reconciled rows, want 1 (error %v)", rows, err)
	}
	if _, err := h.a.DeleteRows(ctx, me, h.id, rows.Choice{Matching: &rows.Filter{Flag: "blue"}}, false); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("delete when nothing matches: error %v, want it invalid", err)
	}

	no := false
	done, err := h.a.SetOnRows(ctx, me, h.id, rows.These(bread), rows.Setting{Approved: &no}, false)
	if err != nil || done.Change == 0 {
		t.Fatalf("approve with a reconciled row among them: %+v (error %v)", done, err)
	}
	waiting, err := h.a.Register(ctx, me, h.id, registers.Query{Filter: rows.Filter{Unapproved: true}})
	if err != nil || waiting.Total != 1 || waiting.Rows[0].ID != bread {
		t.Errorf("inbox: %d rows, want 1 (error %v)", waiting.Total, err)
	}
	all, err := h.a.Register(ctx, me, h.id, registers.Query{})
	if err != nil || all.ToDo != (pageframe.RowsToDo{Approve: 1}) {
		t.Errorf("rows to do: %+v, want one to approve (error %v)", all.ToDo, err)
	}
}

// Another set with the same number of rows was taken for the one selected on a page.
func TestEqualNumberOfOtherRowsIsNotTheSelection(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	add := func(amount money.Milli) string {
		t.Helper()
		return h.add(t, rows.Entry{Account: "bank", Amount: amount, PayeeName: "Baker", Category: "food", Date: march})
	}
	first := add(-5_000)
	add(-3_000)
	seen, err := h.a.Budget(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	chosen := rows.Choice{Matching: &rows.Filter{Category: "food"}, Count: 2, As: seen.Knowledge}
	if c, err := h.a.ChosenRows(ctx, me, h.id, chosen); err != nil || c.Count != 2 {
		t.Fatalf("selection: %+v, want 2 rows (error %v)", c, err)
	}
	done, err := h.a.DeleteRows(ctx, me, h.id, rows.These(first), false)
	h.must(t, done, err)
	add(-5_000)
	if _, err := h.a.ChosenRows(ctx, me, h.id, chosen); apperr.KindOf(err) != apperr.Conflict || !strings.Contains(err.Error(), "others may match now") {
		t.Errorf("equal number of other rows: error %v, want a conflict", err)
	}
}
