package figures

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// A series to which amounts were added in any order has the sums, the ends and the weight of these amounts, also after
// it was packed and decoded.
func TestSeriesEqualsItsMonths(t *testing.T) {
	base := civil.MakeMonth(2026, 1)
	rapid.Check(t, func(t *rapid.T) {
		amounts, set, key := map[civil.Month]int64{}, Set{}, Activity.Of(7)
		for range rapid.IntRange(1, 12).Draw(t, "months") {
			m, amount := base.Add(rapid.IntRange(-4, 4).Draw(t, "month")), rapid.Int64Range(-3, 3).Draw(t, "amount")
			set.Add(key, m, amount)
			amounts[m] += amount
		}
		through := func(m civil.Month) (sum int64) {
			for month, amount := range amounts {
				if month <= m {
					sum += amount
				}
			}
			return sum
		}
		var weight money.Milli
		for _, amount := range amounts {
			weight += money.Milli(amount).Abs()
		}
		set.Drop() // removes zeros at the ends of series, and empty series
		s := set[key]
		if s == nil {
			if weight != 0 {
				t.Fatalf("series of %v is missing, want one with weight %s", amounts, weight)
			}
			return
		}
		if amounts[s.First()] == 0 || amounts[s.last()] == 0 {
			t.Errorf("series of %v starts with %d and ends with %d, want neither 0", amounts, amounts[s.First()], amounts[s.last()])
		}
		decoded, err := Unpack(s.First(), s.pack())
		if err != nil || !decoded.Same(s) {
			t.Errorf("packed series is decoded as %v, want %v (error %v)", decoded, s, err)
		}
		balances := make([]money.Milli, 12) // from two months before the first possible amount to one month after the last
		decoded.Balances(base.Add(-6), balances)
		for i, balance := range balances {
			if m := base.Add(i - 6); decoded.Through(m) != through(m) || balance != money.Milli(through(m)) {
				t.Errorf("series of %v through %s: sum %d and balance %s, want both %d", amounts, m, decoded.Through(m), balance, through(m))
			}
		}
		if total := through(base.Add(4)); decoded.Total() != total || set.Total(key) != total || decoded.Weight() != weight {
			t.Errorf("series of %v: total %d, total in the set %d, weight %s; want %d, %d, %s", amounts, decoded.Total(), set.Total(key), decoded.Weight(), total, total, weight)
		}
	})
}

// The number of a figure that belongs to a card and a category encodes both.
func TestPairNumbersEncodeCardAndCategory(t *testing.T) {
	for _, pair := range [][2]int64{{1, 0}, {1, 2}, {2, 1}, {1<<31 - 1, 1<<31 - 1}} {
		card, category := Charged.OfPair(budget.AccountNo(pair[0]), budget.CategoryNo(pair[1])).Pair()
		if !slices.Equal([]int64{int64(card), int64(category)}, pair[:]) {
			t.Errorf("card %d and category %d are decoded as %d and %d", pair[0], pair[1], card, category)
		}
	}
}
