// Package money holds amounts of money and how they are written.
//
// Every amount in Holdover is a [Milli]: a whole number of thousandths of the
// currency unit, so that currencies with no, two or three decimals all survive
// exactly. There are no floats here and nothing is ever rounded silently.
//
// Floor 0: imports the standard library alone. Start with Milli, then Format.
package money

import "strconv"

// Milli is an amount in thousandths of the currency unit. Negative amounts are
// spending, debts and overspent balances.
type Milli int64

// Limit is the largest amount, either way, that one record may carry: a
// thousand billion units. A million records at the limit still fit a sum of
// signed 64-bit integers many times over when their total is kept below
// TotalLimit, which the importer checks.
const (
	Limit      Milli = 1e15
	TotalLimit Milli = 4e18
)

// Abs is the amount without its sign.
func (m Milli) Abs() Milli {
	if m < 0 {
		return -m
	}
	return m
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

// Sum adds amounts up.
func Sum(amounts ...Milli) Milli {
	var total Milli
	for _, a := range amounts {
		total += a
	}
	return total
}
