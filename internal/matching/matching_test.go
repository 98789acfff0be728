package matching

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/cal"
	"holdover/internal/money"
)

func day(d int) cal.Date { return cal.MakeDate(2026, 1, d) }

func match(t testing.TB, incoming, existing []Row) []Result {
	t.Helper()
	got, err := Match(context.Background(), incoming, existing)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestMatch(t *testing.T) {
	for name, c := range map[string]struct {
		row  Row
		have []Row
		want Result
	}{
		"nothing there":         {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, nil, Result{New, -1}},
		"the bank's id":         {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(1), Amount: 7, Payee: "renamed", ImportID: "bank:a"}}, Result{Duplicate, 0}},
		"another bank id":       {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:b"}}, Result{New, -1}},
		"the source's own id":   {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "YNAB:-5000:2026-01-20:1"}, []Row{{Date: day(22), Amount: -5000, Payee: "renamed", ImportID: "YNAB:-5000:2026-01-20:1"}}, Result{Duplicate, 0}},
		"a second of the day":   {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "YNAB:-5000:2026-01-20:1"}, []Row{{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "YNAB:-5000:2026-01-20:2"}}, Result{New, -1}},
		"typed in, all equal":   {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(20), Amount: -5000, Payee: "shop", ImportID: ""}}, Result{Duplicate, 0}},
		"typed in, days before": {Row{Date: day(20), Amount: -5000, Payee: "shop 123", ImportID: "bank:a"}, []Row{{Date: day(10), Amount: -5000, Payee: "shop", ImportID: ""}}, Result{Likely, 0}},
		"typed in, too early":   {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(9), Amount: -5000, Payee: "shop", ImportID: ""}}, Result{New, -1}},
		"typed in, too late":    {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(31), Amount: -5000, Payee: "shop", ImportID: ""}}, Result{New, -1}},
		"typed in afterwards":   {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: ""}, []Row{{Date: day(15), Amount: -5000, Payee: "shop", ImportID: "bank:a"}}, Result{Likely, 0}},
		"another amount":        {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(20), Amount: -5001, Payee: "shop", ImportID: ""}}, Result{New, -1}},
		"by another way":        {Row{Date: day(20), Amount: -5000, Payee: "shop 123", ImportID: "bank:a"}, []Row{{Date: day(21), Amount: -5000, Payee: "shop", ImportID: "YNAB:-5000:2026-01-21:1"}}, Result{Likely, 0}},
		"another way, days off": {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(17), Amount: -5000, Payee: "shop", ImportID: "YNAB:-5000:2026-01-17:1"}}, Result{New, -1}},
		"payee before nearness": {Row{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "bank:a"}, []Row{{Date: day(21), Amount: -5000, Payee: "pub", ImportID: ""}, {Date: day(17), Amount: -5000, Payee: "shop", ImportID: ""}}, Result{Likely, 1}},
		"nearest first":         {Row{Date: day(20), Amount: -5000, Payee: "x", ImportID: "bank:a"}, []Row{{Date: day(17), Amount: -5000, Payee: "pub", ImportID: ""}, {Date: day(21), Amount: -5000, Payee: "shop", ImportID: ""}}, Result{Likely, 1}},
	} {
		if got := match(t, []Row{c.row}, c.have)[0]; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func drawRows(t *rapid.T, name string, days int) []Row {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Row {
		return Row{
			Date: day(1).AddDays(rapid.IntRange(0, days).Draw(t, "day")), Amount: money.Milli(rapid.IntRange(-1, 1).Draw(t, "amount")),
			Payee:    rapid.SampledFrom([]string{"", "shop", "pub"}).Draw(t, "payee"),
			ImportID: rapid.SampledFrom([]string{"", "", "bank:a", "bank:b", "bank:c", "YNAB:1", "YNAB:2", "other"}).Draw(t, "id"),
		}
	}), 0, 40).Draw(t, name)
}

// plainMatch says the same as Match in so many words: every row is compared with
// every other in every pass.
func plainMatch(incoming, existing []Row) []Result {
	results, used := make([]Result, len(incoming)), make([]bool, len(existing))
	for i := range results {
		results[i].Existing = -1
	}
	pass := func(v Verdict, same func(in, have Row) bool) {
		for i, in := range incoming {
			for e, have := range existing {
				if results[i].Existing < 0 && !used[e] && same(in, have) {
					results[i], used[e] = Result{v, e}, true
				}
			}
		}
	}
	near := func(in, have Row, apart int) bool {
		of, with := kindOf(in.ImportID), kindOf(have.ImportID)
		return in.Amount == have.Amount && (of == typed || with == typed || of != with && -1 <= apart && apart <= 1) && in.Date.AddDays(apart) == have.Date
	}
	pass(Duplicate, func(in, have Row) bool { return in.ImportID != "" && in.ImportID == have.ImportID })
	pass(Duplicate, func(in, have Row) bool { return near(in, have, 0) && in.Payee == have.Payee })
	for _, samePayee := range []bool{true, false} {
		for apart := range Days + 1 {
			for i := range incoming { // a row's later side before the next row
				for _, side := range []int{apart, -apart} {
					for e, have := range existing {
						if results[i].Existing < 0 && !used[e] && near(incoming[i], have, side) && (!samePayee || incoming[i].Payee == have.Payee) {
							results[i], used[e] = Result{Likely, e}, true
						}
					}
				}
			}
		}
	}
	return results
}

func TestMatchesAsThePlainWayDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		days := rapid.IntRange(0, 30).Draw(t, "days")
		incoming, existing := drawRows(t, "incoming", days), drawRows(t, "existing", days)
		got, err := Match(context.Background(), incoming, existing)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range plainMatch(incoming, existing) {
			if got[i] != want {
				t.Fatalf("row %d %+v: %+v, want %+v", i, incoming[i], got[i], want)
			}
		}
	})
}

// Whatever is compared: no existing row is used twice, amounts of likely rows
// are equal and their dates within the days.
func TestMatchIsOneToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		incoming, existing := drawRows(t, "incoming", 30), drawRows(t, "existing", 30)
		used := map[int]bool{}
		got, err := Match(context.Background(), incoming, existing)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range got {
			if (r.Verdict == New) != (r.Existing == -1) || used[r.Existing] {
				t.Fatalf("row %d: %+v", i, r)
			}
			if r.Verdict == New {
				continue
			}
			used[r.Existing] = true
			e := existing[r.Existing]
			apart := e.Date.Time().Sub(incoming[i].Date.Time()).Abs()
			if r.Verdict == Likely && (e.Amount != incoming[i].Amount || apart > Days*24*time.Hour) {
				t.Fatalf("row %+v is taken for %+v", incoming[i], e)
			}
		}
	})
}

// The worst that a file can be: all rows of one day, amount and payee, beside as
// many that are there and may not be the same. What was looked at once must not
// be looked at again for every row: that took 36 s. Steps are counted, not time:
// 200,000 rows squared would not end.
func TestRowsOfEqualDayAndAmountAreMatchedInOneGo(t *testing.T) {
	const many = 200_000
	rows := func(mark string) []Row {
		all := make([]Row, many)
		for i := range all {
			all[i] = Row{Date: day(1), Amount: -5000, Payee: "shop", ImportID: mark + string(rune('a'+i%26)) + time.Duration(i).String()}
		}
		return all
	}
	incoming, existing := rows("bank:new"), append(rows("bank:old"), rows("other")...)
	duplicates := 0
	for _, r := range match(t, incoming, existing) {
		if r.Verdict == Duplicate && r.Existing >= many {
			duplicates++
		}
	}
	if duplicates != many {
		t.Errorf("%d of %d rows were found", duplicates, many)
	}
}

// A client that has left gets no more work done for it.
func TestMatchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Match(ctx, []Row{{Date: day(1), Amount: 1, Payee: "", ImportID: ""}}, nil); err == nil {
		t.Error("it went on")
	}
	asked := &leaving{Context: context.Background()}
	if _, err := Match(asked, make([]Row, 5*enough), nil); err == nil {
		t.Errorf("asked %d times whether anybody is there, %v", asked.times, err)
	}
}

// leaving is the context of somebody who leaves while it is matched.
type leaving struct {
	context.Context
	times int
}

func (l *leaving) Err() error {
	if l.times++; l.times > 1 {
		return context.Canceled
	}
	return nil
}

func BenchmarkMatch(b *testing.B) {
	incoming, existing := make([]Row, 1000), make([]Row, 50000)
	for i := range incoming {
		incoming[i] = Row{Date: day(1 + i%28), Amount: money.Milli(i * 10), Payee: "shop", ImportID: "bank:" + time.Duration(i).String()}
	}
	for i := range existing {
		existing[i] = Row{Date: cal.MakeDate(2020, 1, 1).AddDays(i / 20), Amount: money.Milli(i % 9000 * 10), Payee: "pub"}
	}
	for b.Loop() {
		match(b, incoming, existing)
	}
}
