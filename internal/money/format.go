package money

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Format is how a budget writes its amounts: the source's currency_format.
type Format struct {
	ISOCode          string `json:"iso_code"`
	ExampleFormat    string `json:"example_format"`
	DecimalDigits    int    `json:"decimal_digits"`
	DecimalSeparator string `json:"decimal_separator"`
	SymbolFirst      bool   `json:"symbol_first"`
	GroupSeparator   string `json:"group_separator"`
	CurrencySymbol   string `json:"currency_symbol"`
	DisplaySymbol    bool   `json:"display_symbol"`
}

// DefaultFormat is used for a budget whose document carries no currency.
func DefaultFormat() Format {
	return Format{
		ISOCode: "USD", ExampleFormat: "123,456.78", DecimalDigits: 2, DecimalSeparator: ".",
		SymbolFirst: true, GroupSeparator: ",", CurrencySymbol: "$", DisplaySymbol: true,
	}
}

// Text writes an amount as a person reads it, without the symbol: "-1,234.50".
// Decimals that the currency does not use are left out when they are zero and
// shown when they are not: a figure is never rounded for display.
func (f Format) Text(m Milli) string {
	var b strings.Builder
	if m < 0 {
		b.WriteString("-")
	}
	abs := m.abs64()
	f.group(&b, strconv.FormatUint(abs/1000, 10))
	if decimals := f.decimals(abs % 1000); decimals != "" {
		b.WriteString(f.decimalSeparator())
		b.WriteString(decimals)
	}
	return b.String()
}

// Spoken writes an amount as a sentence says it: with the symbol, and with the
// true minus sign. A symbol that is read from right to left is kept from turning
// the sentence around it.
func (f Format) Spoken(m Milli) string {
	text := f.WithSymbol(m)
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		text = "\u2212" + rest
	}
	if f.DisplaySymbol && rightToLeft(f.CurrencySymbol) {
		return "\u2066" + text + "\u2069"
	}
	return text
}

func rightToLeft(symbol string) bool {
	return strings.ContainsFunc(symbol, func(r rune) bool {
		properties, _ := bidi.LookupRune(r)
		return properties.Class() == bidi.R || properties.Class() == bidi.AL
	})
}

// WithSymbol is Text with the currency's symbol where the budget shows one. The
// sign stays in front: "-$12.00", "-12,00 €".
func (f Format) WithSymbol(m Milli) string {
	text := f.Text(m)
	if !f.DisplaySymbol || f.CurrencySymbol == "" {
		return text
	}
	if !f.SymbolFirst {
		return text + "\u00a0" + f.CurrencySymbol
	}
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		return "-" + f.CurrencySymbol + rest
	}
	return f.CurrencySymbol + text
}

func (f Format) group(b *strings.Builder, digits string) {
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(f.GroupSeparator)
		}
		b.WriteRune(d)
	}
}

// Step is the currency's smallest amount: a cent is 10 milliunits.
func (f Format) Step() Milli {
	step := Milli(1)
	for range 3 - min(max(f.DecimalDigits, 0), 3) {
		step *= 10
	}
	return step
}

// Average is an nth of a sum, rounded to the currency's smallest amount, half away from zero.
func (f Format) Average(sum Milli, n int) Milli {
	by := Milli(n) * f.Step()
	half := by / 2
	if sum < 0 {
		half = -half
	}
	return (sum + half) / by * f.Step()
}

// Rounded is an amount in whole steps of the currency, halves away from zero: for averages and the like, never for figures
// that have to add up.
func (f Format) Rounded(m Milli) Milli {
	step := f.Step()
	rest := m % step
	switch {
	case 2*rest >= step:
		return m - rest + step
	case 2*rest <= -step:
		return m - rest - step
	}
	return m - rest
}

// decimals keeps at least the currency's digits and every digit that counts.
func (f Format) decimals(thousandths uint64) string {
	text := strconv.FormatUint(thousandths, 10)
	text = "000"[len(text):] + text
	keep := min(max(f.DecimalDigits, 0), 3)
	for keep < 3 && strings.Trim(text[keep:], "0") != "" {
		keep++
	}
	return text[:keep]
}

func (f Format) decimalSeparator() string {
	if f.DecimalSeparator == "" {
		return "."
	}
	return f.DecimalSeparator
}
