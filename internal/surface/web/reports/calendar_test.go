package reports

import (
	"testing"

	"holdover/internal/base/money"
	"holdover/internal/surface/ui"
	"holdover/internal/testing/browsertest/preview"
)

// TestCalendarAmountsAreShort checks that amounts are abbreviated and have a minus sign: −1,154.34 was displayed with
// a hyphen.
func TestCalendarAmountsAreShort(t *testing.T) {
	t.Parallel()
	for amount, want := range map[money.Milli]string{
		-1_154_340: "−1.154", 500: "0,50", -990: "−0,99", 99_999_000: "99.999", 250_000_000: "250k", -3_000_000_000: "−3.000k", 4_000_000_000_000: "4.000m",
	} {
		if got := short(amount, ui.Figures{Format: preview.Euro}); got != want {
			t.Errorf("%d: %q, want %q", amount, got, want)
		}
	}
	for income, want := range map[money.Milli]string{5: "+", -5: ""} {
		if got := sign(income); got != want {
			t.Errorf("%d: %q, want %q", income, got, want)
		}
	}
}
