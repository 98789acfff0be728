package app

import (
	"testing"
	"time"

	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
)

// On the evening of the last day of a month, the next month has begun further east: due dates and the date of pages
// depend on the caller's time zone, not on the server's.
func TestTodayDependsOnTheCallersTimeZone(t *testing.T) {
	h := newTestBudget(t)
	last := civil.MakeDate(2026, 3, 31)
	h.a.access.Now = func() time.Time { return last.Time().Add(22 * time.Hour) }
	h.schedules(t, "never", rows.Entry{Account: "bank", Date: last.AddDays(1), Amount: -500, Payee: "baker", Category: "food"})
	for _, c := range []struct {
		hours, due int
		day        civil.Date
	}{{0, 0, last}, {1, 0, last}, {2, 1, last.AddDays(1)}, {-23, 0, last.AddDays(-1)}} {
		zone := time.FixedZone("there", c.hours*60*60)
		ctx := InZone(t.Context(), zone)
		f, err := h.a.Frame(ctx, Machine(), h.id)
		if err != nil || f.Due != c.due || f.Zone != zone {
			t.Errorf("%d hours east: %d due in zone %v, want %d (error %v)", c.hours, f.Due, f.Zone, c.due, err)
		}
		if m, err := h.a.PageVersion(ctx, Machine(), h.id); err != nil || m.Today != c.day {
			t.Errorf("%d hours east it is %v, want %v, %v", c.hours, m.Today, c.day, err)
		}
	}
	if f, err := h.a.Frame(t.Context(), Machine(), h.id); err != nil || f.Due != 0 || f.Zone != time.Local {
		t.Errorf("without a time zone: %d due in zone %v, want none in the local one (error %v)", f.Due, f.Zone, err)
	}
}
