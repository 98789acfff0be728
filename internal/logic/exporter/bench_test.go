package exporter_test

import (
	"io"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/exporter/exportertest"
	"holdover/internal/testing/testkit"
)

// The cost of 50,000 rows over ten years, without reading them.
func BenchmarkExport(b *testing.B) {
	whole, _ := importDocument(b, decode(b, read(b, testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000"))))
	src := exportertest.FromWhole(whole, sheetOf(whole))
	b.ReportAllocs()
	for b.Loop() {
		if err := exporter.Export(io.Discard, src, exporter.Options{LeadingKey: "plan", Month: civil.MakeMonth(2026, 6)}); err != nil {
			b.Fatal(err)
		}
	}
}
