// Package money contains amounts of money and their formats.
//
// Every amount in Holdover is a [Milli]: a whole number of thousandths of the currency unit. Currencies with no, two
// or three decimals are represented exactly. There are no floats here, and nothing is rounded silently.
//
// Start with Milli, then Format.
package money

import (
	"math"
	"strconv"
)

// Milli is an amount in thousandths of the currency unit. Spending, debts and overspent balances are negative.
type Milli int64

// Limit is the largest absolute amount of one record: a thousand billion units. TotalLimit is the largest sum of the
// absolute amounts of a budget; below it no partial sum overflows.
const (
	Limit      Milli = 1e15
	TotalLimit Milli = 4e18
)

// Abs returns the absolute amount. The absolute value of the smallest int64, which does not exist, is the largest
// int64.
func (m Milli) Abs() Milli { return Milli(min(m.abs64(), math.MaxInt64)) }

// Plus returns the sum of two amounts. It saturates instead of overflowing, so that a total that is too large stays
// large. Use it for totals to compare with TotalLimit.
func (m Milli) Plus(n Milli) Milli {
	sum := m + n
	switch {
	case m > 0 && n > 0 && sum < 0:
		return math.MaxInt64
	case m < 0 && n < 0 && sum >= 0:
		return math.MinInt64
	}
	return sum
}

// String returns the amount in units with three decimals ("-12.340"), for logs, tests and tables without a currency.
func (m Milli) String() string {
	sign := ""
	if m < 0 {
		sign = "-"
	}
	abs := m.abs64()
	frac := strconv.FormatUint(abs%1000, 10)
	return sign + strconv.FormatUint(abs/1000, 10) + "." + "000"[len(frac):] + frac
}

// abs64 returns the absolute value, also for the smallest int64, which overflows when negated.
func (m Milli) abs64() uint64 {
	if m < 0 {
		return uint64(-(m + 1)) + 1
	}
	return uint64(m)
}
