package bankapi

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
)

// MostText is the maximum number of characters of a payee or notes.
const MostText = 2000

// Text returns a provider's text in one line without control characters, cut to a number of characters.
func Text(text string, most int) string {
	text = text[:min(len(text), 8*most+1024)]
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) && r != zeroWidthJoiner:
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return humanize.Clip(strings.Join(strings.Fields(text), " "), most)
}

const zeroWidthJoiner = '\u200d' // part of some characters

// mostMessage is the maximum number of characters of a message.
const mostMessage = 300

var tags = regexp.MustCompile(`</?[A-Za-z!][^<>]*>`)

// Message returns a provider's message to users as text without markup.
func Message(text string) string {
	text = text[:min(len(text), 8*mostMessage)]
	return Text(tags.ReplaceAllString(html.UnescapeString(tags.ReplaceAllString(text, " ")), " "), mostMessage)
}

// Amount parses a decimal number such as "-12.30". It refuses what an amount cannot represent exactly.
func Amount(text string) (money.Milli, error) {
	refuse := func(why string) (money.Milli, error) {
		return 0, apperr.New(apperr.Invalid, "the amount “%s” %s", Text(text, 40), why)
	}
	digits := strings.TrimSpace(text)
	negative := strings.HasPrefix(digits, "-")
	if negative || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return refuse("is not a number")
	}
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > 3 {
		return refuse("has more than three decimals")
	}
	n, err := strconv.ParseInt(strings.TrimLeft(whole, "0")+(fraction + "000")[:3], 10, 64)
	if err != nil || n > int64(money.Limit) {
		return refuse("is too large")
	}
	if negative {
		n = -n
	}
	return money.Milli(n), nil
}
