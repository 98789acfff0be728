package civil

import "testing"

// A span starts empty, grows in both directions and never shrinks.
func TestSpanCovers(t *testing.T) {
	var s Span
	if s.Months() != 0 {
		t.Errorf("an empty span has %d months", s.Months())
	}
	may := Date(2026_05_01).Month()
	for _, c := range []struct {
		add    int
		months int
	}{{0, 1}, {0, 1}, {-13, 14}, {-2, 14}, {7, 21}} {
		s.Cover(may.Add(c.add))
		if s.Months() != c.months {
			t.Errorf("after covering %s: %s to %s, %d months, want %d", may.Add(c.add), s.First, s.Last, s.Months(), c.months)
		}
	}
}
