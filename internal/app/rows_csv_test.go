package app

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/apperr"
)

// The download of a register has its rows in order, each part of a split as a line, with the same sum, and no
// formula.
func TestRegisterCSVContainsItsRows(t *testing.T) {
	h, ctx, me := newTestBudget(t), t.Context(), Machine()
	for _, e := range []rows.Entry{
		{Account: "bank", Amount: -5_000, PayeeName: `=HYPERLINK("http://example.org")`, Category: "food", Memo: "\t@SUM(1), \"so\"\nnext", FlagColour: "red"},
		{Account: "bank", Amount: -9_500, PayeeName: "Market", Memo: "whole", Parts: []rows.PartEntry{{Amount: -9_000, Category: "food", Memo: "-milk"}, {Amount: -500, PayeeName: "+Deposit"}}},
		{Account: "bank", Amount: 20_000, TransferTo: "cash", Cleared: "cleared"},
	} {
		e.Date = march
		if _, _, err := h.a.AddRow(ctx, me, h.id, e); err != nil {
			t.Fatal(err)
		}
	}
	list := func(q registers.Query) [][]string {
		t.Helper()
		var b strings.Builder
		if err := h.a.RowsCSV(ctx, me, h.id, q, &b); err != nil {
			t.Fatal(err)
		}
		all, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	got := list(registers.Query{Filter: rows.Filter{Account: "bank"}, Sort: registers.SortAmount, Ascending: true})
	want := [][]string{
		{"Date", "Account", "Payee", "Category group", "Category", "Notes", "Amount", "Cleared", "Flag", "Part"},
		{"2026-03-15", "Bank", "Market", "Daily", "Food", "'-milk", "-9.00", "uncleared", "", "1 of 2"},
		{"2026-03-15", "Bank", "'+Deposit", "", "", "whole", "-0.50", "uncleared", "", "2 of 2"},
		{"2026-03-15", "Bank", `'=HYPERLINK("http://example.org")`, "Daily", "Food", "'\t@SUM(1), \"so\"\nnext", "-5.00", "uncleared", "red", ""},
		{"2026-03-15", "Bank", "Transfer : Cash", "", "", "", "20.00", "cleared", "", ""},
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if some := list(registers.Query{Filter: rows.Filter{More: &rows.More{Flags: rows.SomeOf{Of: []string{"red"}, Not: true}, Split: "no"}}}); len(some) != 3 {
		t.Errorf("rows that are neither red nor split: %q", some)
	}
	// A category's file contains only its own parts of splits, and sums to its activity.
	food := list(registers.Query{Filter: rows.Filter{Category: "food"}, Sort: registers.SortAmount, Ascending: true})
	if len(food) != 3 || food[1][6] != "-9.00" || food[1][9] != "1 of 2" || food[2][6] != "-5.00" {
		t.Errorf("rows of a category: %q", food)
	}
	if err := h.a.RowsCSV(ctx, me, h.id, registers.Query{Sort: "luck"}, &strings.Builder{}); apperr.KindOf(err) != apperr.Invalid {
		t.Errorf("unknown order: error %v, want it invalid", err)
	}
}

// Names that a spreadsheet would read as formulas are escaped too; and the number of lines is the requested one.
func TestNamesInCSVAreEscaped(t *testing.T) {
	records, ctx, me := testBudgetRecords(), t.Context(), Machine()
	records.Accounts[0].Name, records.Groups[1].Name, records.Categories[1].Name = "=1+1", "@Daily", "-Food"
	h := importTestBudget(t, t, newApp(t), records)
	for day := range 3 {
		h.add(t, rows.Entry{Account: "bank", Date: march.AddDays(day), Amount: -5_000, Category: "food"})
	}
	for limit, want := range map[int]int{0: 4, 2: 3} {
		var b strings.Builder
		if err := h.a.RowsCSV(ctx, me, h.id, registers.Query{Filter: rows.Filter{Limit: limit}}, &b); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(b.String()), "\n")
		if len(lines) != want || !strings.Contains(lines[1], ",'=1+1,,'@Daily,'-Food,") {
			t.Errorf("limit %d: lines %q, want %d", limit, lines, want)
		}
	}
}
