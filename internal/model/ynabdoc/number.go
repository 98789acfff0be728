package ynabdoc

import (
	"bytes"
	"math"
	"strconv"

	"holdover/internal/base/money"
)

// wholeDigits is the maximum number of digits of a whole number: one more than money.Limit, so that an amount that is
// too large is recognised exactly.
const wholeDigits = 16

// parseMilli parses a JSON number as milliunits; why explains an error.
func parseMilli(number []byte) (amount money.Milli, why string) {
	n, why := parseWhole(number)
	if why == tooLarge || why == "" && money.Milli(n).Abs() > money.Limit {
		why = tooMuch
	}
	return money.Milli(n), why
}

// parseInt reads a JSON number as a count of days, months or percents.
func parseInt(number []byte) (count int, why string) {
	n, why := parseWhole(number)
	if why == "" && (n > math.MaxInt32 || n < math.MinInt32) {
		why = tooLarge
	}
	return int(n), why
}

const (
	notWhole = "is not a whole number of milliunits"
	tooLarge = "is too large"
	tooMuch  = "is more than an amount can be, a thousand billion units"
)

// parseWhole reads a JSON number that is a whole one however it is spelled:
// 12000, 12000.0 and 1.2e4. The number is valid JSON.
func parseWhole(number []byte) (n int64, why string) {
	digits, negative := bytes.CutPrefix(number, []byte("-"))
	if len(digits) > wholeDigits || bytes.ContainsAny(digits, ".eE") {
		digits, why = plainDigits(digits)
		if why != "" {
			return 0, why
		}
	}
	for _, d := range digits {
		n = n*10 + int64(d-'0')
	}
	if negative {
		n = -n
	}
	return n, ""
}

// plainDigits spells an unsigned JSON number without point and exponent.
func plainDigits(number []byte) (digits []byte, why string) {
	mantissa, exponent := number, 0
	if at := bytes.IndexAny(number, "eE"); at >= 0 {
		mantissa, exponent = number[:at], parseExponent(number[at+1:])
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte("."))
	digits = append(append(make([]byte, 0, len(mantissa)+wholeDigits), whole...), fraction...)
	exponent -= len(fraction)
	trimmed := bytes.TrimRight(digits, "0")
	exponent += len(digits) - len(trimmed)
	trimmed = bytes.TrimLeft(trimmed, "0")
	switch {
	case len(trimmed) == 0:
		return nil, ""
	case exponent < 0:
		return nil, notWhole
	case len(trimmed)+exponent > wholeDigits:
		return nil, tooLarge
	}
	return append(trimmed, bytes.Repeat([]byte("0"), exponent)...), ""
}

// parseExponent limits huge exponents to values with sums that fit an int.
func parseExponent(text []byte) int {
	const absurd = math.MaxInt32
	n, err := strconv.Atoi(string(text))
	if err != nil || n > absurd || n < -absurd {
		if text[0] == '-' {
			return -absurd
		}
		return absurd
	}
	return n
}
