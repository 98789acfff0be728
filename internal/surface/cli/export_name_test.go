package cli

import (
	"testing"
	"time"
)

// TestFileNameOfADocument expects the plan's name without characters that file systems refuse, and the time.
func TestFileNameOfADocument(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)
	for plan, want := range map[string]string{"Household": "Household", "../../x:y*?": "x-y", "": "plan"} {
		if got := documentName(plan, at); got != want+"-20261121-093000.json" {
			t.Errorf("%q: got %q, want %q-20261121-093000.json", plan, got, want)
		}
	}
}

func TestShortDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Second: "1 s", 90 * time.Second: "1 min 30 s", 2 * time.Minute: "2 min", time.Hour: "1 h 0 min", 1400 * time.Millisecond: "1 s",
	} {
		if got := shortDuration(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}
