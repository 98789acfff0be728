package importer_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// For any document, an export of the imported budget, imported and exported again, is the same document.
func TestExportsOfRandomDocumentsAreStable(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, err := json.Marshal(map[string]any{"plan": randomPlan(r)})
		if err != nil {
			r.Fatal(err)
		}
		doc, err := ynabdoc.Decode(bytes.NewReader(text))
		if err != nil {
			r.Fatal(err)
		}
		whole, _, err := importer.Import(doc, importer.Options{NewID: counter()})
		if err != nil {
			return // TestRandomDocumentsLoseNoRecord covers it
		}
		written := export(t, whole)
		doc, err = ynabdoc.Decode(strings.NewReader(written))
		if err != nil {
			r.Fatal(err)
		}
		copied, notes, err := importer.Import(doc, importer.Options{NewID: counter()})
		if err != nil {
			r.Fatal(err)
		}
		copied.Info.ID = whole.Info.ID
		if again := export(t, copied); again != written || len(notes.Renames) > 0 {
			r.Fatalf("%s\nwas exported as\n%s\nand the copy of that as\n%s", text, written, again)
		}
	})
}

func export(t testing.TB, w *budget.Whole) string {
	t.Helper()
	sheet := envelope.Compute(envelope.SnapshotOf(w))
	var out bytes.Buffer
	if err := exporter.Export(&out, exportertest.FromWhole(w, sheet), exporter.Options{LeadingKey: "plan", Month: civil.MakeMonth(2026, 2)}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
