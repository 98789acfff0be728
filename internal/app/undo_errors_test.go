package app

import (
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// payeeCalled returns the id of a payee by its name.
func (h *testBudget) payeeCalled(t *testing.T, name string) string {
	t.Helper()
	payee := iterutil.First(h.whole(t).Payees, func(p budget.Payee) bool { return p.Name == name })
	if payee == nil {
		t.Fatalf("no payee %s", name)
	}
	return payee.ID
}

// TestRefusedUndoNamesTheDeletedRecords deletes records that an undo needs: the error names them and says that they were
// deleted.
func TestRefusedUndoNamesTheDeletedRecords(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	refused := func(change int64, words ...string) {
		t.Helper()
		_, err := h.a.Undo(ctx, me, h.id, change)
		text := ""
		if err != nil {
			text = err.Error() + " " + apperr.HintOf(err)
		}
		for _, word := range words {
			if apperr.KindOf(err) != apperr.Conflict || !strings.Contains(text, word) {
				t.Errorf("error %q, want a conflict that names %q", text, word)
			}
		}
	}
	done := func(done ChangeResult, err error) int64 {
		t.Helper()
		h.must(t, done, err)
		return done.Change
	}
	row := h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4_000, PayeeName: "Once"})
	deleted := done(h.a.DeleteRows(ctx, me, h.id, rows.These(row), false))
	done(h.a.DeletePayees(ctx, me, h.id, []string{h.payeeCalled(t, "Once")}))
	refused(deleted, "the payee Once, which belongs to it, has been deleted since", "undo its deletion first")

	row = h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4_000, PayeeName: "Twice"})
	red := "red"
	flagged := done(h.a.SetOnRows(ctx, me, h.id, rows.These(row), rows.Setting{FlagColour: &red}, false))
	done(h.a.DeleteRows(ctx, me, h.id, rows.These(row), false))
	refused(flagged, "the transaction of ", "4.00 was deleted later")

	id := h.rule(t, payeeHas("x"), rules.Outcome{Notes: "x"})
	off := done(h.a.SwitchRule(ctx, me, h.id, id, false))
	done(h.a.DeleteRule(ctx, me, h.id, id))
	refused(off, "the rule was deleted later")
}

// TestUndoKeepsAPayeeRenamedByAnotherUser undoes a transaction after another user renamed its new payee: the payee stays.
func TestUndoKeepsAPayeeRenamedByAnotherUser(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	before := len(h.whole(t).Transactions)
	added, _, err := h.a.AddRow(ctx, me, h.id, rows.Entry{Account: "bank", Date: march, Amount: -4_000, PayeeName: "Fresh"})
	h.must(t, added, err)
	done, err := h.a.RenamePayee(ctx, me, h.id, h.payeeCalled(t, "Fresh"), "Fresh Ltd")
	h.must(t, done, err)
	done, err = h.a.Undo(ctx, me, h.id, added.Change)
	h.must(t, done, err)
	if h.payeeCalled(t, "Fresh Ltd"); len(h.whole(t).Transactions) != before {
		t.Error("the transaction exists after the undo")
	}
	done, err = h.a.Redo(ctx, me, h.id, added.Change)
	h.must(t, done, err)
	if len(h.whole(t).Transactions) != before+1 {
		t.Error("the transaction is missing after the redo")
	}
}
