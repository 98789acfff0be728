package rowindex

import (
	"slices"
	"strings"
	"testing"

	"holdover/internal/base/money"
)

// TestTermsOfASearchText lists search texts with their terms. Amounts and quoted texts are one term, and so is a text of
// more than mostWords words.
func TestTermsOfASearchText(t *testing.T) {
	t.Parallel()
	word := func(text string) term { return term{text: text} }
	not := func(text string) term { return term{text: text, not: true} }
	phrase := func(text string) term { return term{text: text, whole: true} }
	mostText := strings.TrimSpace(strings.Repeat("a ", mostWords))
	for text, want := range map[string][]term{
		"": nil, " \t": nil, "rewe": {word("rewe")}, "  rewe  bread ": {word("rewe"), word("bread")},
		"12.50": {word("12.50")}, "1 234,50": {word("1 234,50")}, "-12.50": {word("-12.50")}, "rewe -12": {word("rewe"), word("-12")},
		"rewe -bread": {word("rewe"), not("bread")}, "-": {word("-")}, "- bread": {word("-"), word("bread")}, "--x": {not("-x")},
		`"new shoes" rewe`: {phrase("new shoes"), word("rewe")}, `-"new shoes"`: {{"new shoes", true, true}}, "„new shoes“": {phrase("new shoes")}, `"12"`: {phrase("12")},
		`5" nails`: {word(`5"`), word("nails")}, `"open`: {word(`"open`)}, `""`: nil,
		mostText: slices.Repeat([]term{word("a")}, mostWords), mostText + " a": {phrase(mostText + " a")},
	} {
		if got := termsOf(text); !slices.Equal(got, want) {
			t.Errorf("terms of %q: %+v, want %+v", text, got, want)
		}
	}
}

// TestAmountsFoundByATypedNumber lists the amounts, in thousandths, that a typed number finds. Without a sign it finds
// both signs. Decimals that are not typed may have any value: 12 finds 12.99, 12.5 finds 12.59. If its point may group
// thousands or begin decimals, it finds both.
func TestAmountsFoundByATypedNumber(t *testing.T) {
	t.Parallel()
	for text, c := range map[string]struct{ finds, not []money.Milli }{
		"12":        {[]money.Milli{12_000, -12_990}, []money.Milli{13_000, 120_000}},
		"12,5":      {[]money.Milli{12_500, -12_590}, []money.Milli{12_400, 125_000}},
		"-12.50":    {[]money.Milli{-12_500}, []money.Milli{12_500}},
		"−12":       {[]money.Milli{-12_000}, []money.Milli{12_000}},
		"+3":        {[]money.Milli{3_000}, []money.Milli{-3_000}},
		"-0":        {[]money.Milli{-500}, []money.Milli{0, 500}},
		"12,50 €":   {[]money.Milli{12_500}, []money.Milli{12_000}},
		"$ 4.20":    {[]money.Milli{-4_200}, nil},
		"1.234,50":  {[]money.Milli{1_234_500}, []money.Milli{1_234}},
		"1,234.50":  {[]money.Milli{-1_234_500}, nil},
		"1'234.50":  {[]money.Milli{1_234_500}, nil},
		"1 234,5":   {[]money.Milli{1_234_500}, nil},
		"1.234":     {[]money.Milli{1_234, 1_234_990}, []money.Milli{1_235}},
		"1.234.567": {[]money.Milli{1_234_567_000}, nil},
	} {
		amounts := parseAmount(text)
		for _, m := range c.finds {
			if !amounts.has(m) {
				t.Errorf("%q does not find %d", text, m)
			}
		}
		for _, m := range c.not {
			if amounts.has(m) {
				t.Errorf("%q finds %d", text, m)
			}
		}
	}
	for range 20 { // regression: which of two signs was read first differed between calls
		for _, text := range []string{"", "-", "rewe", "1.2345", "12.3.4", "1 2", "12 bread", "€", "1,23,456", "5-", "+-5", "-+5", "−-5", "--5"} {
			if parseAmount(text).given() {
				t.Errorf("%q is read as an amount", text)
			}
		}
	}
}
