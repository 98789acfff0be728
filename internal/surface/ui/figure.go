package ui

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Figure is an amount as a page shows it.
type Figure struct {
	Text string
	Sign Sign
}

// Sign is the class of an amount for the style sheet.
type Sign string

// The signs. A plain positive amount needs no class.
const (
	Plus  Sign = "plus"
	Zero  Sign = "zero"
	Minus Sign = "minus"
)

type Figures struct{ Format money.Format }

// Plain writes an amount without the currency's symbol, for tables.
func (f Figures) Plain(m money.Milli) Figure { return figure(f.Format.Text(m), m) }

// Symbol writes an amount with the currency's symbol where the budget shows it.
func (f Figures) Symbol(m money.Milli) Figure { return figure(f.Format.WithSymbol(m), m) }

// figure uses the minus sign U+2212, which is as wide as a digit.
func figure(text string, m money.Milli) Figure {
	sign := Plus
	switch {
	case m == 0:
		sign = Zero
	case m < 0:
		sign = Minus
	}
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		text = Whole("\u2212" + rest)
	}
	return Figure{Text: text, Sign: sign}
}

// Whole prevents a line break between a minus sign and the currency symbol after it, which Unicode allows.
func Whole(text string) string {
	at := strings.Index(text, "\u2212")
	if at < 0 {
		return text
	}
	head, rest := text[:at+len("\u2212")], text[at+len("\u2212"):]
	if next, _ := utf8.DecodeRuneInString(rest); unicode.Is(unicode.Sc, next) {
		head += "\u2060"
	}
	return head + Whole(rest)
}

// Ago formats a past time: "today", "21 November 2026".
func Ago(t, now time.Time) string {
	t = t.In(now.Location())
	switch civil.DateOf(t) {
	case civil.DateOf(now):
		return "today"
	case civil.DateOf(now).AddDays(-1):
		return "yesterday"
	}
	return t.Format("2 January 2006")
}

// MonthsText formats a range of months: "March 2016 to August 2026".
func MonthsText(first, last civil.Month) string {
	switch {
	case first == 0:
		return "no figures yet"
	case first == last:
		return first.Name()
	}
	return first.Name() + " to " + last.Name()
}
