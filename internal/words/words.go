// Package words says numbers of things, and days, the way people read them, and names of files the way all systems take them.
//
// Floor 1: may import floor 0.
package words

import (
	"strconv"
	"time"

	"holdover/internal/money"
)

// Number is so many of something, with the word that fits: "1 account", "1,200 accounts".
func Number(n int, one, many string) string {
	return Count(n) + " " + Noun(n, one, many)
}

// Noun is the word that fits so many.
func Noun(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count writes a number of things with its thousands apart.
func Count(n int) string {
	return money.Format{GroupSeparator: ","}.Text(money.Milli(n) * 1000)
}

// Clip keeps the first letters of a text; it says where there were more.
func Clip(text string, most int) string {
	if letters := []rune(text[:min(len(text), 4*(most+1))]); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

// Day is the day on which something was, where the program runs: "21 November 2026".
func Day(at time.Time) string { return at.Local().Format("2 January 2006") }

// Ordinal is a number as a place in an order: "1st", "12th".
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
