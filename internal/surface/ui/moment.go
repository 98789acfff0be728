package ui

import (
	"time"

	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
)

// Moment returns a time in words for the users of a budget: "today at 03:12", "yesterday at 03:12", or with the day.
func Moment(f *pageframe.Frame, today civil.Date, t time.Time) string {
	if f.Zone != nil {
		t = t.In(f.Zone)
	}
	switch day, at := civil.DateOf(t), t.Format("15:04"); day {
	case today:
		return "today at " + at
	case today.AddDays(-1):
		return "yesterday at " + at
	case today.AddDays(1):
		return "tomorrow at " + at
	default:
		return "on " + day.In(f.Budget.DateFormat) + " at " + at
	}
}
