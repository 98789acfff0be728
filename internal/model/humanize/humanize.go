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

// Clip returns the first characters of a text, with an ellipsis if there were more.
func Clip(text string, most int) string {
	if letters := []rune(text[:min(len(text), 4*(most+1))]); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

// Day returns the date of a moment in the server's time zone: "21 November 2026".
func Day(at time.Time) string { return at.Local().Format("2 January 2006") }

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
