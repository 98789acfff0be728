package matching

import (
	"context"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

func day(d int) civil.Date { return civil.MakeDate(2026, 1, d) }

func match(t testing.TB, incoming, existing []Row) []Result {
	t.Helper()
	got, err := Match(context.Background(), incoming, existing)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// spend returns a row of −5.00 that a file lists on a day.
func spend(d int, payee, importID string) Row {
	return Row{Date: day(d), Amount: -5000, Payee: payee, Text: payee, ImportID: importID}
}

// listed returns a transaction of −5.00 from a bank's file.
func listed(d int, payee, importID string) Row {
	r := spend(d, payee, importID)
	r.Cleared, r.IsKnown = budget.ClearedYes, true
	return r
}

// typed returns a transaction of −5.00 that a user entered.
func typed(d int, payee string, cleared budget.Cleared) Row {
	return Row{Date: day(d), Amount: -5000, Payee: payee, IsKnown: true, Cleared: cleared}
}

func with(r Row, change func(*Row)) Row {
	change(&r)
	return r
}

// TestMatch contains the table of decision 0065.
func TestMatch(t *testing.T) {
	known := func(r *Row) { r.IsKnown = true }
	amount := func(m money.Milli) func(*Row) { return func(r *Row) { r.Amount = m } }
	const counted20, counted21 = "YNAB:-5000:2026-01-20:1", "YNAB:-5000:2026-01-21:1"
	for name, c := range map[string]struct {
		row    Row
		have   []Row
		want   Verdict
		reason Reason
	}{
		"no existing rows": {row: spend(20, "shop", "bank:a"), want: New},

		"all equal":                               {spend(20, "shop", "bank:a"), []Row{listed(20, "shop", "bank:a")}, Imported, ""},
		"renamed and moved by some days":          {spend(20, "shop", "bank:a"), []Row{with(listed(12, "shop", "bank:a"), func(r *Row) { r.Payee = "renamed" })}, Imported, ""},
		"same id, a tip added":                    {with(spend(20, "shop", "bank:a"), amount(-6000)), []Row{listed(19, "shop", "bank:a")}, Ask, AmountChanged},
		"same id, a refund":                       {with(spend(20, "shop", "bank:a"), amount(5000)), []Row{listed(19, "shop", "bank:a")}, New, ""},
		"same id, other amount and payee":         {with(spend(20, "pub", "bank:a"), amount(-6000)), []Row{listed(19, "shop", "bank:a")}, New, ""},
		"same id, next month, other amount":       {with(spend(30, "shop", "bank:a"), amount(-6000)), []Row{listed(1, "shop", "bank:a")}, New, ""},
		"same id, other payee":                    {spend(20, "pub", "bank:a"), []Row{listed(20, "shop", "bank:a")}, Ask, PayeeChanged},
		"same id, next month":                     {spend(31, "shop", "bank:a"), []Row{listed(1, "shop", "bank:a")}, Ask, DateChanged},
		"same id, next month, other payee":        {spend(31, "pub", "bank:a"), []Row{listed(1, "shop", "bank:a")}, New, ""},
		"another id":                              {spend(20, "shop", "bank:b"), []Row{listed(20, "shop", "bank:a")}, Ask, IDChanged},
		"another id on another day":               {spend(21, "shop", "bank:b"), []Row{listed(20, "shop", "bank:a")}, New, ""},
		"another id and payee":                    {spend(20, "pub", "bank:b"), []Row{listed(20, "shop", "bank:a")}, New, ""},
		"counted, the same":                       {spend(20, "shop", counted20), []Row{listed(20, "shop", counted20)}, Imported, ""},
		"counted, moved to another month":         {spend(20, "shop", counted20), []Row{listed(2, "shop", counted20)}, Imported, ""},
		"counted, another payee":                  {spend(20, "cafe", counted20), []Row{listed(20, "bus", counted20)}, New, ""},
		"counted, another branch":                 {spend(20, "shop 41", counted20), []Row{listed(20, "shop 42", counted20)}, Ask, TextDiffers},
		"from another program, other text":        {spend(20, "amzn mktp", counted20), []Row{with(listed(20, "amazon", counted20), func(r *Row) { r.IsForeign = true })}, Ask, TextDiffers},
		"by a program, the same":                  {spend(20, "shop", "bank:a"), []Row{listed(20, "shop", counted20)}, Imported, ""},
		"another day, outside of the file's days": {spend(21, "shop", counted21), []Row{listed(20, "shop", counted20)}, New, ""},
		"a weekly payment":                        {spend(27, "shop", "YNAB:-5000:2026-01-27:1"), []Row{listed(20, "shop", counted20)}, New, ""},
		"typed, the same":                         {spend(20, "shop", "bank:a"), []Row{typed(20, "shop", budget.Uncleared)}, Entered, ""},
		"typed, the name is in the text":          {spend(20, "shop berlin de", "bank:a"), []Row{typed(15, "shop", budget.Uncleared)}, Entered, ""},
		"typed ten days before":                   {spend(20, "shop", "bank:a"), []Row{typed(10, "shop", budget.Uncleared)}, Entered, ""},
		"typed eleven days before":                {spend(20, "shop", "bank:a"), []Row{typed(9, "shop", budget.Uncleared)}, New, ""},
		"typed eleven days later":                 {spend(20, "shop", "bank:a"), []Row{typed(31, "shop", budget.Uncleared)}, New, ""},
		"typed, the text names no known payee":    {spend(20, "xyz gmbh", "bank:a"), []Row{typed(15, "shop", budget.Uncleared)}, Ask, PayeeUnknown},
		"typed, another known payee":              {with(spend(20, "pub", "bank:a"), known), []Row{typed(19, "shop", budget.Uncleared)}, Ask, PayeeDiffers},
		"typed, another known payee, days off":    {with(spend(20, "pub", "bank:a"), known), []Row{typed(15, "shop", budget.Uncleared)}, New, ""},
		"typed, another amount":                   {spend(20, "shop", "bank:a"), []Row{with(typed(20, "shop", budget.Uncleared), amount(-5001))}, New, ""},
		"typed and cleared a week before":         {spend(20, "shop", "bank:a"), []Row{typed(13, "shop", budget.ClearedYes)}, Ask, FarFromCleared},
		"the other side of a transfer":            {spend(20, "e-banking", "bank:a"), []Row{with(typed(19, "transfer : visa", budget.Uncleared), func(r *Row) { r.IsTransfer = true })}, Entered, ""},
		"reconciled, the same":                    {spend(20, "shop", "bank:a"), []Row{typed(20, "shop", budget.Reconciled)}, Entered, ""},
		"reconciled, a week before":               {spend(20, "shop", "bank:a"), []Row{typed(13, "shop", budget.Reconciled)}, New, ""},
		"reconciled, two days before":             {spend(20, "shop", "bank:a"), []Row{typed(18, "shop", budget.Reconciled)}, Ask, LaterThanBank},
		"reconciled, two days before, in the statement": {
			spend(20, "shop", "bank:a"), []Row{typed(18, "shop", budget.Reconciled), with(typed(25, "rent", budget.Reconciled), amount(-9000))}, Entered, "",
		},
		"listed differently before": {spend(20, "shop", "bank:b"), []Row{with(listed(20, "shop", "bank:a"), func(r *Row) {
			r.Listed = []budget.Listing{{ImportID: "bank:b", Date: day(20), Amount: -5000, Text: "Shop"}}
		})}, Imported, ""},
	} {
		got := match(t, []Row{c.row}, c.have)[0]
		if got.Verdict != c.want || got.Reason != c.reason || (got.Existing >= 0) != (c.want != New) {
			t.Errorf("%s: %+v, want %d %q", name, got, c.want, c.reason)
		}
	}
}

// TestAPendingTransactionMatchesItsBookedForm asks about a transaction that the file lists on another day
// and with another text, because the file does not list the earlier form.
func TestAPendingTransactionMatchesItsBookedForm(t *testing.T) {
	salary := func(r *Row) { r.Amount = 2000_000 }
	file := []Row{spend(22, "shop one ltd london", "YNAB:-5000:2026-01-22:1"), with(spend(13, "salary", "YNAB:2000000:2026-01-13:1"), salary)}
	existing := []Row{listed(21, "pos pending shop 1", "YNAB:-5000:2026-01-21:1"), with(listed(13, "salary", "YNAB:2000000:2026-01-13:1"), salary)}
	got := match(t, file, existing)
	if got[0].Verdict != Ask || got[0].Reason != DateDiffers || got[1].Verdict != Imported {
		t.Errorf("the matches are %+v", got)
	}
}

// TestPayeesAreMatchedBeforeDates pairs by payee before it pairs by date.
func TestPayeesAreMatchedBeforeDates(t *testing.T) {
	known := func(r *Row) { r.IsKnown = true }
	netflix, spotify := with(spend(8, "netflix", "bank:a"), known), with(spend(8, "spotify", "bank:b"), known)
	netflix.Text, spotify.Text = "nflx 123", "p0815"
	existing := []Row{typed(6, "netflix", budget.Uncleared), typed(7, "spotify", budget.Uncleared)}
	if got := match(t, []Row{spotify, netflix}, existing); got[0].Existing != 1 || got[1].Existing != 0 || got[0].Verdict != Entered || got[1].Verdict != Entered {
		t.Errorf("the payees are not matched with their own rows: %+v", got)
	}
}

// TestMatchOfEnteredTransactions contains the rules that the source documents for its API.
func TestMatchOfEnteredTransactions(t *testing.T) {
	for name, c := range map[string]struct {
		have []Row
		want int
	}{
		"another payee, ten days off":       {[]Row{typed(10, "pub", budget.Uncleared)}, 0},
		"eleven days off":                   {[]Row{typed(9, "shop", budget.Uncleared)}, -1},
		"the payee before the nearest date": {[]Row{typed(21, "pub", ""), typed(17, "shop", "")}, 1},
		"the nearest date":                  {[]Row{typed(17, "pub", ""), typed(21, "bar", "")}, 1},
		"another amount":                    {[]Row{with(typed(20, "shop", ""), func(r *Row) { r.Amount++ })}, -1},
	} {
		got, err := MatchEntered(t.Context(), []Row{{Date: day(20), Amount: -5000, Payee: "shop", ImportID: "x"}}, c.have)
		if err != nil || got[0].Existing != c.want {
			t.Errorf("%s: match %+v, error %v, want row %d", name, got, err, c.want)
		}
	}
}

// TestNewRowsAreProvenByTheClosingBalance finds the only combination that agrees with the closing balance.
func TestNewRowsAreProvenByTheClosingBalance(t *testing.T) {
	for _, c := range []struct {
		missing money.Milli
		changes []money.Milli
		want    []bool
	}{
		{0, []money.Milli{-3000}, []bool{false}},
		{-3000, []money.Milli{-3000}, []bool{true}},
		{-3000, []money.Milli{-3000, -5000}, []bool{true, false}},
		{-3000, []money.Milli{-3000, -3000}, nil},
		{0, []money.Milli{-3000, 3000}, nil},
		{-1, []money.Milli{-3000}, nil},
		{0, slices.Repeat([]money.Milli{-1}, 100), slices.Repeat([]bool{false}, 100)},
		{-100, slices.Repeat([]money.Milli{-1}, 100), slices.Repeat([]bool{true}, 100)},
		{-99, slices.Repeat([]money.Milli{-1}, 100), nil},
	} {
		if got, ok := ProveNew(c.missing, c.changes); ok != (c.want != nil) || ok && !slices.Equal(got, c.want) {
			t.Errorf("missing %d, changes %v: proven %v, want %v", c.missing, c.changes, got, c.want)
		}
	}
}

// TestOppositeAmountsArePairedByDate pairs opposite amounts of two accounts, the nearest first.
func TestOppositeAmountsArePairedByDate(t *testing.T) {
	existing := []Half{{2, day(17), -200}, {3, day(18), -200}, {3, day(18), 200}, {2, day(10), -7}}
	got := PairHalves([]Half{{0, day(18), 200}, {2, day(18), 200}, {0, day(18), 200}, {0, day(15), 7}}, existing)
	if !slices.Equal(got, []int{1, 0, -1, -1}) {
		t.Errorf("the pairs are %v, want [1 0 -1 -1]", got)
	}
}

func drawRows(t *rapid.T, name string, days int) []Row {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Row {
		r := Row{
			Date: day(1).AddDays(rapid.IntRange(0, days).Draw(t, "day")), Amount: money.Milli(rapid.IntRange(-1, 1).Draw(t, "amount")),
			Payee:    rapid.SampledFrom([]string{"", "shop", "pub"}).Draw(t, "payee"),
			ImportID: rapid.SampledFrom([]string{"", "", "bank:a", "bank:b", "bank:c", "YNAB:1", "YNAB:2", "other"}).Draw(t, "id"),
			Cleared:  rapid.SampledFrom([]budget.Cleared{budget.Uncleared, budget.ClearedYes, budget.Reconciled}).Draw(t, "cleared"),
		}
		if r.ImportID != "" {
			r.Text = rapid.SampledFrom([]string{"", "shop 1", "shop 2", "pub"}).Draw(t, "text")
		}
		return r
	}), 0, 40).Draw(t, name)
}

// For random rows, no existing row is used twice, matched entered rows have equal amounts, and their dates are at
// most Days apart. A row dated after the last statement does not match a reconciled transaction of another day.
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
				t.Fatalf("row %d is matched as %+v", i, r)
			}
			if r.Verdict == New {
				continue
			}
			used[r.Existing] = true
			e := existing[r.Existing]
			apart := e.Date.Time().Sub(incoming[i].Date.Time()).Abs()
			if r.Verdict == Entered && (e.Amount != incoming[i].Amount || apart > Days*24*time.Hour) {
				t.Fatalf("row %+v is matched with %+v", incoming[i], e)
			}
			isLast := !slices.ContainsFunc(existing, func(r Row) bool { return r.Cleared == budget.Reconciled && r.Date >= incoming[i].Date })
			if r.Verdict == Entered && e.Cleared == budget.Reconciled && isLast && apart > 0 {
				t.Fatalf("row %+v is matched with the reconciled %+v", incoming[i], e)
			}
		}
	})
}

// The worst case: all rows have one day, amount and payee, and the account has as many that are not certainly the
// same. A pair that was compared once must not be compared again for every row: that took 36 s. Steps are counted
// instead of time, because 200,000 rows squared would not finish.
func TestMatchOfEqualRowsTakesLinearSteps(t *testing.T) {
	const many = 200_000
	rows := func(mark string) []Row {
		all := make([]Row, many)
		for i := range all {
			all[i] = Row{Date: day(1), Amount: -5000, Payee: "shop", Text: "shop", ImportID: mark + string(rune('a'+i%26)) + time.Duration(i).String()}
		}
		return all
	}
	incoming, existing := rows("bank:new"), append(rows("bank:old"), rows("other")...)
	duplicates := 0
	for _, r := range match(t, incoming, existing) {
		if r.Verdict == Imported && r.Existing >= many {
			duplicates++
		}
	}
	if duplicates != many {
		t.Errorf("%d of %d rows are matched", duplicates, many)
	}
}

// Match stops if the request is cancelled.
func TestMatchStopsIfItsContextIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Match(ctx, []Row{{Date: day(1), Amount: 1, Payee: "", ImportID: ""}}, nil); err == nil {
		t.Error("the match did not stop")
	}
	asked := &cancelledContext{Context: context.Background()}
	if _, err := Match(asked, make([]Row, 5*checkEvery), nil); err == nil {
		t.Errorf("the context was checked %d times, error %v", asked.times, err)
	}
}

// cancelledContext is a context that is cancelled during matching.
type cancelledContext struct {
	context.Context
	times int
}

func (l *cancelledContext) Err() error {
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
		existing[i] = Row{Date: civil.MakeDate(2020, 1, 1).AddDays(i / 20), Amount: money.Milli(i % 9000 * 10), Payee: "pub"}
	}
	for b.Loop() {
		match(b, incoming, existing)
	}
}
