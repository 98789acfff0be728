package importer_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/exporter"
	"holdover/internal/exporter/exportertest"
	"holdover/internal/importer"
	"holdover/internal/plandoc"
)

// For any document, an export of the imported budget, imported and exported again, is the same document.
func TestRandomCopies(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, err := json.Marshal(map[string]any{"plan": randomPlan(r)})
		if err != nil {
			r.Fatal(err)
		}
		doc, err := plandoc.Decode(bytes.NewReader(text))
		if err != nil {
			r.Fatal(err)
		}
		whole, _, err := importer.Import(doc, importer.Options{NewID: counter()})
		if err != nil {
			return // TestRandomDocuments covers it
		}
		written := export(t, whole)
		doc, err = plandoc.Decode(strings.NewReader(written))
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
	if err := exporter.Export(&out, exportertest.FromWhole(w, sheet), exporter.Options{LeadingKey: "plan", Month: cal.MakeMonth(2026, 2)}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
