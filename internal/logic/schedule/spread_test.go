package schedule

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

func TestAmountRange(t *testing.T) {
	for _, c := range []struct {
		s           budget.Scheduled
		least, most money.Milli
	}{
		{budget.Scheduled{Amount: -80_000}, -80_000, -80_000},
		{budget.Scheduled{Amount: -80_000, Spread: 10_000}, -90_000, -70_000},
		{budget.Scheduled{Amount: -79_990, SpreadPercent: 10}, -87_980, -72_000},
		{budget.Scheduled{Amount: 2_500_010, SpreadPercent: 3}, 2_425_010, 2_575_010},
		{budget.Scheduled{Amount: -5_000, Spread: 9_000}, -9_990, -10},
		{budget.Scheduled{Amount: -5_000, SpreadPercent: 100}, -9_990, -10},
		{budget.Scheduled{Amount: -5_000, Spread: -9_000}, -5_000, -5_000},
		{budget.Scheduled{Amount: -5_000, SpreadPercent: 101}, -5_000, -5_000},
		{budget.Scheduled{SpreadPercent: 10}, 0, 0},
		{budget.Scheduled{Amount: -5_000, SpreadPercent: 10, Interest: true}, -5_000, -5_000},
		{budget.Scheduled{Amount: -5_000, SpreadPercent: 10, Parts: make([]budget.Part, 2)}, -5_000, -5_000},
	} {
		if least, most := AmountRange(&c.s, 10); least != c.least || most != c.most || IsApproximate(&c.s, 10) != (c.least != c.most) {
			t.Errorf("%s, spread %s or %d %%: got %s to %s, want %s to %s", c.s.Amount, c.s.Spread, c.s.SpreadPercent, least, most, c.least, c.most)
		}
	}
}

// A range has the schedule's amount in its middle, its direction, and the exact percentage, rounded down.
func TestTheAmountIsTheMiddleOfItsRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := budget.Scheduled{Amount: money.Milli(rapid.Int64Range(-1e15, 1e15).Filter(func(n int64) bool { return n != 0 }).Draw(t, "amount"))}
		s.SpreadPercent = rapid.IntRange(1, 99).Draw(t, "percent")
		least, most := AmountRange(&s, 1)
		if s.Amount-least != most-s.Amount || least > s.Amount || (least < 0) != (most < 0) {
			t.Fatalf("the range of %s is %s to %s", s.Amount, least, most)
		}
		exact := new(big.Int).Mul(big.NewInt(int64(s.Amount.Abs())), big.NewInt(int64(s.SpreadPercent)))
		if by := new(big.Int).Div(exact, big.NewInt(100)); by.Int64() != int64(most-s.Amount) {
			t.Fatalf("%d %% of %s is %s, want %s", s.SpreadPercent, s.Amount, most-s.Amount, by)
		}
	})
}

// TestARangeIsInWholeUnitsOfTheCurrency covers percentages that were fractions of a cent or of a yen.
func TestARangeIsInWholeUnitsOfTheCurrency(t *testing.T) {
	for _, c := range []struct {
		s           budget.Scheduled
		step        money.Milli
		least, most money.Milli
	}{
		{budget.Scheduled{Amount: -12_990, SpreadPercent: 7}, 10, -13_890, -12_090},
		{budget.Scheduled{Amount: 1_980_000, SpreadPercent: 3}, 1000, 1_921_000, 2_039_000},
		{budget.Scheduled{Amount: -12_345, SpreadPercent: 10}, 1, -13_579, -11_111},
		{budget.Scheduled{Amount: -1_000_000, Spread: 1_500}, 1000, -1_001_000, -999_000},
		{budget.Scheduled{Amount: -10_000, SpreadPercent: 5}, 1000, -10_000, -10_000},
		{budget.Scheduled{Amount: -1_000, SpreadPercent: 100}, 1000, -1_000, -1_000},
	} {
		if least, most := AmountRange(&c.s, c.step); least != c.least || most != c.most {
			t.Errorf("%s, spread %s or %d %%, smallest amount %s: got %s to %s, want %s to %s", c.s.Amount, c.s.Spread, c.s.SpreadPercent, c.step, least, most, c.least, c.most)
		}
	}
}
