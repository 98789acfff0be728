package verification_test

import (
	"bytes"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/logic/verification"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

// A document that Holdover exported follows Holdover's arithmetic. When it is imported, all figures are equal, also with
// money held for the next month (Held) and overspending carried over (Rollovers), so no cause is needed.
func TestDocumentsOfHoldoverHaveNoDifferences(t *testing.T) {
	for _, args := range [][]string{options(3), options(10), options(24)} {
		whole, _ := importDocument(t, decode(t, read(t, testkit.Plan(t, args...))))
		for i := range whole.Months {
			whole.Months[i].Held = 1500
		}
		for _, c := range whole.Categories {
			if !c.Income && c.No%2 == 0 {
				whole.Rollovers = append(whole.Rollovers, budget.Rollover{Category: c.No, From: civil.MakeMonth(2025, 9), On: true})
			}
		}
		r := verify(t, export(t, whole), nil)
		if !r.Sound() || r.Cells.Different > 0 || len(r.Contradictions) > 0 || r.Cells.Compared == 0 {
			t.Errorf("the plan of %v differs: %s", args, summaryOf(r))
		}
		for _, m := range r.Months {
			if m.Difference != 0 || len(m.Causes) > 0 {
				t.Errorf("%v: the month %+v differs or has causes", args, m)
			}
		}
	}
}

// export writes a budget as a plan document.
func export(t *testing.T, w *budget.Whole) []byte {
	t.Helper()
	sheet := envelope.Compute(envelope.SnapshotOf(w))
	source := exportertest.FromWhole(w, sheet)
	var out bytes.Buffer
	if err := exporter.Export(&out, source, exporter.Options{LeadingKey: "plan", Month: sheet.First}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// BenchmarkVerify verifies 50,000 rows over ten years, which must take no longer than importing them (not checked here).
func BenchmarkVerify(b *testing.B) {
	doc := decode(b, read(b, testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000")))
	whole, roles := importDocument(b, doc)
	imported := verification.Of(whole, sheetOf(whole))
	b.ReportAllocs()
	for b.Loop() {
		verification.Verify(doc, roles, imported, imported)
	}
}
