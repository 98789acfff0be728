package migration

import (
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/cleanup"
	"holdover/internal/surface/ui"
)

// The chart of a clean-up has each month's figures as text, and omits YNAB's if the file has none.
func TestTheChartOfACleanUpHasItsFiguresAsText(t *testing.T) {
	f := ui.Figures{Format: money.DefaultFormat()}
	showed := money.Milli(20_000)
	p := &cleanup.Proposal{Months: []cleanup.MonthChange{{Month: civil.MakeMonth(2026, 8), Before: -10_000, After: 20_000, Source: &showed}}}
	if got := plotOf(p, f); got != nil {
		t.Errorf("the chart of one month is %+v", got)
	}
	p.Months = append(p.Months, cleanup.MonthChange{Month: civil.MakeMonth(2026, 9), Before: 1_000, After: 2_000})
	got := string(plotOf(p, f).Picture)
	for _, want := range []string{
		"<title>August 2026\nYNAB showed: $20.00\nBefore: \u2212\u2060$10.00\nAfter: $20.00</title>", "<title>September 2026\nBefore: $1.00\nAfter: $2.00</title>",
		"in 0 of 1 month before and in 1 after",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
