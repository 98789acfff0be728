package app

import (
	"testing"

	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// If two users edit different fields of one transaction, both edits are stored; if they edit the same field, the
// second is refused unless the values are equal. This is decided when the entry is written, not when the form was
// read.
func TestConcurrentEditsOfDifferentFieldsAreBothStored(t *testing.T) {
	h := openTestBudget(t, t, newApp(t))
	see := func(id string) rows.Row {
		t.Helper()
		d, err := h.a.RowForm(t.Context(), Machine(), h.id, id)
		if err != nil {
			t.Fatal(err)
		}
		return d.Row.Row
	}
	_, id, err := h.a.AddRow(t.Context(), Machine(), h.id, rows.Entry{Account: "bank", Date: march, Amount: -5000, PayeeName: "Market", Category: "food", Cleared: "uncleared"})
	if err != nil {
		t.Fatal(err)
	}
	saw := see(id)
	seen := rows.FingerprintOf(&saw)
	anna, ben := *rows.EntryOf(&saw), *rows.EntryOf(&saw)
	anna.Memo = "bread"
	ben.Amount = -6000
	for name, entry := range map[string]rows.Entry{"Anna": anna, "Ben": ben} {
		if _, err := h.a.EditRow(t.Context(), Machine(), h.id, id, entry, seen, false); err != nil {
			t.Fatalf("edit by %s: %v", name, err)
		}
	}
	if now := see(id); now.Memo != "bread" || now.Amount != -6000 {
		t.Errorf("row has the memo %q and the amount %s, want both edits", now.Memo, now.Amount)
	}
	for amount, refused := range map[money.Milli]bool{-7000: true, -6000: false} {
		again := *rows.EntryOf(&saw)
		again.Amount = amount
		_, err := h.a.EditRow(t.Context(), Machine(), h.id, id, again, seen, false)
		if (apperr.CodeOf(err) == ChangedMeanwhile) != refused {
			t.Errorf("%s over another user's -6.00: error %v, want it refused: %t", amount, err, refused)
		}
	}
	if now := see(id); now.Memo != "bread" || now.Amount != -6000 {
		t.Errorf("after the refusal: memo %q, amount %s", now.Memo, now.Amount)
	}
}
