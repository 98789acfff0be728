package cleanup_test

import (
	"testing"

	"holdover/internal/logic/cleanup"
)

// BenchmarkMatch proposes everything for ten years with 50,000 rows.
func BenchmarkMatch(b *testing.B) {
	p := readPlan(b, "--seed", "9", "--years", "10", "--tx", "50000", "--cards", "4")
	in := p.input()
	b.ReportAllocs()
	for b.Loop() {
		cleanup.Match(in, cleanup.Choices{})
	}
}
