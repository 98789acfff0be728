package amountparse

import (
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
)

// A tenth of a cent and half a yen were accepted and displayed as other amounts.
func TestTypedAmountsFinerThanTheCurrencyAreRefused(t *testing.T) {
	euro := money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ".", GroupSeparator: ","}
	yen := money.Format{ISOCode: "JPY", DecimalDigits: 0, DecimalSeparator: ".", GroupSeparator: ","}
	dinar := money.Format{ISOCode: "KWD", DecimalDigits: 3, DecimalSeparator: ".", GroupSeparator: ","}
	german := money.Format{ISOCode: "EUR", DecimalDigits: 2, DecimalSeparator: ",", GroupSeparator: "."}
	for _, c := range []struct {
		format money.Format
		text   string
		now    money.Milli
		want   money.Milli
		fine   bool
	}{
		{euro, "0.001", 0, 0, true},
		{euro, "1.005+1", 0, 0, true},
		{euro, "+0.001", 5000, 0, true},
		{yen, "12.5", 0, 0, true},
		{german, "0.125", 0, 0, true}, // no group of thousands starts with 0
		{german, ".125", 0, 0, true},
		{euro, "0,125", 0, 0, true},
		{german, "1.125", 0, 1125000, false},
		{dinar, "0,125", 0, 125, false},
		{euro, "12.50", 0, 12500, false},
		{euro, "10/3", 0, 3330, false},
		{yen, "25/2", 0, 13000, false},
		{dinar, "0.001", 0, 1, false},
		{euro, "0.001", 1, 1, false},   // the amount is unchanged from a file
		{euro, "-0.001", 1, -1, false}, // its sign alone changes
	} {
		got, err := Amount(c.format, c.text, c.now)
		if (apperr.CodeOf(err) == TooFine) != c.fine || !c.fine && (err != nil || got != c.want) {
			t.Errorf("%s %q over %s: amount %s, error %v", c.format.ISOCode, c.text, c.now, got, err)
		}
	}
}
