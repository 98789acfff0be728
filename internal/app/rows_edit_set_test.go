package app

import (
	"strings"
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
)

// Payee and notes of many rows are set, appended and cleared in one change each, and undone in one; a transfer keeps
// its transfer payee.
func TestPayeeAndNotesOfManyRowsAreSetInOneChange(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	add := func(e rows.Entry) {
		t.Helper()
		e.Date = march
		if _, _, err := h.a.AddRow(ctx, me, h.id, e); err != nil {
			t.Fatal(err)
		}
	}
	add(rows.Entry{Account: "bank", Amount: -5_000, PayeeName: "Baker", Category: "food", Memo: "rolls"})
	add(rows.Entry{Account: "bank", Amount: -20_000, TransferTo: "cash"})
	add(rows.Entry{Account: "bank", Amount: -6_000, Parts: []rows.PartEntry{{Amount: -6_000, Category: "food", PayeeName: "Dairy", Memo: "milk"}}})
	all := rows.Choice{Matching: &rows.Filter{Account: "bank"}, Count: 3}
	texts := func() string {
		t.Helper()
		var b strings.Builder
		err := h.a.Transactions(ctx, me, h.id, rows.Filter{Account: "bank"}, func(r rows.Row) error {
			b.WriteString(r.PayeeName + "/" + r.Memo)
			for _, p := range r.Parts {
				b.WriteString("[" + p.PayeeName + "/" + p.Memo + "]")
			}
			b.WriteString(" ")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(b.String())
	}
	before := texts()
	for _, c := range []struct {
		set        rows.Setting
		want, says string
	}{
		{rows.Setting{PayeeName: new(" baker ")}, "Baker/[Dairy/milk] Transfer : Cash/ Baker/rolls", "Set the payee of 2 transactions; 1 cannot have one"},
		{rows.Setting{PayeeName: new("Market")}, "Market/[Dairy/milk] Transfer : Cash/ Market/rolls", "Set the payee of 2 transactions; 1 cannot have one"},
		{rows.Setting{PayeeName: new("")}, "/[Dairy/milk] Transfer : Cash/ /rolls", "Set the payee of 2 transactions; 1 cannot have one"},
		{rows.Setting{Notes: &rows.NotesSetting{Text: "trip"}}, "/trip[Dairy/milk] Transfer : Cash/trip Baker/trip", "Set the notes of 3 transactions"},
		{rows.Setting{Notes: &rows.NotesSetting{Text: "rolls", Append: true}}, "/rolls[Dairy/milk] Transfer : Cash/rolls Baker/rolls", "Set the notes of 2 transactions; the notes of 1 other already end with it or would become too long"},
		{rows.Setting{Notes: &rows.NotesSetting{Text: "olls", Append: true}}, "/olls[Dairy/milk] Transfer : Cash/olls Baker/rolls olls", "Set the notes of 3 transactions"},
		{rows.Setting{Notes: &rows.NotesSetting{Text: "#trip", Append: true}}, "/#trip[Dairy/milk] Transfer : Cash/#trip Baker/rolls #trip", "Set the notes of 3 transactions"},
		{rows.Setting{Notes: &rows.NotesSetting{}}, "/[Dairy/milk] Transfer : Cash/ Baker/", "Set the notes of 3 transactions"},
	} {
		done, err := h.a.SetOnRows(ctx, me, h.id, all, c.set, false)
		if err != nil || done.Label != c.says {
			t.Fatalf("set %+v: label %q, want %q (error %v)", c.set, done.Label, c.says, err)
		}
		if got := texts(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.set, got, c.want)
		}
		if _, err := h.a.Undo(ctx, me, h.id, done.Change); err != nil {
			t.Fatal(err)
		}
		if got := texts(); got != before {
			t.Errorf("taken back: %q, want %q", got, before)
		}
	}
	for what, set := range map[string]rows.Setting{
		"an account's payee": {PayeeName: new("Transfer : Cash")}, "nothing to append": {Notes: &rows.NotesSetting{Append: true}}, "too long": {Notes: &rows.NotesSetting{Text: strings.Repeat("x", rows.MaxNotes)}},
		"a name too long": {PayeeName: new(strings.Repeat("x", 5000))},
	} {
		if _, err := h.a.SetOnRows(ctx, me, h.id, all, set, false); apperr.KindOf(err) != apperr.Invalid {
			t.Errorf("%s: error %v, want it invalid", what, err)
		}
	}
	if got := texts(); got != before {
		t.Errorf("after a refusal: texts %q, want %q", got, before)
	}
	c, err := h.a.ChosenRows(ctx, me, h.id, all)
	if err != nil || c.Moves != 1 || c.Noted != 1 {
		t.Errorf("preview of the change: %+v (error %v)", c, err)
	}
}
