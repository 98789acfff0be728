package ynab4_test

import (
	"slices"
	"testing"

	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// For many synthetic budgets, all figures here equal those of YNAB 4's arithmetic, which the generator computes by itself,
// and the verification explains everything.
func TestFiguresEqualThoseOfYNAB4(t *testing.T) {
	for seed := range uint64(300) {
		w := generate(seed)
		r := convert(t, folder(w.file()))
		if rep := r.report; !rep.Sound() || rep.Cells.Different > 0 || len(rep.Contradictions) > 0 || len(rep.Months) == 0 || rep.Differs() {
			t.Fatalf("seed %d: %s %s; unexplained %s, contradictions %v", seed, rep.Sentence, rep.ToBudget, rep.Unexplained, rep.Contradictions)
		}
		for _, m := range r.report.Months {
			if m.Difference != 0 {
				t.Fatalf("seed %d: %+v differs", seed, m)
			}
		}
		sheet := envelope.Compute(envelope.SnapshotOf(r.whole))
		until := sheet.Last().Add(2)
		want := w.figures(until)
		for m := sheet.First; m <= until; m++ {
			if got := sheet.Month(m).ToBudget; got != milli(want.available[m]) {
				t.Fatalf("seed %d: To Budget of %s is %s, want %s", seed, m, got, milli(want.available[m]))
			}
			for id, name := range w.names {
				i := slices.IndexFunc(r.whole.Categories, func(c budget.Category) bool { return c.Name == name })
				if i < 0 {
					t.Fatalf("seed %d: the category %s is missing", seed, name)
				}
				if got := sheet.Cell(r.whole.Categories[i].No, m).Balance; got != milli(want.balance[id][m]) {
					t.Fatalf("seed %d: the balance of %s in %s is %s, want %s", seed, name, m, got, milli(want.balance[id][m]))
				}
			}
		}
		checkRecords(t, seed, w, r)
	}
}

// checkRecords compares the imported records with those of the generator.
func checkRecords(t *testing.T, seed uint64, w *world, r *result) {
	t.Helper()
	for array, want := range w.live {
		if got := r.notes.Arrays[array]; got.Kept != want && !slices.Contains([]string{"categories", "category_groups"}, array) {
			t.Fatalf("seed %d: %d of %d %s were kept", seed, got.Kept, want, array)
		}
	}
	for array, want := range w.dead {
		got := 0
		for _, c := range r.remarks.Counts {
			if c.Array == array && !c.Merged {
				got += c.Count
			}
		}
		if got != want && array != "categories" {
			t.Fatalf("seed %d: %d %s were skipped, want %d", seed, got, array, want)
		}
	}
	if r.notes.Links.Pairs != w.pairs || r.notes.Links.NotLinked != 0 {
		t.Fatalf("seed %d: %+v, want %d pairs", seed, r.notes.Links, w.pairs)
	}
	sums := map[string]int{}
	for i := range r.whole.Transactions {
		tx := &r.whole.Transactions[i]
		sums[r.whole.Accounts[tx.Account-1].Name] += int(tx.Amount)
	}
	for i, a := range w.accounts {
		if got := sums[a["accountName"].(string)]; got != w.balances[i]*10 {
			t.Fatalf("seed %d: %s has %d, want %d", seed, a["accountName"], got, w.balances[i]*10)
		}
	}
	if len(r.notes.Warnings) > 0 || len(r.notes.Dropped) > 0 || len(r.remarks.Warnings) > 0 {
		t.Fatalf("seed %d: warnings %+v, dropped %+v, remarks %+v", seed, r.notes.Warnings, r.notes.Dropped, r.remarks.Warnings)
	}
}
