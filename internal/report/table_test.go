package report

import (
	"strings"
	"testing"

	"holdover/internal/cal"
	"holdover/internal/money"
)

func TestCSV(t *testing.T) {
	m := cal.MakeMonth(2026, 1)
	r := SpendingByGroup(Span{m, m}, []Grouped{{"g", "\u200b=cmd|' /C calc'!A0", []Named{{ID: "c", Name: "Rent, \"flat\"", Months: []money.Milli{-850_005}, Before: -1_000}}}})
	var out strings.Builder
	table := r.Table()
	if err := table.CSV(&out, money.Format{DecimalDigits: 2, GroupSeparator: ".", DecimalSeparator: ",", CurrencySymbol: "€"}); err != nil {
		t.Fatal(err)
	}
	want := "Name,Depth,2026-01,Total,Average,Before\n" +
		"'\u200b=cmd|' /C calc'!A0,0,850.005,850.005,850.005,1.00\n\"Rent, \"\"flat\"\"\",1,850.005,850.005,850.005,1.00\nTotal,0,850.005,850.005,850.005,1.00\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
}

func TestSafeCell(t *testing.T) {
	for _, formula := range []string{"=1", "+1", "-1", "@a", "\t=1", "\u00a0=1", "\u202e=1", "\ufeff\u200d@x", "\r\n-2", "＝1"} {
		if SafeCell(formula) == formula {
			t.Errorf("%q stays a formula", formula)
		}
	}
	for _, text := range []string{"", "Rent", "a=b", "1-2", "Über", "  Rent"} {
		if SafeCell(text) != text {
			t.Errorf("%q becomes %q", text, SafeCell(text))
		}
	}
}
