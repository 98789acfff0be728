package ui

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"holdover/internal/base/civil"
)

func TestHorizonsEndOnTheirDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, today, until, label string }{
		{"7", "2026-11-29", "2026-12-06", "in 7 days"},
		{"90", "2026-11-29", "2027-02-27", "in 90 days"},
		{"month", "2026-12-31", "2027-01-31", "until the end of next month"},
		{"month", "2028-01-01", "2028-02-29", "until the end of next month"},
		{"8", "2026-11-29", "2026-12-29", "in 30 days"},
		{"-1", "2026-11-29", "2026-12-29", "in 30 days"},
		{"", "2026-11-29", "2026-12-29", "in 30 days"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: horizonCookie, Value: c.name})
		h, _ := (&Request{Request: r}).Horizon()
		today, err := civil.ParseDate(c.today)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.Until(today).String(); got != c.until || h.Label() != c.label {
			t.Errorf("%q of %s is %s, %s; want %s, %s", c.name, c.today, got, h.Label(), c.until, c.label)
		}
	}
}
