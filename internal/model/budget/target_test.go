package budget

import "testing"

func TestEveryMonthsIsParsedBack(t *testing.T) {
	for n := 1; n <= 24; n++ {
		is := Target{Kind: Need}
		if is.Cadence, is.Every = EveryMonths(n); is.Period() != n {
			t.Errorf("every %d months is the cadence %d, %d, which is parsed as %d months", n, is.Cadence, is.Every, is.Period())
		}
	}
}
