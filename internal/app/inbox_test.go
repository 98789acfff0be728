package app

import (
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
)

// Imported transactions wait for approval; all with a category are approved in one change, exactly those that were
// displayed.
func TestInboxApprovesTheDisplayedTransactions(t *testing.T) {
	h := newTestBudget(t)
	ctx, me := t.Context(), Machine()
	h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -100, Payee: "baker", Category: "food"}) // by hand: approved
	typed := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4500, Payee: "baker", Category: "food"})
	food, house := "food", "to-house"
	list := []NewTransaction{importedRow("x:1", -4500, 2), importedRow("x:2", -700, 3), importedRow("x:3", -800, 4), importedRow("x:4", -900, 5)}
	baker := "Baker"
	list[1].PayeeName = &baker
	list[2].Category = &food
	list[3].PayeeName, list[3].Payee = nil, &house
	done, _, err := h.a.CreateTransactions(ctx, me, h.id, list)
	h.must(t, done, err)
	at := func(importID string) *registers.InboxRow {
		t.Helper()
		in, err := h.a.Inbox(ctx, me, h.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range in.Rows {
			if row := h.row(t, in.Rows[i].ID); row.Bank != nil && row.Bank.ImportID == importID {
				return &in.Rows[i]
			}
		}
		return nil
	}
	in, err := h.a.Inbox(ctx, me, h.id, 99)
	if err != nil {
		t.Fatal(err)
	}
	waiting, uncategorised := 0, 0
	for _, row := range h.whole(t).Transactions {
		if !row.Approved {
			waiting++
		}
	}
	for i := range in.Rows {
		if in.Rows[i].Lacks {
			uncategorised++
		}
	}
	if in.Total != waiting || len(in.Rows) != waiting || in.Ready != waiting-uncategorised || in.From != 1 {
		t.Fatalf("inbox: %+v, want %d waiting, %d of them without category", in, waiting, uncategorised)
	}
	if row := at("x:2"); row == nil || !row.Lacks || !row.Takes || row.Suggested != "food" || row.Matched {
		t.Errorf("imported row with a suggested category: %+v", row)
	}
	if row := at("x:3"); row == nil || row.Lacks || !row.Takes || row.Suggested != "" {
		t.Errorf("imported row with a category: %+v", row)
	}
	if row := at("x:1"); row == nil || row.ID != typed || !row.Matched || row.Lacks {
		t.Errorf("matched row: %+v, want it to wait", row)
	}

	if _, err := h.a.ApproveReady(ctx, me, h.id, ""); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("approve without a displayed page: error %v, want a conflict", err)
	}
	done, err = h.a.ApproveReady(ctx, me, h.id, in.Shown)
	h.must(t, done, err)
	done, err = h.a.Unmatch(ctx, me, h.id, typed)
	h.must(t, done, err)
	if row := h.row(t, typed); !row.Approved {
		t.Errorf("entered row after Unmatch: %+v, want it approved", row)
	}
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	left := 0
	for _, row := range h.whole(t).Transactions {
		if !row.Approved {
			left++
			if row.Category != 0 {
				t.Errorf("row with a category was not approved: %+v", row)
			}
		}
	}
	if left != uncategorised {
		t.Errorf("%d rows are left, want the %d without category", left, uncategorised)
	}
	if _, err := h.a.ApproveReady(ctx, me, h.id, ""); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("approve with nothing ready: error %v, want it invalid", err)
	}
	done, err = h.a.Undo(ctx, me, h.id, 0)
	h.must(t, done, err)
	if again, err := h.a.Inbox(ctx, me, h.id, 0); err != nil || again.Total != in.Total {
		t.Errorf("inbox after the undo: %d rows, want %d (error %v)", again.Total, in.Total, err)
	}
}

// A transaction that has become a split is not reported as approved with a category, which it cannot have.
func TestApprovingASplitReportsNoCategory(t *testing.T) {
	h := newTestBudget(t)
	split := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -300, Payee: "baker", Parts: []rows.PartEntry{{Amount: -100, Category: "food"}, {Amount: -200, Category: "rent"}}})
	yes, food := true, "food"
	if _, err := h.a.SetOnRows(t.Context(), Machine(), h.id, rows.These(split), rows.Setting{Category: &food, Approved: &yes}, false); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("set the category of a split: error %v, want it invalid", err)
	}
	if row := h.row(t, split); row.Parts[0].Category != 2 || row.Cleared != budget.Uncleared {
		t.Errorf("split after the refusal: %+v, want it unchanged", row)
	}
}
