package money

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMilliString(t *testing.T) {
	for m, want := range map[Milli]string{
		0: "0.000", 5: "0.005", -5: "-0.005", 12340: "12.340", -1000: "-1.000",
		math.MinInt64: "-9223372036854775.808", math.MaxInt64: "9223372036854775.807",
	} {
		if got := m.String(); got != want {
			t.Errorf("String of %d = %q, want %q", int64(m), got, want)
		}
	}
}

func TestFormatText(t *testing.T) {
	euro := Format{DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€", DisplaySymbol: true}
	dollar := DefaultFormat()
	yen := Format{DecimalDigits: 0, DecimalSeparator: ".", GroupSeparator: ",", CurrencySymbol: "¥", SymbolFirst: true, DisplaySymbol: true}
	dinar := Format{DecimalDigits: 3, DecimalSeparator: ".", GroupSeparator: ","}
	for _, c := range []struct {
		format           Format
		amount           Milli
		text, withSymbol string
	}{
		{euro, -1234500, "-1.234,50", "-1.234,50\u00a0€"},
		{dollar, -1234500, "-1,234.50", "-$1,234.50"},
		{dollar, 999999, "999.999", "$999.999"}, // a digit other than zero is never dropped
		{yen, 1234567000, "1,234,567", "¥1,234,567"},
		{yen, 500, "0.5", "¥0.5"},
		{dinar, -1, "-0.001", "-0.001"},
		{dollar, 0, "0.00", "$0.00"},
		{Format{DecimalDigits: 9}, 1, "0.001", "0.001"}, // a document may contain any number of digits
		{Format{DecimalDigits: -4}, 1000, "1", "1"},
	} {
		if got := c.format.Text(c.amount); got != c.text {
			t.Errorf("Text(%d) = %q, want %q", c.amount, got, c.text)
		}
		if got := c.format.WithSymbol(c.amount); got != c.withSymbol {
			t.Errorf("WithSymbol(%d) = %q, want %q", c.amount, got, c.withSymbol)
		}
	}
}

// The displayed text is exact: parsing its digits returns the amount.
func TestFormattedAmountsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := Milli(rapid.Int64().Draw(t, "amount"))
		format := Format{DecimalDigits: rapid.IntRange(0, 3).Draw(t, "digits"), DecimalSeparator: ".", GroupSeparator: ","}
		units, decimals, _ := strings.Cut(strings.ReplaceAll(format.Text(amount), ",", ""), ".")
		threeDecimals := (decimals + "000")[:3]
		parsed, err := strconv.ParseInt(units+threeDecimals, 10, 64)
		if err != nil || Milli(parsed) != amount {
			t.Fatalf("%d is formatted as %q, which is parsed as %d (error %v)", amount, format.Text(amount), parsed, err)
		}
	})
}

// The smallest int64 has no positive counterpart: its negation is itself, so its absolute value was once negative and
// within every limit.
func TestTheSmallestInt64IsOutOfRange(t *testing.T) {
	for _, m := range []Milli{math.MinInt64, math.MinInt64 + 1, math.MaxInt64} {
		if m.Abs() != math.MaxInt64 || m.Abs() <= Limit {
			t.Errorf("the absolute value of %d is %d, want the largest int64", m, m.Abs())
		}
	}
}

// A sum that exceeds int64, in either direction, is the nearest int64.
func TestTotalsSaturate(t *testing.T) {
	for _, c := range []struct{ a, b, want Milli }{
		{1, 2, 3},
		{-5, 2, -3},
		{math.MaxInt64, 1, math.MaxInt64},
		{math.MinInt64, -1, math.MinInt64},
		{math.MaxInt64, math.MinInt64, -1},
		{math.MinInt64, math.MinInt64, math.MinInt64},
	} {
		if got := c.a.Plus(c.b); got != c.want {
			t.Errorf("%d + %d = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// In a sentence, an amount with a right-to-left symbol is between the characters U+2066 and U+2069, which isolate it.
// Without them, browsers displayed the comma after the amount before it: "You spent ,7.500د.ك".
func TestARightToLeftSymbolDoesNotMoveTheComma(t *testing.T) {
	dinar := Format{DecimalDigits: 3, DecimalSeparator: ".", GroupSeparator: ",", SymbolFirst: true, CurrencySymbol: "د.ك", DisplaySymbol: true}
	if got := dinar.Spoken(-7500); got != "\u2066\u2212د.ك7.500\u2069" {
		t.Errorf("Spoken(-7500) = %q, want isolated text", got)
	}
	if got := dinar.WithSymbol(-7500); got != "-د.ك7.500" {
		t.Errorf("WithSymbol(-7500) = %q, want no isolation", got)
	}
	dinar.DisplaySymbol = false
	if got := dinar.Spoken(-7500); got != "\u22127.500" {
		t.Errorf("Spoken(-7500) without a symbol = %q, want no isolation", got)
	}
}
