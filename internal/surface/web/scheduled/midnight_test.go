package scheduled

import (
	"strings"
	"testing"
	"time"

	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/civil"
	"holdover/internal/surface/web/register"
)

// If the user's time zone differs from the server's, the page shows the time at which automatic rows are entered: a
// row due in the user's zone may not be due on the server.
func TestThePageShowsTheTimeOfAutomaticEntry(t *testing.T) {
	server := time.Date(2026, 11, 30, 12, 30, 0, 0, time.UTC)
	const soon = "It is entered within a minute while the server runs."
	for _, c := range []struct {
		east          float64 // hours of the browser's time zone ahead of the server's
		due           civil.Date
		midnight, why string
	}{
		{0, civil.DateOf(server), "", soon},
		{-5, civil.DateOf(server), "19:00 on the day before", soon},
		{5.75, civil.DateOf(server), "05:45", soon},
		{13, civil.DateOf(server).AddDays(1), "13:00", "It is entered at 13:00, when the server's day begins."},
	} {
		row := schedules.Row{Row: rows.Row{Date: c.due}, Due: 1, AutoEnter: true}
		d := &scheduledDrawing{
			List:  &schedules.List{Frame: pageframe.Frame{Zone: time.FixedZone("", int(c.east*3600))}, Rows: []schedules.Row{row, {}}},
			words: &register.Words{}, server: server,
		}
		p := d.page()
		if p.Midnight != c.midnight || !strings.HasSuffix(p.Rows[0].Why, c.why) {
			t.Errorf("%v hours east: midnight %q, %q; want %q, %q", c.east, p.Midnight, p.Rows[0].Why, c.midnight, c.why)
		}
		d.Rows = d.Rows[1:]
		if p = d.page(); p.Midnight != "" {
			t.Errorf("%v hours east: automatic entry is at %s", c.east, p.Midnight)
		}
	}
}
