package schedule

import (
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/testing/testkit"
)

// FuzzSchedule checks that for any first day and frequency the days are in order, without duplicates, and computed in
// a limited number of steps.
func FuzzSchedule(f *testing.F) {
	var seeds []string
	for _, every := range Frequencies() {
		seeds = append(seeds, "2024-02-29 "+string(every)+" 2026-11-22", "1900-01-31 "+string(every)+" 2199-12-31")
	}
	testkit.Fuzz(f, append(seeds, "9999-12-31 daily 9999-12-31", "2026-01-01 sometimes 2026-01-01"), func(t testing.TB, input []byte) {
		parts := strings.SplitN(string(input), " ", 3)
		if len(parts) < 3 {
			return
		}
		first, _ := civil.ParseDate(parts[0])
		today, _ := civil.ParseDate(parts[2])
		rule, ok := New(first, parts[1])
		if !ok || first.FarOff() || today.FarOff() {
			return
		}
		_ = Frequency(parts[1]).Label()
		due, then := rule.Due(first, today, 100)
		if len(due) > 100 || len(due) < 100 && then != 0 && then <= today {
			t.Fatalf("%s: %d due days, the next is %v", input, len(due), then)
		}
		for i, d := range due {
			if d < first || d > today || i > 0 && d <= due[i-1] {
				t.Fatalf("%s: the due days are not in order: %v", input, due)
			}
		}
		if next := rule.After(today); next != 0 && next <= today {
			t.Fatalf("%s: the day after today is %v", input, next)
		}
	})
}
