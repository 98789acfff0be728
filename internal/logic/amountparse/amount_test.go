package amountparse

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// reading is a text with the amount that it means over the present figure of the field.
type reading struct {
	format    money.Format
	text      string
	now, want money.Milli
}

func checkReadings(t *testing.T, all []reading) {
	t.Helper()
	for _, c := range all {
		if got, err := Amount(c.format, c.text, c.now); err != nil || got != c.want {
			t.Errorf("%s %q over %d: got amount %d and error %v, want %d", c.format.ISOCode, c.text, c.now, got, err, c.want)
		}
	}
}

// refusal is a list of texts that are no amounts.
type refusal struct {
	format money.Format
	texts  []string
}

// checkRefusals checks that the error about each text contains some words.
func checkRefusals(t *testing.T, words string, all []refusal) {
	t.Helper()
	for _, c := range all {
		for _, text := range c.texts {
			if got, err := Amount(c.format, text, 0); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("%s %q: got amount %d and error %v, want an error about %s", c.format.ISOCode, text, got, err, words)
			}
		}
	}
}

func TestAmount(t *testing.T) {
	dollar := money.DefaultFormat()
	euro := money.Format{DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€", DisplaySymbol: true}
	yen := money.Format{DecimalDigits: 0, DecimalSeparator: ".", GroupSeparator: ",", CurrencySymbol: "¥"}
	dinar := money.Format{DecimalDigits: 3, DecimalSeparator: ".", GroupSeparator: ",", CurrencySymbol: "د.ك"}
	checkReadings(t, []reading{
		{dollar, "120/4", 0, 30_000},
		{dollar, "+15", 850_000, 865_000},
		{dollar, "+15-5", 850_000, 860_000},
		{dollar, "/2", 850_010, 425_010},
		{dollar, "*1.5", 100_000, 150_000},
		{dollar, "-15", 850_000, -15_000},
		{dollar, "−408.35", 0, -408_350},
		{dollar, "$1,234.50", 0, 1_234_500},
		{dollar, "100/3", 0, 33_330},
		{dollar, "200/3", 0, 66_670},
		{dollar, "-200/3", 0, -66_670},
		{dinar, "1.125", 0, 1_125},
		{dollar, "12,5", 0, 12_500},
		{dollar, "12.50 USD", 0, 12_500},
		{dollar, "(12+3)*2 - 1", 0, 29_000},
		{dollar, "2*-3", 0, -6_000},
		{dollar, "", 5, 0},
		{dollar, ".5", 0, 500},
		{euro, "1.234,50 €", 0, 1_234_500},
		{euro, "1.234", 0, 1_234_000},
		{euro, "12.5", 0, 12_500},
		{euro, "0,05+0,10", 0, 150},
		{dollar, "=100/3", 5_000, 33_330},
		{dollar, "=-5", 5_000, -5_000},
		{yen, "1,000/3", 0, 333_000},
		{yen, "¥ 1,500", 0, 1_500_000},
		{dinar, "1.234", 0, 1_234},
		{dinar, "1/3", 0, 333},
		{dinar, "د.ك2.500", 0, 2_500},
	})
	for _, text := range []string{"twelve", "1/0", "1+", "(1", "1)", "=", "==5", "5=", "1.2.3.4", "5 apples", "12x", "x12", "12 EUR", "12,-", "1e9", "--", "1234567890123456", "9999999999999999*9"} {
		if got, err := Amount(dollar, text, 0); err == nil {
			t.Errorf("%q is parsed as %d, want an error", text, got)
		}
	}
}

// "+25" and "-50" are added to the figure in the field: "-50" once replaced it. Over a negative figure, a minus begins a
// new figure.
func TestALeadingMinusSubtractsFromTheAmount(t *testing.T) {
	dollar := money.DefaultFormat()
	for _, c := range []struct {
		text        string
		there, want money.Milli
	}{
		{"+25", 100_000, 125_000},
		{"-50", 100_000, 50_000},
		{"\u221250", 100_000, 50_000},
		{"-$150", 100_000, -50_000},
		{"-10*3", 100_000, 70_000},
		{"=-50", 100_000, -50_000},
		{"-50", 0, -50_000},
		{"-400", -408_350, -400_000},
		{"*2", 100_000, 200_000},
		{"70", 100_000, 70_000},
	} {
		if got, err := Over(dollar, c.text, c.there); err != nil || got != c.want {
			t.Errorf("%q over %d: %d (%v), want %d", c.text, c.there, got, err, c.want)
		}
	}
}

// The error for a number that is too large once stated that it is not an amount.
func TestTooLargeAnAmountIsReportedAsTooLarge(t *testing.T) {
	for _, text := range []string{"1234567890123456", "9999999999999", "(1234567890123456)", "999999999999*99", "=1234567890123456"} {
		if _, err := Amount(money.DefaultFormat(), text, 0); err == nil || !strings.Contains(err.Error(), "too large") {
			t.Errorf("%s: error %v, want too large", text, err)
		}
	}
}

// Whatever a budget shows of an amount can be typed back.
func TestFormattedAmountsAreParsedBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		separators := rapid.SampledFrom([][2]string{{".", ","}, {",", "."}, {",", " "}, {".", "'"}, {",", "\u00a0"}}).Draw(t, "separators")
		f := money.Format{
			DecimalDigits: rapid.IntRange(0, 3).Draw(t, "digits"), DecimalSeparator: separators[0], GroupSeparator: separators[1],
			CurrencySymbol: "kr", DisplaySymbol: true, SymbolFirst: rapid.Bool().Draw(t, "first"),
		}
		m := money.Milli(rapid.Int64Range(-int64(money.Limit), int64(money.Limit)).Draw(t, "amount"))
		if got, err := Over(f, f.WithSymbol(m), m); err != nil || got != m {
			t.Fatalf("%q became %d (%v), want %d", f.WithSymbol(m), got, err, m)
		}
	})
}

// The hint of an amount in a currency without decimals had some, and was refused itself.
func TestTheExampleInTheHintIsAValidAmount(t *testing.T) {
	for _, code := range []string{"JPY", "EUR", "KWD"} {
		format, _ := money.FormatOf(code, "")
		_, err := Amount(format, "twelve", 0)
		example, _, _ := strings.Cut(strings.TrimPrefix(apperr.HintOf(err), "write it like "), ", or")
		if got, err := Amount(format, example, 0); err != nil || got == 0 {
			t.Errorf("%s: the example %q is refused: %v", code, example, err)
		}
	}
}

// The error for a text typed over a figure quoted it with a leading "+0", which the user had not typed.
func TestARefusedAmountIsQuotedAsTyped(t *testing.T) {
	for _, text := range []string{"-", "-x", "-0.001"} {
		if _, err := Over(money.DefaultFormat(), text, 100_000); err == nil || !strings.HasPrefix(err.Error(), `"`+text+`" is `) {
			t.Errorf("%s: error %v, want one that begins with the typed text", text, err)
		}
	}
}
