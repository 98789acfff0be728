package ui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // as the program has them
)

// A browser in another time zone has another date and hour; an invalid zone means the server's.
func TestZoneOfARequest(t *testing.T) {
	clock := time.Date(2026, 11, 30, 23, 30, 0, 0, time.UTC)
	s := &Site{Clock: func() time.Time { return clock }}
	here := clock.Format(time.DateTime)
	for zone, want := range map[string]string{
		"Pacific/Kiritimati":             "2026-12-01 13:30:00",
		"America/Argentina/Buenos_Aires": "2026-11-30 20:30:00",
		"Etc/GMT+12":                     "2026-11-30 11:30:00",
		"UTC":                            "2026-11-30 23:30:00",
		"":                               here,
		"Mars/Olympus":                   here,
		"../../etc/localtime":            here,
		"Etc/../Etc/GMT+12":              here,
		"/etc/localtime":                 here,
		"zone.tab":                       here,
		strings.Repeat("A", 5000):        here,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: zoneCookie, Value: zone})
		for range 2 { // the second one is known
			q := s.NewRequest(r)
			if got := q.Now.Format(time.DateTime); got != want || q.Today.String() != want[:len(time.DateOnly)] {
				t.Errorf("%.40q: it is %s on %s, want %s", zone, got, q.Today, want)
			}
		}
	}
}
