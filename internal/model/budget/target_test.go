package budget

import "testing"

func TestEveryMonthsIsParsedBack(t *testing.T) {
	for n := 1; n <= 24; n++ {
		target := Target{Kind: Need}
		if target.Cadence, target.Every = EveryMonths(n); target.Period() != n {
			t.Errorf("every %d months is the cadence %d, %d, which is parsed as %d months", n, target.Cadence, target.Every, target.Period())
		}
	}
}
