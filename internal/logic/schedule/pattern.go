package schedule

import (
	"strconv"
	"strings"
	"time"

	"holdover/internal/base/civil"
)

// Pattern is the day of the month of a rule: the second Friday, the last working day. The zero Pattern is the day of
// the month of the rule's first day.
type Pattern struct {
	Nth int // from 1 to maxNth, or Last
	Of  PatternDay
}

// Last is the Nth of a pattern that counts from the end of the month.
const Last = -1

// maxNth is the largest number that every month has of each weekday.
const maxNth = 4

// PatternDay is a kind of day that a pattern counts.
type PatternDay string

// The kinds of days in addition to the weekdays.
const (
	AnyDay     PatternDay = "day"
	WorkingDay PatternDay = "working-day" // Monday to Friday; Holdover has no calendar of holidays
)

// weekdays are the kinds of days that are one day of the week.
var weekdays = map[PatternDay]time.Weekday{
	"monday": time.Monday, "tuesday": time.Tuesday, "wednesday": time.Wednesday, "thursday": time.Thursday,
	"friday": time.Friday, "saturday": time.Saturday, "sunday": time.Sunday,
}

// PatternDays returns all kinds of days, in display order.
func PatternDays() []PatternDay {
	return []PatternDay{AnyDay, WorkingDay, "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
}

// PatternNths returns the numbers of patterns, in display order.
func PatternNths() []int { return []int{1, 2, 3, maxNth, Last} }

// ParsePattern parses "2-friday" and "last-working-day"; "" is the zero Pattern. ok is false for any other text.
func ParsePattern(text string) (p Pattern, ok bool) {
	if text == "" {
		return Pattern{}, true
	}
	for _, nth := range PatternNths() {
		for _, of := range PatternDays() {
			if p = (Pattern{nth, of}); p.String() == text {
				return p, true
			}
		}
	}
	return Pattern{}, false
}

// String returns the pattern in the form that ParsePattern reads.
func (p Pattern) String() string {
	switch p.Nth {
	case 0:
		return ""
	case Last:
		return "last-" + string(p.Of)
	}
	return strconv.Itoa(p.Nth) + "-" + string(p.Of)
}

// NthLabel returns a number of patterns in words.
func NthLabel(nth int) string {
	return map[int]string{1: "first", 2: "second", 3: "third", maxNth: "fourth", Last: "last"}[nth]
}

// Label returns the kind of day in words.
func (d PatternDay) Label() string {
	if weekday, is := weekdays[d]; is {
		return weekday.String()
	}
	return strings.ReplaceAll(string(d), "-", " ")
}

// Text returns the pattern in words: "second Friday".
func (p Pattern) Text() string { return NthLabel(p.Nth) + " " + p.Of.Label() }

// fallsOnWeekends reports whether a day of the pattern can be a Saturday or Sunday.
func (p Pattern) fallsOnWeekends() bool {
	weekday, is := weekdays[p.Of]
	return p.Of != WorkingDay && !(is && !isWeekend(weekday))
}

func isWeekend(d time.Weekday) bool { return d == time.Saturday || d == time.Sunday }

// in returns the day of the pattern in a month, or zero for a month outside of the calendar.
func (p Pattern) in(m civil.Month) civil.Date {
	edge, step := m.First(), 1
	if p.Nth == Last {
		edge, step = m.Last(), -1
	}
	if edge == 0 {
		return 0
	}
	weekday, isWeekday := weekdays[p.Of]
	toWeekday := (step*int(weekday-edge.Time().Weekday()) + 7) % 7 // days from the edge to the nearest of the weekday
	switch {
	case p.Of == WorkingDay:
		return p.workingDay(edge, step)
	case isWeekday:
		return edge.AddDays(step * (toWeekday + 7*(p.count()-1)))
	}
	return edge.AddDays(step * (p.count() - 1))
}

// count returns the number of the day from the edge of the month.
func (p Pattern) count() int { return max(p.Nth, 1) }

func (p Pattern) workingDay(edge civil.Date, step int) civil.Date {
	day, left := edge, p.count()
	for {
		if !isWeekend(day.Time().Weekday()) {
			left--
		}
		if left == 0 {
			return day
		}
		day = day.AddDays(step)
	}
}
