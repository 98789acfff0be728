package amountparse

import (
	"strings"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// A group separator is accepted only between groups of thousands, or of lakhs as in India. Regression: "12,5,0" was
// parsed as 125.00.
func TestMisplacedGroupSeparatorsAreRefused(t *testing.T) {
	dollar := money.DefaultFormat()
	euro := money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€"}
	swiss := money.Format{ISOCode: "CHF", DecimalDigits: 2, DecimalSeparator: ".", GroupSeparator: "'"}
	french := money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: "\u00a0", CurrencySymbol: "€"}
	checkRefusals(t, "separator", []refusal{
		{dollar, []string{"12,5,0", "1,2,3", "1,234,5", "1234,567", "1,2345", "12,34,56", "1,23,45,6", ",5,000", "1,,234", "1,234,", "12,", "0,500,000", "1,23.45", "12 50", "1'2'3", "100+12,5,0", "2*1,2,3"}},
		{euro, []string{"12.5.0", "1.2.3", "1.234.5", "1234.567", "12 50", "1.23,45"}},
		{swiss, []string{"12'50", "12 50", "1'2345", "0'500"}},
		{french, []string{"12 50", "12\u00a050", "1 23,45"}},
	})
	checkReadings(t, []reading{
		{dollar, "1,234,567.89", 0, 1_234_567_890},
		{dollar, "12,34,567", 0, 1_234_567_000}, // as in India
		{dollar, "1 234 567.8", 0, 1_234_567_800},
		{dollar, "1'234", 0, 1_234_000},
		{dollar, "12 + 50", 0, 62_000},
		{dollar, "$ 1 234", 0, 1_234_000},
		{euro, "1.234.567,89", 0, 1_234_567_890},
		{swiss, "1’234.50", 0, 1_234_500},
		{french, "1\u202f234,50 €", 0, 1_234_500},
	})
}

// Regression: in a budget that writes 1.234,50, 100*1.085 was 108,500 and not the 108,50 of an exchange rate.
func TestAFactorThatCouldMeanThousandsIsRefused(t *testing.T) {
	dollar := money.DefaultFormat()
	euro := money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€"}
	for _, c := range []struct {
		format money.Format
		text   string
	}{
		{euro, "100*1.085"}, {euro, "1500/1.085"}, {euro, "2*-1.085"}, {euro, "(3+4)*12.345 + 1"}, {euro, "*1.085"}, {dollar, "100*1,085"},
	} {
		got, err := Amount(c.format, c.text, 100_000)
		if err == nil || apperr.CodeOf(err) == TooFine || !strings.Contains(err.Error(), "thousands or decimals") {
			t.Errorf("%q: got amount %d and error %v, want an error about thousands or decimals", c.text, got, err)
		}
	}
	checkReadings(t, []reading{
		{euro, "100*1,085", 0, 108_500},
		{euro, "59.99*0.922", 0, 55_310},
		{euro, "1.500*2", 0, 3_000_000},
		{euro, "2*1085", 0, 2_170_000},
		{euro, "100*1.085,50", 0, 108_550_000},
		{euro, "2*1.000.000", 0, 2_000_000_000},
		{dollar, "100*1.085", 0, 108_500},
	})
}

// TestThousandsThatWouldBeDecimalsAreRefused covers 325,000, which was 325 in a budget that writes 1.234,50.
func TestThousandsThatWouldBeDecimalsAreRefused(t *testing.T) {
	dollar := money.DefaultFormat()
	euro := money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€"}
	yen := money.Format{ISOCode: "JPY", DecimalDigits: 0, DecimalSeparator: ".", GroupSeparator: ","}
	dinar := money.Format{ISOCode: "KWD", DecimalDigits: 3, DecimalSeparator: ".", GroupSeparator: ","}
	plain := money.Format{DecimalDigits: 2, DecimalSeparator: "."}
	checkRefusals(t, "thousands or decimals", []refusal{
		{euro, []string{"325,000", "-1,500", "+325,000 €", "=325,000", "2*3+325,000", "(325,000)", "325,120", "325,000*2"}},
		{dollar, []string{"325.000", "-1.500", "$325.000"}},
		{yen, []string{"325.000"}},
		{plain, []string{"325,000", "325.000"}},
	})
	checkReadings(t, []reading{
		{euro, "325.000", 0, 325_000_000},
		{euro, "325000,00", 0, 325_000_000},
		{euro, "325000,000", 0, 325_000_000},
		{euro, "1.325,000", 0, 1_325_000},
		{euro, "0,500", 0, 500},
		{euro, "100*1,100", 0, 110_000},
		{euro, "100/(1,250)", 0, 80_000},
		{euro, "12,345", 12_345, 12_345}, // the amount is unchanged from a file
		{dollar, "325,000", 0, 325_000_000},
		{dinar, "325.000", 0, 325_000},
		{dinar, "325,000", 0, 325_000_000},
	})
}

// Regression: "1€50", a common notation in France, was parsed as 150 euros.
func TestSymbolBetweenDigitsIsRefused(t *testing.T) {
	euro := money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: ".", CurrencySymbol: "€"}
	for _, text := range []string{"1€50", "1 € 50", "1EUR50", "10€000"} {
		if got, err := Amount(euro, text, 0); err == nil {
			t.Errorf("%q: got amount %d, want an error", text, got)
		}
	}
}

// An amount in fractions of a thousandth of the currency unit is reported as too fine, also in a currency with three
// decimals. A sum or product is too fine only if its result is. Regression: 1.2345 Kuwaiti dinars were reported as no
// amount.
func TestFractionsOfAMilliunitAreReportedAsTooFine(t *testing.T) {
	for _, code := range []string{"KWD", "EUR", "JPY"} {
		format, _ := money.FormatOf(code, "")
		format.DecimalSeparator, format.GroupSeparator = ".", ","
		for _, text := range []string{"1.2345", "0.0001", "-1.2345", "1.2345+1", "1.99999999999999999999"} {
			if _, err := Amount(format, text, 0); apperr.CodeOf(err) != TooFine {
				t.Errorf("%s %q: got error %v, want too fine", code, text, err)
			}
		}
	}
	dinar, _ := money.FormatOf("KWD", "")
	for text, want := range map[string]money.Milli{"1.2340": 1_234, "1.2345+0.0005": 1_235, "100*1.08375": 108_375} {
		if got, err := Amount(dinar, text, 0); err != nil || got != want {
			t.Errorf("%q: got amount %d and error %v, want %d", text, got, err, want)
		}
	}
}
