package civil

import "fmt"

// Earliest and Latest are the first and last day that a budget stores. A year outside is a typing error, and every
// month up to it would get a figure in every category.
const (
	Earliest Date = 1900_01_01
	Latest   Date = 2199_12_31
)

// KeptYears returns the range of years for display.
func KeptYears() string {
	return fmt.Sprintf("a budget keeps the years from %d to %d", Earliest.Year(), Latest.Year())
}

// FarOff reports whether a date is outside the range. It returns false for no date.
func (d Date) FarOff() bool { return d != 0 && (d < Earliest || d > Latest) }

// FarOff reports whether a month is outside the range. It returns false for no month.
func (m Month) FarOff() bool { return m != 0 && m != m.Near() }

// Near returns the month, or the nearest end of the range if it is outside. No month is returned unchanged.
func (m Month) Near() Month {
	if m == 0 {
		return 0
	}
	return min(max(m, Earliest.Month()), Latest.Month())
}

// reachYears is the number of years before the first month of a budget, and after today, in which new dates are
// allowed.
const reachYears = 10

// Reach is the range of days that may be entered in a budget, both included.
type Reach struct{ First, Last Date }

// ReachOf returns the reach of a budget with data in the span's months. It begins ten years before the first month,
// or ten years before today if the span is empty or begins later. It ends ten years after today, or with the last
// month if that is later.
func ReachOf(span Span, today Date) Reach {
	first, last := today.Month(), today.Month().Add(12*reachYears)
	if span.First != 0 {
		first, last = min(first, span.First), max(last, span.Last)
	}
	return Reach{max(first.Add(-12*reachYears).First(), Earliest), min(last.Last(), Latest)}
}

// Includes reports whether a day is within the reach. No day is.
func (r Reach) Includes(d Date) bool { return d == 0 || d >= r.First && d <= r.Last }

// IncludesMonth reports whether a month is within the reach. No month is.
func (r Reach) IncludesMonth(m Month) bool {
	return m == 0 || m >= r.First.Month() && m <= r.Last.Month()
}
