package money

import (
	"slices"
	"testing"
)

func TestCurrencies(t *testing.T) {
	for _, c := range []struct {
		code    string
		numbers Numbers
		want    string
	}{
		{"EUR", "", "1.234,50\u00a0€"},
		{"eur ", CommaPoint, "1,234.50\u00a0€"},
		{"USD", "", "$1,234.50"},
		{"JPY", "", "¥1,234.5"}, // a significant digit is never dropped
		{"KWD", "", "1,234.500\u00a0KD"},
		{"CHF", "", "1'234.50\u00a0CHF"},
		{"SEK", "", "1\u00a0234,50\u00a0kr"},
		{"XAU", "", "1,234.50\u00a0XAU"},
	} {
		if f, ok := FormatOf(c.code, c.numbers); !ok || f.WithSymbol(1_234_500) != c.want {
			t.Errorf("%s %s: %q, want %q", c.code, c.numbers, f.WithSymbol(1_234_500), c.want)
		}
	}
	for _, code := range []string{"", "EU", "EURO", "E R", "ЕUR"} {
		if _, ok := FormatOf(code, ""); ok {
			t.Errorf("%q is accepted as a currency", code)
		}
	}
	if _, ok := FormatOf("EUR", "1-2"); ok {
		t.Error("the number format 1-2 is accepted")
	}
}

// Every currency is complete and unique, in order of its code.
func TestCurrencyTable(t *testing.T) {
	var codes []string
	for _, c := range Currencies() {
		codes = append(codes, c.Code)
		f, ok := FormatOf(c.Code, "")
		if !ok || c.Name == "" || f.CurrencySymbol == "" || f.GroupSeparator == f.DecimalSeparator || f.ExampleFormat == "" {
			t.Errorf("currency %s is incomplete: %+v", c.Code, f)
		}
	}
	if !slices.IsSorted(codes) || len(slices.Compact(codes)) != len(currencies) {
		t.Error("the codes are not in order, or not unique")
	}
}
