// Package humanize formats counts, dates and file names for display.
//
// Start at Number.
package humanize

import (
	"strconv"
	"time"

	"holdover/internal/base/money"
)

// Number returns a count with the matching noun: "1 account", "1,200 accounts".
func Number(n int, one, many string) string {
	return Count(n) + " " + Noun(n, one, many)
}

// Noun returns the singular or plural noun for a count.
func Noun(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count formats a count with separated thousands.
func Count(n int) string {
	return money.Format{GroupSeparator: ","}.Text(money.Milli(n) * 1000)
}

// Bytes formats the size of a file in decimal units: "12 kB", "3.4 MB".
func Bytes(n int64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	size, i := float64(n), 0
	for size >= 999.5 && i < len(units)-1 {
		size, i = size/1000, i+1
	}
	digits := 0
	if i > 0 && size < 9.95 {
		digits = 1
	}
	return strconv.FormatFloat(size, 'f', digits, 64) + " " + units[i]
}

// Clip returns the first characters of a text, with an ellipsis if there were more.
func Clip(text string, most int) string {
	if letters := []rune(text[:min(len(text), 4*(most+1))]); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

// Day returns the date of a moment in the server's time zone: "21 November 2026".
func Day(at time.Time) string { return at.Local().Format("2 January 2006") }

// Moment returns the date and the time of a moment in the server's time zone: "21 November 2026, 03:00".
func Moment(at time.Time) string { return at.Local().Format("2 January 2006, 15:04") }

// Ordinal formats a number as an ordinal: "1st", "12th".
func Ordinal(n int) string {
	suffix := "th"
	if n/10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
