package bankfile

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/matching"
	"holdover/internal/model/budget"
)

func lower(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

func row(day int, amount money.Milli, payee, bankID string) Row {
	return Row{Date: civil.MakeDate(2026, 1, day), Amount: amount, Payee: payee, BankID: bankID}
}

func TestImportIDs(t *testing.T) {
	rows := []Row{row(1, -5000, "a", "x"), row(1, -5000, "b", ""), row(1, -5000, "c", "0"), row(2, -5000, "d", "0"), row(1, 7, "e", "")}
	giveIDs(rows)
	for i, want := range []string{"bank:x", "YNAB:-5000:2026-01-01:2", "YNAB:-5000:2026-01-01:3", "YNAB:-5000:2026-01-02:1", "YNAB:7:2026-01-01:1"} {
		if rows[i].ImportID != want {
			t.Errorf("row %d: %s, want %s", i, rows[i].ImportID, want)
		}
	}
}

func drawRows(t *rapid.T, name string) []Row {
	rows := make([]Row, rapid.IntRange(0, 40).Draw(t, name))
	for i := range rows {
		rows[i] = row(rapid.IntRange(1, 8).Draw(t, "day"), money.Milli(rapid.IntRange(-2, 2).Draw(t, "amount")),
			rapid.SampledFrom([]string{"", "Shop", "Pub"}).Draw(t, "payee"), rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "id"))
	}
	giveIDs(rows)
	return rows
}

// toMatch returns the rows in the form that matching compares.
func toMatch(rows []Row) []matching.Row {
	all := make([]matching.Row, len(rows))
	for i, r := range rows {
		all[i] = matching.Row{Date: r.Date, Amount: r.Amount, Payee: lower(r.Payee), Text: lower(r.Payee), ImportID: r.ImportID, Cleared: budget.ClearedYes}
	}
	return all
}

func matchRows(t interface{ Fatal(...any) }, rows []Row, existing []matching.Row) []matching.Result {
	got, err := matching.Match(context.Background(), toMatch(rows), existing)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Importing a file a second time adds nothing, even if the user has renamed every payee and moved rows in between.
func TestImportingAFileTwiceAddsNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t, "rows")
		existing := rapid.Permutation(toMatch(rows)).Draw(t, "order")
		for i := range existing {
			existing[i].Payee = "renamed"
			existing[i].Date = existing[i].Date.AddDays(rapid.IntRange(-9, 9).Draw(t, "moved"))
		}
		for i, m := range matchRows(t, rows, existing) {
			if m.Verdict != matching.Imported || existing[m.Existing].Amount != rows[i].Amount || existing[m.Existing].Text != lower(rows[i].Payee) {
				t.Fatalf("row %d %+v is matched as %+v", i, rows[i], m)
			}
		}
	})
}

// After importing two overlapping files, every row of either exists once.
func TestOverlappingFilesAddEveryRowOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := drawRows(t, "rows")
		for i := range all {
			all[i].BankID = ""
		}
		giveIDs(all)
		cut := func(from, to int) []Row {
			var part []Row
			for _, r := range all {
				if d := r.Date.Day(); d >= from && d <= to {
					part = append(part, r)
				}
			}
			giveIDs(part)
			return part
		}
		existing := toMatch(cut(1, rapid.IntRange(1, 8).Draw(t, "first ends")))
		for i, m := range matchRows(t, cut(rapid.IntRange(1, 8).Draw(t, "second begins"), 8), existing) {
			if m.Verdict == matching.Ask {
				t.Fatalf("row %d causes a question", i)
			}
		}
		second := cut(1, 8)
		known := 0
		for _, m := range matchRows(t, second, existing) {
			if m.Verdict == matching.Imported {
				known++
			}
		}
		if known != len(existing) {
			t.Fatalf("%d of %d rows are recognised", known, len(existing))
		}
	})
}
