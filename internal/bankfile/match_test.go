package bankfile

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/cal"
	"holdover/internal/money"
)

func lower(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

func row(day int, amount money.Milli, payee, bankID string) Row {
	return Row{Date: cal.MakeDate(2026, 1, day), Amount: amount, Payee: payee, BankID: bankID}
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

func TestMatch(t *testing.T) {
	day := func(d int) cal.Date { return cal.MakeDate(2026, 1, d) }
	for name, c := range map[string]struct {
		row  Row
		have []Existing
		want Match
	}{
		"nothing there":         {row(10, -5000, "Shop", "a"), nil, Match{New, -1}},
		"the bank's id":         {row(10, -5000, "Shop", "a"), []Existing{{day(1), 7, "renamed", "bank:a"}}, Match{Duplicate, 0}},
		"another bank id":       {row(10, -5000, "Shop", "a"), []Existing{{day(10), -5000, "Shop", "bank:b"}}, Match{New, -1}},
		"the source's own id":   {row(10, -5000, "Shop", ""), []Existing{{day(12), -5000, "renamed", "YNAB:-5000:2026-01-10:1"}}, Match{Duplicate, 0}},
		"a second of the day":   {row(10, -5000, "Shop", ""), []Existing{{day(10), -5000, "Shop", "YNAB:-5000:2026-01-10:2"}}, Match{New, -1}},
		"typed in, all equal":   {row(10, -5000, "Shop", "a"), []Existing{{day(10), -5000, " SHOP", ""}}, Match{Duplicate, 0}},
		"typed in, days before": {row(10, -5000, "SHOP 123", "a"), []Existing{{day(5), -5000, "Shop", ""}}, Match{Likely, 0}},
		"typed in, too early":   {row(10, -5000, "Shop", "a"), []Existing{{day(4), -5000, "Shop", ""}}, Match{New, -1}},
		"another amount":        {row(10, -5000, "Shop", "a"), []Existing{{day(10), -5001, "Shop", ""}}, Match{New, -1}},
		"by another way":        {row(10, -5000, "SHOP 123", "a"), []Existing{{day(11), -5000, "Shop", "YNAB:-5000:2026-01-11:1"}}, Match{Likely, 0}},
		"another way, days off": {row(10, -5000, "Shop", "a"), []Existing{{day(7), -5000, "Shop", "YNAB:-5000:2026-01-07:1"}}, Match{New, -1}},
		"payee before nearness": {row(10, -5000, "Shop", "a"), []Existing{{day(11), -5000, "Pub", ""}, {day(7), -5000, "shop", ""}}, Match{Likely, 1}},
		"nearest first":         {row(10, -5000, "X", "a"), []Existing{{day(7), -5000, "Pub", ""}, {day(11), -5000, "Shop", ""}}, Match{Likely, 1}},
	} {
		rows := []Row{c.row}
		giveIDs(rows)
		if got := MatchRows(rows, c.have, MatchDays, lower)[0]; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
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

func imported(rows []Row) []Existing {
	var have []Existing
	for _, r := range rows {
		have = append(have, Existing{r.Date, r.Amount, r.Payee, r.ImportID})
	}
	return have
}

// A file imported twice brings nothing the second time, even when the person
// has renamed every payee and moved rows in between.
func TestFileTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t, "rows")
		have := rapid.Permutation(imported(rows)).Draw(t, "order")
		for i := range have {
			have[i].Payee = "renamed"
			have[i].Date = have[i].Date.AddDays(rapid.IntRange(-9, 9).Draw(t, "moved"))
		}
		for i, m := range MatchRows(rows, have, MatchDays, lower) {
			if m.Verdict != Duplicate || have[m.Existing].ImportID != rows[i].ImportID {
				t.Fatalf("row %d %+v: %+v", i, rows[i], m)
			}
		}
	})
}

// Of two files that overlap, every row of either is there once at the end.
func TestOverlappingFiles(t *testing.T) {
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
		have := imported(cut(1, rapid.IntRange(1, 8).Draw(t, "first ends")))
		for i, m := range MatchRows(cut(rapid.IntRange(1, 8).Draw(t, "second begins"), 8), have, MatchDays, lower) {
			if m.Verdict == Likely {
				t.Fatalf("row %d is only likely", i)
			}
		}
		second := cut(1, 8)
		known := 0
		for _, m := range MatchRows(second, have, MatchDays, lower) {
			if m.Verdict == Duplicate {
				known++
			}
		}
		if known != len(have) {
			t.Fatalf("%d of %d rows were known", known, len(have))
		}
	})
}

// Whatever is compared: no existing row is used twice, amounts of likely rows
// are equal and their dates within the days.
func TestMatchIsOneToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, have := drawRows(t, "rows"), imported(drawRows(t, "have"))
		for i := range have {
			if rapid.Bool().Draw(t, "typed in") {
				have[i].ImportID = ""
			}
		}
		used := map[int]bool{}
		for i, m := range MatchRows(rows, have, 3, lower) {
			if (m.Verdict == New) != (m.Existing == -1) || used[m.Existing] {
				t.Fatalf("row %d: %+v", i, m)
			}
			if m.Verdict == New {
				continue
			}
			used[m.Existing] = true
			e := have[m.Existing]
			apart := e.Date.Time().Sub(rows[i].Date.Time()).Hours() / 24
			if m.Verdict == Likely && (e.Amount != rows[i].Amount || apart > 3 || apart < -3) {
				t.Fatalf("row %+v is taken for %+v", rows[i], e)
			}
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	rows := make([]Row, 1000)
	for i := range rows {
		rows[i] = row(1+i%28, money.Milli(i*10), "Shop", "")
	}
	giveIDs(rows)
	have := make([]Existing, 50000)
	for i := range have {
		have[i] = Existing{cal.MakeDate(2020, 1, 1).AddDays(i / 20), money.Milli(i % 9000 * 10), "Pub", ""}
	}
	for b.Loop() {
		MatchRows(rows, have, MatchDays, lower)
	}
}
