package money_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/money"
)

func TestDivide(t *testing.T) {
	for _, c := range []struct {
		total         money.Milli
		weights, want []money.Milli
	}{
		{100, []money.Milli{1, 1, 1}, []money.Milli{34, 33, 33}},
		{100, []money.Milli{1, 2, 3}, []money.Milli{17, 33, 50}},
		{1, []money.Milli{1, 5}, []money.Milli{0, 1}},
		{7, []money.Milli{0, 0}, []money.Milli{0, 0}},
		{7, []money.Milli{0, 3}, []money.Milli{0, 7}},
		{0, []money.Milli{1}, []money.Milli{0}},
		{5, nil, []money.Milli{}},
	} {
		if got := money.Divide(c.total, c.weights); !slices.Equal(got, c.want) {
			t.Errorf("%d by %v: %v, want %v", c.total, c.weights, got, c.want)
		}
	}
}

// The parts of any total add up to it, and each is within one unit of its exact share.
func TestPartsAddUpToTheTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		total := money.Milli(rapid.Int64Range(0, int64(money.TotalLimit)).Draw(t, "total"))
		weights := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) money.Milli {
			return money.Milli(rapid.Int64Range(0, int64(money.Limit)).Draw(t, "weight"))
		}), 1, 8).Draw(t, "weights")
		var sum, all money.Milli
		parts := money.Divide(total, weights)
		for i, part := range parts {
			if part < 0 || weights[i] == 0 && part != 0 {
				t.Fatalf("part %d of %d by %v is %d", i, total, weights, part)
			}
			sum, all = sum+part, all+weights[i]
		}
		if all > 0 && sum != total {
			t.Fatalf("the parts %v add up to %d, not to %d", parts, sum, total)
		}
		for i, part := range parts {
			for k, other := range parts {
				if weights[i] > weights[k] && part < other {
					t.Fatalf("the weights %v of %d give %v", weights, total, parts)
				}
			}
		}
	})
}
