package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/app/rules"
	"holdover/internal/base/apperr"
)

// TestRowsThatWereNotDisplayedAreNotChanged selects all matching rows, tests rules and opens the inbox; then one row
// leaves and another joins, so that the number is unchanged. None of them is changed.
func TestRowsThatWereNotDisplayedAreNotChanged(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	add := func(notes string) string {
		return h.add(t, rows.Entry{Account: "bank", Date: march, Amount: -4_000, PayeeName: "Baker", Category: "food", Memo: notes})
	}
	set := func(s rows.Setting, ids ...string) {
		t.Helper()
		done, err := h.a.SetOnRows(ctx, me, h.id, rows.These(ids...), s, false)
		h.must(t, done, err)
	}
	notes := func(text, id string) { set(rows.Setting{Notes: &rows.NotesSetting{Text: text}}, id) }
	leaves, comes := add("cake"), add("bread")
	add("cake")
	h.rule(t, []rules.Condition{{Field: "notes", Test: "is", Text: "cake"}}, rules.Outcome{Flag: "red"})
	trial, err := h.a.TryRules(ctx, me, h.id)
	if err != nil || trial.Changes != 2 {
		t.Fatalf("test of the rules: %+v, want 2 changes (error %v)", trial, err)
	}
	all := rows.Choice{Matching: &rows.Filter{Search: "cake"}, Count: 2}
	c, err := h.a.ChosenRows(ctx, me, h.id, all)
	if err != nil || c.Count != 2 {
		t.Fatalf("selection: %+v, want 2 rows (error %v)", c, err)
	}
	all.PreviewHash = c.Shown
	set(rows.Setting{Approved: new(bool)}, leaves)
	inbox, err := h.a.Inbox(ctx, me, h.id, 0)
	if err != nil || inbox.Ready != 1 {
		t.Fatalf("inbox: %+v, want one row to approve (error %v)", inbox, err)
	}

	notes("", leaves)
	notes("cake", comes)
	set(rows.Setting{Approved: new(true)}, leaves)
	set(rows.Setting{Approved: new(bool)}, comes)
	before := len(h.whole(t).Transactions)
	if _, err := h.a.DeleteRows(ctx, me, h.id, all, false); apperr.KindOf(err) != apperr.Conflict || len(h.whole(t).Transactions) != before {
		t.Errorf("delete with other rows displayed: error %v, want a conflict", err)
	}
	if _, err := h.a.ApplyRules(ctx, me, h.id, "", &trial.Shown); apperr.CodeOf(err) != rules.Otherwise || h.row(t, comes).FlagColour != "" {
		t.Errorf("apply rules with other rows displayed: error %v, want it refused", err)
	}
	if _, err := h.a.ApproveReady(ctx, me, h.id, inbox.Shown); apperr.KindOf(err) != apperr.Conflict || h.row(t, comes).Approved {
		t.Errorf("approve with other rows displayed: error %v, want a conflict", err)
	}

	notes("cake", leaves)
	notes("bread", comes)
	if _, err := h.a.ChosenRows(ctx, me, h.id, all); err != nil {
		t.Errorf("select the displayed rows: %v", err)
	}
	own, err := h.a.RulesOf(ctx, me, h.id)
	if err != nil {
		t.Fatal(err)
	}
	own[0].Outcome.Flag = "blue"
	done, _, err := h.a.SaveRule(ctx, me, h.id, own[0].Entry, nil)
	h.must(t, done, err)
	if _, err := h.a.ApplyRules(ctx, me, h.id, "", &trial.Shown); apperr.CodeOf(err) != rules.Otherwise {
		t.Errorf("apply a rule changed since the display: error %v, want it refused", err)
	}
}
