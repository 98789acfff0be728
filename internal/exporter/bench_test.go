package exporter_test

import (
	"io"
	"testing"

	"holdover/internal/cal"
	"holdover/internal/exporter"
	"holdover/internal/exporter/exportertest"
	"holdover/internal/testkit"
)

// The cost of 50,000 rows over ten years, without reading them.
func BenchmarkExport(b *testing.B) {
	whole, _ := bring(b, decode(b, read(b, testkit.Plan(b, "--seed", "1", "--years", "10", "--tx", "50000"))))
	src := exportertest.FromWhole(whole, figures(whole))
	b.ReportAllocs()
	for b.Loop() {
		if err := exporter.Export(io.Discard, src, exporter.Options{LeadingKey: "plan", Month: cal.MakeMonth(2026, 6)}); err != nil {
			b.Fatal(err)
		}
	}
}
