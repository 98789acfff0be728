package cal

import "fmt"

// Earliest and Latest are the first and the last day that a budget keeps anything
// of. A year beyond them is a typing error, and every month up to it would get a
// figure in every category.
const (
	Earliest Date = 1900_01_01
	Latest   Date = 2199_12_31
)

// KeptYears says which years a budget keeps, for people.
func KeptYears() string {
	return fmt.Sprintf("a budget keeps the years from %d to %d", Earliest.Year(), Latest.Year())
}

// FarOff says whether a day lies outside what a budget keeps. No day does not.
func (d Date) FarOff() bool { return d != 0 && (d < Earliest || d > Latest) }

// FarOff says whether a month lies outside what a budget keeps. No month does not.
func (m Month) FarOff() bool { return m != 0 && m != m.Near() }

// Near is the month itself, or the end of what a budget keeps that is nearest to
// it. No month stays none.
func (m Month) Near() Month {
	if m == 0 {
		return 0
	}
	return min(max(m, Earliest.Month()), Latest.Month())
}
