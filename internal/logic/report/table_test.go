package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

func TestCSV(t *testing.T) {
	m := civil.MakeMonth(2026, 1)
	r := SpendingByGroup(Span{m, m}, []Grouped{{"g", "\u200b=cmd|' /C calc'!A0", []Named{{ID: "c", Name: "Rent, \"flat\"", Months: []money.Milli{-850_005}, Before: -1_000}}}})
	var out strings.Builder
	r.BeforeKnown = true
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

// TestTablesHaveTheFiguresOfTheirReports lists the rows of tables to take along by name, depth and amounts.
func TestTablesHaveTheFiguresOfTheirReports(t *testing.T) {
	m := civil.MakeMonth(2026, 1)
	one := func(n money.Milli) []money.Milli { return []money.Milli{n} }
	line := func(name string, n money.Milli, lines ...Line) Line {
		return Line{Name: name, Months: one(n), Total: n, Average: n + 1, Before: n + 2, Lines: lines}
	}
	sums := func(n money.Milli) []money.Milli { return []money.Milli{n, n, n + 1, n + 2} }
	span := Span{From: m, Until: m}
	worth := NetWorth{Span: span, Accounts: []AccountLife{{Name: "Bank", Balances: one(9)}}, Assets: one(12), Debts: one(-5), Net: one(7), OnBudget: one(4)}
	income := IncomeAndExpenses{Span: span, Comparison: Comparison{BeforeKnown: true}, Income: line("Income", 10, line("Work", 10)), Expenses: line("Expenses", 6, line("Home", 6, line("Rent", 6))), Left: one(4), Total: 4, Average: 5, Before: 6}
	spending := Spending{Span: span, Comparison: Comparison{BeforeKnown: true}, Lines: []Line{line("Home", 6, line("Rent", 6))}, Whole: line("", 6)}
	for name, c := range map[string]struct {
		is   Table
		want []TableRow
	}{
		"net worth": {worth.Table(), []TableRow{
			{1, "Bank", one(9), nil},
			{0, "On budget", one(4), nil},
			{0, "Off budget", one(3), nil},
			{0, "Assets", one(12), nil},
			{0, "Debts", one(-5), nil},
			{0, "Net worth", one(7), nil},
		}},
		"income": {income.Table(), []TableRow{
			{0, "Income", sums(10), nil},
			{1, "Work", sums(10), nil},
			{0, "Expenses", sums(6), nil},
			{1, "Home", sums(6), nil},
			{2, "Rent", sums(6), nil},
			{0, "Left", sums(4), nil},
		}},
		"spending": {spending.Table(), []TableRow{{0, "Home", sums(6), nil}, {1, "Rent", sums(6), nil}, {0, "Total", sums(6), nil}}},
	} {
		if diff := cmp.Diff(c.want, c.is.Rows); diff != "" {
			t.Errorf("the rows of %s differ:\n%s", name, diff)
		}
	}
}
