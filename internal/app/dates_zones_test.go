package app

import (
	"testing"
	"time"

	"holdover/internal/base/civil"
)

// A program may run in a time zone where it is already tomorrow. Only a date that is in the future in every time zone
// is refused.
func TestDateThatIsTodayInAnyTimeZoneIsAccepted(t *testing.T) {
	auckland := time.FixedZone("NZDT", 13*3600)
	for _, c := range []struct {
		now  time.Time // the server's
		day  int
		take bool
	}{
		{time.Date(2026, 11, 25, 9, 59, 0, 0, time.UTC), 25, true},
		{time.Date(2026, 11, 25, 9, 59, 0, 0, time.UTC), 26, false},
		{time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC), 26, true},
		{time.Date(2026, 11, 25, 23, 59, 0, 0, time.UTC), 26, true},
		{time.Date(2026, 11, 25, 23, 59, 0, 0, time.UTC), 27, false},
		{time.Date(2026, 11, 26, 0, 30, 0, 0, auckland), 26, true},
		{time.Date(2026, 11, 26, 0, 30, 0, 0, auckland), 27, false},
	} {
		if err := checkDate(civil.MakeDate(2026, 11, c.day), c.now); (err == nil) != c.take {
			t.Errorf("date %d at %v: error %v, want it accepted: %t", c.day, c.now, err, c.take)
		}
	}
}
