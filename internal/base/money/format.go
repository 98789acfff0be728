package money

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Format defines how a budget displays amounts: the source's currency_format.
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

// DefaultFormat is the format of a budget from a document without currency.
func DefaultFormat() Format {
	return Format{
		ISOCode: "USD", ExampleFormat: "123,456.78", DecimalDigits: 2, DecimalSeparator: ".",
		SymbolFirst: true, GroupSeparator: ",", CurrencySymbol: "$", DisplaySymbol: true,
	}
}

// Text formats an amount without the symbol: "-1,234.50". Decimals beyond those of the currency are shown only if
// they are not zero; display never rounds.
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

// Percent formats a share in hundredths of a percent: "33,33 %". Both decimals are shown, so that shares of a whole add up to 100.
func (f Format) Percent(hundredths int) string {
	return fmt.Sprintf("%d%s%02d %%", hundredths/100, f.decimalSeparator(), hundredths%100)
}

// Spoken formats an amount for a sentence, with the symbol and the true minus sign. A right-to-left symbol is
// isolated so that it cannot reorder the sentence.
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

// WithSymbol returns Text with the symbol if the budget displays one. The sign comes first: "-$12.00", "-12,00 €".
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

// Step returns the smallest amount of the currency: 10 milliunits for a cent.
func (f Format) Step() Milli {
	step := Milli(1)
	for range 3 - min(max(f.DecimalDigits, 0), 3) {
		step *= 10
	}
	return step
}

// Average returns sum/n, rounded to the currency's smallest amount, half away from zero.
func (f Format) Average(sum Milli, n int) Milli {
	by := Milli(n) * f.Step()
	half := by / 2
	if sum < 0 {
		half = -half
	}
	return (sum + half) / by * f.Step()
}

// Rounded rounds an amount to whole steps of the currency, half away from zero. Use it for averages, never for
// figures that must add up.
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

// decimals returns at least the digits of the currency and every significant digit.
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
