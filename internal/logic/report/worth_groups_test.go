package report

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

func TestWorthOfGroups(t *testing.T) {
	s := Span{From: civil.MakeMonth(2026, 1), Until: civil.MakeMonth(2026, 2)}
	groups := []GroupWorth{{ID: "e", Name: "Everyday"}, {ID: "n", Name: "Empty"}, {ID: "s", Name: "Savings"}}
	r := NetWorthOf(s, []AccountLife{
		{ID: "1", Group: "s", Balances: []money.Milli{0, 10, 20}},
		{ID: "2", Balances: []money.Milli{5, 6, 7}},
		{ID: "3", Group: "e", OnBudget: true, Balances: []money.Milli{0, 100, 200}},
		{ID: "4", Group: "s", Balances: []money.Milli{1, -30, 2}},
	})
	got := r.WorthOfGroups(groups)
	want := []GroupWorth{{"e", "Everyday", []money.Milli{100, 200}}, {"s", "Savings", []money.Milli{-20, 22}}, {"", "", []money.Milli{6, 7}}}
	if !slices.EqualFunc(got, want, func(a, b GroupWorth) bool {
		return a.ID == b.ID && a.Name == b.Name && slices.Equal(a.Balances, b.Balances)
	}) {
		t.Errorf("the groups are %+v, want %+v", got, want)
	}
	r = NetWorthOf(s, []AccountLife{{ID: "2", Balances: []money.Milli{5, 6, 7}}})
	if got := r.WorthOfGroups(groups); got != nil {
		t.Errorf("without accounts in groups the groups are %+v", got)
	}
}

// The groups of accounts together have the net worth of each month.
func TestGroupsAddUpToTheNetWorth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := []GroupWorth{{ID: "a"}, {ID: "b"}, {ID: "c"}}
		months := rapid.IntRange(1, 4).Draw(t, "months")
		accounts := rapid.SliceOf(rapid.Custom(func(t *rapid.T) AccountLife {
			balance := rapid.Custom(func(t *rapid.T) money.Milli { return money.Milli(rapid.Int64Range(-1e9, 1e9).Draw(t, "balance")) })
			return AccountLife{
				Group: rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "group"), Closed: rapid.Bool().Draw(t, "closed"),
				Balances: rapid.SliceOfN(balance, months+1, months+1).Draw(t, "balances"),
			}
		})).Draw(t, "accounts")
		from := civil.MakeMonth(2026, 1)
		r := NetWorthOf(Span{From: from, Until: from.Add(months - 1)}, accounts)
		all := r.WorthOfGroups(groups)
		if len(all) == 0 {
			return // no account is in a group
		}
		sums := make([]money.Milli, months)
		for _, g := range all {
			for m, balance := range g.Balances {
				sums[m] += balance
			}
		}
		if !slices.Equal(sums, r.Net) {
			t.Fatalf("the groups have %v, the net worth is %v", sums, r.Net)
		}
	})
}
