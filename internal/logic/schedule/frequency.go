package schedule

import (
	"strconv"
	"strings"
)

// Unit is the unit of an interval.
type Unit string

// The units; forms submit these values.
const (
	Days   Unit = "Days"
	Weeks  Unit = "Weeks"
	Months Unit = "Months"
	Years  Unit = "Years"
)

// Units returns all units.
func Units() []Unit { return []Unit{Days, Weeks, Months, Years} }

// MaxInterval is the maximum number of units of an interval.
const MaxInterval = 999

// one is the step of one of each unit.
var one = map[Unit]step{Days: {days: 1}, Weeks: {days: 7}, Months: {months: 1}, Years: {months: 12}}

// Every returns the frequency of n units: the source's word if it has one, otherwise one of the same form
// ("every5Weeks"). ok is false out of range.
func Every(n int, unit Unit) (Frequency, bool) {
	s, known := one[unit]
	if !known || n < 1 || n > MaxInterval {
		return "", false
	}
	s = step{s.days * n, s.months * n}
	for _, f := range Frequencies() {
		if steps[f] == s {
			return f, true
		}
	}
	return Frequency("every" + strconv.Itoa(n) + string(unit)), true
}

// Interval returns the number and unit of a frequency that the source does not have.
func (f Frequency) Interval() (n int, unit Unit, is bool) {
	if _, own := steps[f]; own {
		return 0, "", false
	}
	rest, is := strings.CutPrefix(string(f), "every")
	for _, unit := range Units() {
		count, of := strings.CutSuffix(rest, string(unit))
		n, err := strconv.Atoi(count)
		if is && of && err == nil && n >= 2 && n <= MaxInterval && strconv.Itoa(n) == count {
			return n, unit, true
		}
	}
	return 0, "", false
}

// Nearest returns the source's frequency with the step nearest to that of f, the shorter one of two, for programs
// that support no others. It returns Never if the step is unknown.
func (f Frequency) Nearest() Frequency {
	if _, own := steps[f]; own {
		return f
	}
	is, known := stepOf(f)
	if !known {
		return Never
	}
	nearest := Daily
	for _, own := range Frequencies() {
		if own != Never && apart(own, is) < apart(nearest, is) {
			nearest = own
		}
	}
	return nearest
}

// apart returns the distance between a frequency's step and another one, in twelfths of days.
func apart(f Frequency, from step) int {
	const month = 365 // twelfths of days
	length := steps[f].days*12 + steps[f].months*month
	if f == TwiceAMonth {
		length = month / 2
	}
	far := length - from.days*12 - from.months*month
	return max(far, -far)
}

// stepOf returns the step of a frequency.
func stepOf(f Frequency) (step, bool) {
	if s, known := steps[f]; known {
		return s, true
	}
	n, unit, is := f.Interval()
	return step{one[unit].days * n, one[unit].months * n}, is
}
