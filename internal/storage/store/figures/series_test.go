package figures

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// A series equals its months, in any order of addition: its sums, its packed form and the decoded one.
func TestSeriesEqualsItsMonths(t *testing.T) {
	base := civil.MakeMonth(2026, 1)
	rapid.Check(t, func(t *rapid.T) {
		amounts, f, k := map[civil.Month]int64{}, Set{}, Activity.Of(7)
		for range rapid.IntRange(1, 12).Draw(t, "months") {
			m, amount := base.Add(rapid.IntRange(-4, 4).Draw(t, "month")), rapid.Int64Range(-3, 3).Draw(t, "amount")
			f.Add(k, m, amount)
			amounts[m] += amount
		}
		through := func(m civil.Month) (sum int64) {
			for at, amount := range amounts {
				if at <= m {
					sum += amount
				}
			}
			return sum
		}
		var weight money.Milli
		for _, amount := range amounts {
			weight += money.Milli(amount).Abs()
		}
		f.Drop()
		s := f[k]
		if s == nil {
			if weight != 0 {
				t.Fatalf("%v: empty series has a weight", amounts)
			}
			return
		}
		if amounts[s.First()] == 0 || amounts[s.last()] == 0 {
			t.Errorf("series of %v starts with %d and ends with %d, want neither 0", amounts, amounts[s.First()], amounts[s.last()])
		}
		read, err := Unpack(s.First(), s.pack())
		if err != nil || !read.Same(s) {
			t.Errorf("series %v is decoded as %v (error %v)", s, read, err)
		}
		balances := make([]money.Milli, 12)
		read.Balances(base.Add(-6), balances)
		for i, balance := range balances {
			if m := base.Add(i - 6); read.Through(m) != through(m) || balance != money.Milli(through(m)) {
				t.Errorf("through %s: %d, and %s, want %d", m, read.Through(m), balance, through(m))
			}
		}
		if read.Total() != through(base.Add(4)) || f.Total(k) != read.Total() || read.Weight() != weight {
			t.Errorf("series of %v: total %d, weight %s", amounts, read.Total(), read.Weight())
		}
	})
}

// The number of a figure of a card and a category encodes both.
func TestPairNumbersEncodeCardAndCategory(t *testing.T) {
	for _, pair := range [][2]int64{{1, 0}, {1, 2}, {2, 1}, {1<<31 - 1, 1<<31 - 1}} {
		card, category := Charged.OfPair(budget.AccountNo(pair[0]), budget.CategoryNo(pair[1])).Pair()
		if !slices.Equal([]int64{int64(card), int64(category)}, pair[:]) {
			t.Errorf("pair %v is decoded as %d and %d", pair, card, category)
		}
	}
}
