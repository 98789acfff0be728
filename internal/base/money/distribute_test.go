package money

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestDistribute(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount, step Milli
		weights      []Milli
		want         []Milli
	}{
		{10_000, 10, []Milli{1, 1, 1}, []Milli{3_340, 3_330, 3_330}},
		{-10_000, 10, []Milli{1, 1, 1}, []Milli{-3_340, -3_330, -3_330}},
		{10_000, 10, []Milli{30_000, 10_000}, []Milli{7_500, 2_500}},
		{10, 10, []Milli{0, 5, 5}, []Milli{0, 10, 0}},
		{100_000, 1_000, []Milli{1, 1, 1}, []Milli{34_000, 33_000, 33_000}}, // a currency without decimals
		{10_005, 10, []Milli{0, 1, 1}, []Milli{0, 5_005, 5_000}},            // finer than the currency
		{12_000, 10, []Milli{0, 0}, []Milli{6_000, 6_000}},
		{0, 10, []Milli{3, 4}, []Milli{0, 0}},
		{5, 10, nil, []Milli{}},
	} {
		if got := Distribute(c.amount, c.step, c.weights); !slices.Equal(got, c.want) {
			t.Errorf("%d by %v in steps of %d: %v, want %v", c.amount, c.weights, c.step, got, c.want)
		}
	}
}

// The sum of the shares is the amount. Each share is less than a step from the exact one, apart from the part of the
// amount that is finer than a step, and has no other sign than the amount.
func TestSharesAreExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := Milli(rapid.Int64Range(-1<<52, 1<<52).Draw(t, "amount"))
		step := rapid.SampledFrom([]Milli{1, 10, 1_000}).Draw(t, "step")
		weights := rapid.SliceOfN(rapid.Map(rapid.OneOf(rapid.Int64Range(0, 9), rapid.Int64Range(0, 1<<52)), func(n int64) Milli { return Milli(n) }), 1, 40).Draw(t, "weights")
		shares := Distribute(amount, step, weights)
		var sum, all Milli
		for i, share := range shares {
			sum, all = sum+share, all+weights[i]
		}
		if sum != amount {
			t.Fatalf("the sum of %v is %d, want %d", shares, sum, amount)
		}
		fine := amount % step
		for i, share := range shares {
			if (share < 0) != (amount < 0) && share != 0 {
				t.Fatalf("the share %d of %d has another sign", share, amount)
			}
			if all == 0 {
				continue
			}
			exact := new(big.Rat).Mul(new(big.Rat).SetFrac64(int64(weights[i]), int64(all)), big.NewRat(int64(amount-fine), 1))
			apart := new(big.Rat).Sub(big.NewRat(int64(share), 1), exact)
			if limit := big.NewRat(int64(step+fine.Abs()), 1); apart.Abs(apart).Cmp(limit) >= 0 {
				t.Fatalf("the share %d of weight %d is %s from the exact one", share, weights[i], apart)
			}
		}
	})
}
