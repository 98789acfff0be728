package bankfile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"holdover/internal/base/civil"
)

// DateOrder is the order of a date's parts in a file. The separators do not matter, nor does a time after the date.
type DateOrder string

// The orders that banks use.
const (
	YearFirst  DateOrder = "ymd"
	DayFirst   DateOrder = "dmy"
	MonthFirst DateOrder = "mdy"
)

// OrderOf returns the order of a pattern such as "DD.MM.YYYY", or "" for an unsupported one.
func OrderOf(pattern string) DateOrder {
	pattern = strings.ToUpper(pattern)
	d, m, y := strings.IndexByte(pattern, 'D'), strings.IndexByte(pattern, 'M'), strings.IndexByte(pattern, 'Y')
	switch {
	case d < 0 || m < 0 || y < 0:
		return ""
	case y < m && m < d:
		return YearFirst
	case d < m && m < y:
		return DayFirst
	case m < d && d < y:
		return MonthFirst
	}
	return ""
}

// ParseDate parses a date with parts in the given order.
func (o DateOrder) ParseDate(text string) (civil.Date, error) {
	if len(text) > longestDate {
		return 0, notDate(text)
	}
	parts, ok := dateParts(strings.TrimSpace(text))
	if !ok {
		return 0, notDate(text)
	}
	if len(parts) == 1 {
		if parts, ok = o.cutCompact(parts[0]); !ok {
			return 0, notDate(text)
		}
	}
	year, month, day := parts[0], parts[1], parts[2]
	switch {
	case isWord(parts[0]): // Jan 2, 2026
		year, month, day = parts[2], parts[0], parts[1]
	case isWord(parts[1]) && len(parts[0]) < 4: // 2 Jan 2026
		year, day = parts[2], parts[0]
	case isWord(parts[1]):
	case o == DayFirst:
		year, day = parts[2], parts[0]
	case o == MonthFirst:
		year, month, day = parts[2], parts[0], parts[1]
	}
	if d := civil.MakeDate(yearOf(year), monthOf(month), number(day)); d != 0 && len(day) <= 2 {
		return d, nil
	}
	return 0, notDate(text)
}

// longestDate is in bytes, including a weekday and a time.
const longestDate = 80

// notDate is the error for a text that is not a date. Its message is formatted only when it is read, because guesses
// parse thousands of texts.
type notDate string

func (text notDate) Error() string {
	if strings.TrimSpace(string(text)) == "" {
		return "it is empty"
	}
	return fmt.Sprintf("%q is not a date", clip(string(text)))
}

// dateParts returns the three parts of a date, or one part of digits alone. A time may follow.
func dateParts(text string) ([]string, bool) {
	var parts []string
	rest := text
	for len(parts) < 3 {
		part := leading(rest, isDigit)
		if part == "" {
			part = leading(rest, func(r rune) bool { return unicode.IsLetter(r) })
		}
		if part == "" {
			break
		}
		rest = strings.TrimPrefix(rest, part)
		parts = append(parts, part)
		if len(parts) < 3 && (len(part) < 6 || isWord(part)) {
			rest = strings.TrimLeft(rest, " ./-',")
		} else {
			break
		}
	}
	if len(parts) > 0 && isWord(parts[0]) && monthOf(parts[0]) == 0 && len(rest) < len(text) {
		return dateParts(strings.TrimLeft(text[len(parts[0]):], " .,")) // skips a weekday
	}
	if rest != "" && !strings.ContainsAny(rest[:1], " T,[.") || strings.HasPrefix(rest, ".") && len(parts) == 3 && rest != "." {
		return nil, false
	}
	return parts, len(parts) == 3 || len(parts) == 1 && onlyDigits(parts[0])
}

func leading(s string, belongs func(rune) bool) string {
	if end := strings.IndexFunc(s, func(r rune) bool { return !belongs(r) }); end >= 0 {
		return s[:end]
	}
	return s
}

// cutCompact splits 20260102, 260102 and 20260102153000.
func (o DateOrder) cutCompact(s string) ([]string, bool) {
	switch {
	case (len(s) == 8 || len(s) == 14 || len(s) == 12) && o == YearFirst:
		return []string{s[:4], s[4:6], s[6:8]}, true
	case len(s) == 8:
		return []string{s[:2], s[2:4], s[4:]}, true
	case len(s) == 6:
		return []string{s[:2], s[2:4], s[4:]}, true
	}
	return nil, false
}

func isWord(s string) bool { return s != "" && !isDigit(rune(s[0])) }

// yearOf reads two digits as 1970 to 2069. QIF writes 2006 as ' 6.
func yearOf(s string) int {
	switch n := number(s); {
	case len(s) == 4:
		return n
	case len(s) > 2 || n < 0:
		return 0
	case n < 70:
		return 2000 + n
	default:
		return 1900 + n
	}
}

func monthOf(s string) int {
	if !isWord(s) {
		if len(s) > 2 {
			return 0
		}
		return number(s)
	}
	s = strings.ToLower(s)
	for i, starts := range monthStarts {
		for _, start := range starts {
			if strings.HasPrefix(s, start) {
				return i + 1
			}
		}
	}
	return 0
}

// monthStarts lists the first letters of the months' names in English, German, French, Spanish, Italian, Portuguese
// and Dutch.
var monthStarts = [12][]string{
	{"jan", "jän", "ene", "gen"},
	{"feb", "fév", "fev"},
	{"mar", "mär", "mrz", "maa", "mrt"},
	{"apr", "avr", "abr"},
	{"may", "mai", "mei", "mag"},
	{"jun", "juin", "giu"},
	{"jul", "juil", "lug"},
	{"aug", "aoû", "aou", "ago"},
	{"sep", "set"},
	{"oct", "okt", "ott", "out"},
	{"nov"},
	{"dec", "dez", "déc", "dic"},
}

func number(s string) int {
	n := 0
	for _, r := range s {
		if !isDigit(r) || n > 99999 {
			return -1
		}
		n = n*10 + int(r-'0')
	}
	if s == "" {
		return -1
	}
	return n
}

// GuessOrder returns the order in which every sample is a date. If several orders fit, it chooses one in which the
// file is sorted, as bank files are, else that of the hint, and sure is false.
func GuessOrder(samples []string, hint DateOrder) (o DateOrder, sure bool) {
	var fitting, sorted []DateOrder
	best, most := DayFirst, -1
	for _, c := range []DateOrder{DayFirst, MonthFirst, YearFirst} {
		dates := c.dates(samples)
		if c == YearFirst && len(fitting) > 0 {
			break // two leading digits are a day or a month if they can be
		}
		if len(dates) > most {
			best, most = c, len(dates)
		}
		if len(dates) < len(samples) {
			continue
		}
		fitting = append(fitting, c)
		if inOrder(dates) {
			sorted = append(sorted, c)
		}
	}
	switch {
	case len(fitting) == 0:
		return best, false
	case len(fitting) == 1:
		return fitting[0], true
	case allSame(fitting, samples):
		return fitting[0], true
	case slices.Contains(fitting, DayFirst) && dotted(samples):
		return DayFirst, true
	case len(sorted) == 1 && len(samples) > 2:
		return sorted[0], true
	}
	if c := closest(fitting, samples); c != "" && len(samples) > 2 {
		return c, c == hint
	}
	for _, c := range fitting {
		if c == hint {
			return c, false
		}
	}
	return fitting[0], false
}

// dotted reports whether full stops separate the parts of all dates. With full stops the day precedes the month.
func dotted(samples []string) bool {
	for _, s := range samples {
		day, rest, _ := strings.Cut(strings.TrimSpace(s), ".")
		month, _, found := strings.Cut(rest, ".")
		if !found || len(day) > 2 || len(month) > 2 {
			return false
		}
	}
	return true
}

func (o DateOrder) dates(samples []string) []civil.Date {
	var dates []civil.Date
	for _, s := range samples {
		if d, err := o.ParseDate(s); err == nil && !d.FarOff() { // 20121115 is not in the year 1115
			dates = append(dates, d)
		}
	}
	return dates
}

func inOrder(dates []civil.Date) bool {
	up, down := true, true
	for i := 1; i < len(dates); i++ {
		up = up && dates[i-1] <= dates[i]
		down = down && dates[i-1] >= dates[i]
	}
	return up || down
}

// closest returns the order in which the dates span much less time than in all others, or "": the days of one month,
// read as months, would span a year. Dates on the same day of each month have the opposite effect, so that the result
// alone is no proof.
func closest(orders []DateOrder, samples []string) DateOrder {
	best, least, next := DateOrder(""), time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for _, o := range orders {
		dates := o.dates(samples)
		span := slices.Max(dates).Time().Sub(slices.Min(dates).Time())
		if span < least {
			best, least, next = o, span, least
		} else {
			next = min(next, span)
		}
	}
	if least > next/4 {
		return ""
	}
	return best
}

func allSame(orders []DateOrder, samples []string) bool {
	first := orders[0].dates(samples)
	for _, o := range orders[1:] {
		for i, d := range o.dates(samples) {
			if d != first[i] {
				return false
			}
		}
	}
	return true
}
