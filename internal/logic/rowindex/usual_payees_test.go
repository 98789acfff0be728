package rowindex

import (
	"slices"

	"pgregory.net/rapid"

	"holdover/internal/model/budget"
)

// agreesOnUsualPayees compares the payees of the bank's texts with those found by reading the rows one by one.
func (w *world) agreesOnUsualPayees(t *rapid.T, x *Index) {
	texts := rapid.SliceOfN(rapid.SampledFrom(append([]string{"no row has this"}, drawnMemos...)), 1, 4).Draw(t, "bank's texts")
	got, text := x.UsualPayees(texts), texts[0]
	var chosen []budget.PayeeNo // the newest first
	for _, r := range w.chosen(Filter{Descending: true}) {
		if r.Bank == text && text != "" && r.Other == 0 && r.Payee != 0 && len(chosen) < remembered {
			chosen = append(chosen, r.Payee)
		}
	}
	var h budget.LastChoicePredictor[budget.PayeeNo]
	for _, payee := range slices.Backward(chosen) {
		h.Add(payee)
	}
	want := h.Predict()
	if !h.IsCertain() {
		want = 0
	}
	if got[text] != want || got[""] != 0 {
		t.Fatalf("the usual payee of %q is %d, want %d, after %v", text, got[text], want, chosen)
	}
}
