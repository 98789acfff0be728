// Package civil contains calendar values without a time zone: Date and Month.
//
// Both are integers that sort chronologically and take 4 bytes. The zero value of each means "none".
//
// Start at Date and Month.
package civil

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Date is a day, stored as year*10000 + month*100 + day: 20260331. Zero is no date.
type Date int32

// Month is a month, stored as year*12 + (month-1). Zero is no month.
type Month int32

// MakeDate returns the date of a year, month and day of the month, or zero if no such day exists.
func MakeDate(year, month, day int) Date {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0
	}
	return Date(year*10000 + month*100 + day)
}

// MakeMonth returns the month of a year; month is 1 to 12.
func MakeMonth(year, month int) Month { return Month(year*12 + month - 1) }

// ParseDate parses "2026-03-31".
func ParseDate(s string) (Date, error) {
	if len(s) == 10 && s[4] == '-' && s[7] == '-' {
		y, okY := digits(s[:4])
		m, okM := digits(s[5:7])
		d, okD := digits(s[8:])
		if date := MakeDate(y, m, d); okY && okM && okD && date != 0 {
			return date, nil
		}
	}
	return 0, fmt.Errorf("%q is not a date of the form YYYY-MM-DD", clip(s))
}

// ParseMonth parses "2026-03" and "2026-03-01"; any day of the month is accepted.
func ParseMonth(s string) (Month, error) {
	day := s
	if len(s) == len("2006-01") {
		day += "-01"
	}
	d, err := ParseDate(day)
	if err != nil {
		return 0, fmt.Errorf("%q is not a month of the form YYYY-MM", clip(s))
	}
	return d.Month(), nil
}

// DateOf returns the calendar day of t in t's time zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return MakeDate(y, int(m), d)
}

// MostDays is the number of days of the longest month.
const MostDays = 31

// Year returns the year.
func (d Date) Year() int { return int(d) / 10000 }

// Mon returns the month of the year, 1 to 12.
func (d Date) Mon() int { return int(d) / 100 % 100 }

// Day returns the day of the month, from 1.
func (d Date) Day() int { return int(d) % 100 }

// Valid reports whether the day exists.
func (d Date) Valid() bool { return d != 0 && MakeDate(d.Year(), d.Mon(), d.Day()) == d }

// Month returns the month that contains the day, or zero for no date.
func (d Date) Month() Month {
	if d == 0 {
		return 0
	}
	return MakeMonth(d.Year(), d.Mon())
}

// Time returns midnight UTC of the day.
func (d Date) Time() time.Time {
	return time.Date(d.Year(), time.Month(d.Mon()), d.Day(), 0, 0, 0, 0, time.UTC)
}

// Since returns the number of days from other to d, negative if d is earlier.
func (d Date) Since(other Date) int {
	const seconds = 24 * 60 * 60
	return int(d.Time().Unix()-other.Time().Unix()) / seconds // a time.Duration ends after 292 years
}

// Apart returns the number of days between two dates, in either order.
func (d Date) Apart(other Date) int { return max(d.Since(other), other.Since(d)) }

// AddDays returns the day n days later, or earlier if n is negative.
func (d Date) AddDays(n int) Date { return DateOf(d.Time().AddDate(0, 0, n)) }

// AddMonths returns the same day n months later, or the last day of that month if it is shorter.
func (d Date) AddMonths(n int) Date { return d.Month().Add(n).DayAt(d.Day()) }

// In formats the day by a pattern of YYYY, MM and DD, such as DD.MM.YYYY. For an unknown pattern or no date it
// returns String.
func (d Date) In(pattern string) string {
	iso := d.String()
	if d == 0 || !strings.Contains(pattern, "YYYY") {
		return iso
	}
	text := make([]byte, 0, len(pattern))
	for rest := pattern; rest != ""; {
		switch {
		case strings.HasPrefix(rest, "YYYY"):
			text, rest = append(text, iso[:4]...), rest[4:]
		case strings.HasPrefix(rest, "MM"):
			text, rest = append(text, iso[5:7]...), rest[2:]
		case strings.HasPrefix(rest, "DD"):
			text, rest = append(text, iso[8:10]...), rest[2:]
		default:
			text, rest = append(text, rest[0]), rest[1:]
		}
	}
	return string(text)
}

// String returns "2026-03-31", or "" for no date.
func (d Date) String() string {
	if d == 0 {
		return ""
	}
	return string(d.append(make([]byte, 0, 10)))
}

func (d Date) append(b []byte) []byte {
	y, m, day := d.Year(), d.Mon(), d.Day()
	return append(b, byte('0'+y/1000), byte('0'+y/100%10), byte('0'+y/10%10), byte('0'+y%10), '-',
		byte('0'+m/10), byte('0'+m%10), '-', byte('0'+day/10), byte('0'+day%10))
}

// Year returns the year.
func (m Month) Year() int { return (int(m) - (m.Mon() - 1)) / 12 }

// Mon returns the month of the year, 1 to 12.
func (m Month) Mon() int { return (int(m)%12+12)%12 + 1 }

// Add returns the month n months later.
func (m Month) Add(n int) Month { return m + Month(n) }

// First returns the first day of the month.
func (m Month) First() Date { return MakeDate(m.Year(), m.Mon(), 1) }

// Last returns the last day of the month.
func (m Month) Last() Date { return m.DayAt(31) }

// DayAt returns a day of the month, or its last day if the month is shorter.
func (m Month) DayAt(day int) Date {
	return MakeDate(m.Year(), m.Mon(), min(day, daysIn(m.Year(), m.Mon())))
}

// String returns "2026-03", or "" for no month.
func (m Month) String() string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d", m.Year(), m.Mon()) // also for months that have no dates: the one after 9999-12 is computed but never stored
}

// Name returns the month for display: "March 2026".
func (m Month) Name() string {
	if m == 0 {
		return ""
	}
	return time.Month(m.Mon()).String() + " " + strconv.Itoa(m.Year())
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func digits(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, true
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
