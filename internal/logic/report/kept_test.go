package report

import (
	"testing"

	"holdover/internal/base/civil"
)

// A saved relative period moves with the months; two fixed months stay.
func TestSavedRelativePeriodsMoveWithTheMonths(t *testing.T) {
	m := civil.MakeMonth
	for _, c := range []struct {
		time Time
		want Span
	}{
		{"", Span{m(2025, 2), m(2026, 1)}},
		{TwelveMonths, Span{m(2025, 2), m(2026, 1)}},
		{ThisMonth, Span{m(2026, 1), m(2026, 1)}},
		{LastMonth, Span{m(2025, 12), m(2025, 12)}},
		{ThreeMonths, Span{m(2025, 11), m(2026, 1)}},
		{ThisYear, Span{m(2026, 1), m(2026, 12)}},
		{LastYear, Span{m(2025, 1), m(2025, 12)}},
		{AllTime, Span{m(2020, 5), m(2026, 1)}},
		{"2019-03..2019-07", Span{m(2019, 3), m(2019, 7)}},
	} {
		if got, err := c.time.On(m(2026, 1), m(2020, 5)); err != nil || got != c.want {
			t.Errorf("%q is %v, error %v, want %v", c.time, got, err, c.want)
		}
	}
	if got, err := Time("2026-10..2026-01").On(m(2026, 11), 0); err != nil || got != (Span{m(2026, 1), m(2026, 10)}) {
		t.Errorf("a reversed period: %v, error %v", got, err)
	}
	if got, _ := AllTime.On(m(2026, 1), 0); got != (Span{m(2026, 1), m(2026, 1)}) {
		t.Errorf("the whole time of an empty budget is %v", got)
	}
	for _, invalid := range []Time{"yesterday", "2026-01", "2026-13..2026-14", "..", "2026-01..x"} {
		if _, err := invalid.On(m(2026, 1), 0); err == nil {
			t.Errorf("%q is accepted as a period", invalid)
		}
	}
	if got := TimeOf(Span{m(2026, 1), m(2026, 3)}); got != "2026-01..2026-03" {
		t.Errorf("the time of three months is %q", got)
	}
	if got := TimeOf(Span{m(2026, 3), m(2026, 1)}); got != "2026-01..2026-03" {
		t.Errorf("a reversed period is written %s", got)
	}
}
