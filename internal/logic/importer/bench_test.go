package importer_test

import (
	"testing"

	"holdover/internal/logic/importer"
	"holdover/internal/testing/testkit"
)

// Target: 50,000 rows in a tenth of a second.
func BenchmarkImport(b *testing.B) {
	doc := read(b, testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000"))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := importer.Import(doc, importer.Options{NewID: counter()}); err != nil {
			b.Fatal(err)
		}
	}
}
