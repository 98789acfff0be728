// Package money holds amounts of money and how they are written.
//
// Every amount in Holdover is a [Milli]: a whole number of thousandths of the
// currency unit, so that currencies with no, two or three decimals all survive
// exactly. There are no floats here and nothing is ever rounded silently.
//
// Floor 0: imports the standard library alone. Start with Milli, then Format.
package money

import (
	"math"
	"strconv"
)

// Milli is an amount in thousandths of the currency unit. Negative amounts are
// spending, debts and overspent balances.
type Milli int64

// Limit is the largest amount, either way, that one record may carry: a
// thousand billion units. TotalLimit is the largest that all amounts of a budget,
// taken without their signs, may sum to: below it no sum of some of them wraps.
const (
	Limit      Milli = 1e15
	TotalLimit Milli = 4e18
)

// Abs is the amount without its sign. That of the smallest int64, whose negation
// does not exist, is the largest one.
func (m Milli) Abs() Milli { return Milli(min(m.abs64(), math.MaxInt64)) }

// Plus is the sum of two amounts, kept at the end of the range where it would
// leave it: a total that is too large must not come out small. It is for totals
// that are to be held against TotalLimit.
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

// String writes the amount as plain units with three decimals ("-12.340"), for
// logs, tests and tables without a currency.
func (m Milli) String() string {
	sign := ""
	if m < 0 {
		sign = "-"
	}
	abs := m.abs64()
	frac := strconv.FormatUint(abs%1000, 10)
	return sign + strconv.FormatUint(abs/1000, 10) + "." + "000"[len(frac):] + frac
}

// abs64 is safe for the smallest int64, whose negation does not exist.
func (m Milli) abs64() uint64 {
	if m < 0 {
		return uint64(-(m + 1)) + 1
	}
	return uint64(m)
}
