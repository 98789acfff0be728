package rowindex

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// agreesOnTallies compares tallies with sums over every line.
func (w *world) agreesOnTallies(t *rapid.T, x *Index) {
	s := drawScope(t)
	maybe := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
	drawRegexps(t, maybe, &s.PayeeRegexp, &s.NotesRegexp)
	if maybe("amounts") {
		s.Least = new(money.Milli(1500))
	}
	if maybe("rows") {
		f := drawFilter(t, w).Conditions()
		s.Where = &f
	}
	agree(t, x.ByCategory(s), tallied(w, s, func(_ Row, l Line) budget.CategoryNo { return l.Category }))
	agree(t, x.ByPayee(s), tallied(w, s, func(_ Row, l Line) budget.PayeeNo { return l.Payee }))
	agree(t, x.ByAccount(s), tallied(w, s, func(r Row, _ Line) budget.AccountNo { return r.Account }))
	agree(t, x.ByFlag(s), tallied(w, s, func(r Row, _ Line) string { return r.Flag }))
}

func drawScope(t *rapid.T) Scope {
	from := civil.MakeMonth(2025, 10).Add(rapid.IntRange(0, 4).Draw(t, "first month"))
	s := Scope{From: from, Until: from.Add(rapid.IntRange(-1, 5).Draw(t, "months")), MonthsBefore: rapid.IntRange(0, 3).Draw(t, "before"), Daily: rapid.Bool().Draw(t, "daily")}
	some := rapid.Bool()
	drawValues(t, some.Draw(t, "some categories"), &s.Categories, 0, 200, 201, 205, 999)
	drawValues(t, some.Draw(t, "some accounts"), &s.Accounts, 1, 2, 3, 9)
	drawValues(t, some.Draw(t, "some payees"), &s.Payees, 0, 100, 101, 104)
	drawValues(t, some.Draw(t, "some flags"), &s.Flags, "", "red", "nowhere")
	return s
}

func agree[K comparable](t *rapid.T, got, want Tally[K]) {
	if mismatch := diff.Diff(want, got); mismatch != "" {
		t.Fatalf("the tallies differ:\n%s", mismatch)
	}
}

func tallied[K comparable](w *world, s Scope, by func(Row, Line) K) Tally[K] {
	sums, chosen := Tally[K]{}, map[budget.TxNo]bool{}
	if s.Where != nil {
		for _, r := range w.chosen(*s.Where) {
			chosen[r.No] = true
		}
	}
	for _, r := range w.rows {
		if s.Where != nil && !chosen[r.No] || !s.fits(r.Amount) {
			continue
		}
		month := int(r.Date.Month() - s.From)
		if month < -s.MonthsBefore || s.Until < s.From || r.Date.Month() > s.Until || !w.onBudget(r.Account) || !meant(s.Accounts, r.Account) || !meant(s.Flags, r.Flag) {
			continue
		}
		for _, l := range r.lines() {
			if w.onBudget(l.Other) || !meant(s.Categories, l.Category) || !meant(s.Payees, l.Payee) || !w.matchesBoth(s.PayeeRegexp, s.NotesRegexp, r, l) {
				continue
			}
			of := sums[by(r, l)]
			periods, period := int(s.Until-s.From+1), month
			if s.Daily {
				periods, period = civil.MostDays*periods, civil.MostDays*month+r.Date.Day()-1
			}
			if of.Periods == nil {
				of.Periods = make([]money.Milli, periods)
			}
			if month < 0 {
				of.Before += l.Amount
			} else {
				of.Periods[period] += l.Amount
			}
			sums[by(r, l)] = of
		}
	}
	maps.DeleteFunc(sums, func(_ K, of Sums) bool {
		return of.Before == 0 && !slices.ContainsFunc(of.Periods, func(m money.Milli) bool { return m != 0 })
	})
	return sums
}

// lines returns the parts of a split, with the row's payee if they have none, or the row.
func (r Row) lines() []Line {
	if len(r.Parts) == 0 {
		return []Line{r.Line}
	}
	parts := slices.Clone(r.Parts)
	for i := range parts {
		if parts[i].Payee == 0 {
			parts[i].Payee = r.Payee
		}
	}
	return parts
}

// agreesOnFlows compares flows with the lines of some accounts without transfers between them, in order.
func (w *world) agreesOnFlows(t *rapid.T, x *Index) {
	inside := []budget.AccountNo{1, 3}
	var want []budget.Flow
	from := civil.MakeDate(2024, 1, 1).AddDays(rapid.IntRange(-100, 900).Draw(t, "from"))
	for _, r := range w.chosen(Filter{From: from}) {
		for _, l := range r.lines() {
			if slices.Contains(inside, r.Account) && !slices.Contains(inside, l.Other) {
				want = append(want, budget.Flow{Date: r.Date, Amount: l.Amount})
			}
		}
	}
	if got := slices.Collect(x.Flows(inside, from)); !reflect.DeepEqual(want, got) {
		t.Fatalf("the flows differ:\n%s", diff.Diff(want, got))
	}
}

// agreesOnWaiting compares the rows to approve with a search for them.
func (w *world) agreesOnWaiting(t *rapid.T, x *Index) {
	uncategorised, unapproved := x.Waiting()
	if bare, raw := len(w.chosen(Filter{Uncategorised: true})), len(w.chosen(Filter{Unapproved: true})); uncategorised != bare || unapproved != raw {
		t.Fatalf("%d rows lack a category, %d are not approved; want %d and %d", uncategorised, unapproved, bare, raw)
	}
}

func BenchmarkTally(b *testing.B) {
	x := million(b)
	all := Scope{From: civil.MakeMonth(2006, 1), Until: civil.MakeMonth(2025, 12)}
	for b.Loop() {
		x.ByPayee(all)
	}
}
