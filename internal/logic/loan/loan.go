// Package loan computes interest and repayment of loans as pure functions over whole amounts: the interest of a period,
// the level payment of a new loan, the payments until a loan is repaid, and the past payments.
//
// All amounts of debt are positive here. Interest of a period is the debt times the yearly rate, divided by the number
// of periods of a year, rounded to the currency's smallest amount, half away from zero.
//
// Start with Plan.Repay.
package loan

import (
	"math/big"
	"math/bits"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// MaxRate is the highest rate that is computed, in thousandths of a percent: 1,000 % a year. Rates of a document beyond
// it count as this rate, and rates below zero as zero.
const MaxRate = 1_000_000

// whole is a rate of 100 %.
const whole = 100_000

// Interest returns the interest of one period on a debt. rate is of a year, in thousandths of a percent; step is the
// currency's smallest amount. It is zero if nothing is owed.
func Interest(owed money.Milli, rate, perYear int64, step money.Milli) money.Milli {
	rate = min(max(0, rate), MaxRate)
	if owed <= 0 || rate == 0 {
		return 0
	}
	divisor := whole * uint64(perYear) * uint64(step)
	high, low := bits.Mul64(uint64(owed), uint64(rate))
	low, carry := bits.Add64(low, divisor/2, 0)
	steps, _ := bits.Div64(high+carry, low, divisor)
	return money.Milli(steps) * step
}

// LevelPayment returns the payment that repays a debt at a rate in a number of periods, all payments being equal. It is
// rounded to the currency's smallest amount, half away from zero, so the last payment differs a little.
func LevelPayment(owed money.Milli, rate, perYear int64, periods int, step money.Milli) money.Milli {
	if owed <= 0 || periods <= 0 {
		return 0
	}
	rate = min(max(0, rate), MaxRate)
	// With the interest i = rate/one of a period, the payment is owed*i*(1+i)^n / ((1+i)^n - 1).
	one := big.NewInt(whole * perYear)
	n := big.NewInt(int64(periods))
	over, under := big.NewInt(1), new(big.Int).Mul(n, big.NewInt(1))
	if rate > 0 {
		grown := new(big.Int).Exp(new(big.Int).Add(one, big.NewInt(rate)), n, nil)
		flat := new(big.Int).Exp(one, n, nil)
		over.Mul(big.NewInt(rate), grown)
		under.Mul(one, new(big.Int).Sub(grown, flat))
	}
	over.Mul(over, big.NewInt(int64(owed)))
	under.Mul(under, big.NewInt(int64(step)))
	over.Lsh(over, 1).Add(over, under) // half a step, to round
	steps := over.Quo(over, under.Lsh(under, 1))
	return money.Milli(steps.Int64()) * step
}

// Terms are the terms of a loan in the order of their dates.
type Terms struct {
	Frequency budget.LoanFrequency
	Rates     []budget.Dated[int64] // of a year, in thousandths of a percent
	Payments  []budget.Dated[money.Milli]
	Escrow    []budget.Dated[money.Milli] // paid in addition to the payment
	Step      money.Milli                 // the currency's smallest amount
}

// TermsOf returns the terms of an account.
func TermsOf(d *budget.Debt, step money.Milli) *Terms {
	if d == nil {
		d = &budget.Debt{}
	}
	return &Terms{
		Frequency: d.Frequency, Rates: budget.DatedValues(d.InterestRates), Payments: budget.DatedValues(d.MinimumPayments),
		Escrow: budget.DatedValues(d.EscrowAmounts), Step: step,
	}
}

// InterestOn returns the interest of a month on a debt, by the rate of a day. known is false before the first rate.
func (t *Terms) InterestOn(owed money.Milli, day civil.Date) (interest money.Milli, known bool) {
	rate, known := budget.ValueOn(t.Rates, day)
	return Interest(owed, rate, 12, t.Step), known
}

// EscrowOn returns the escrow of a month on a debt, as of a day. If the loan is not paid monthly, it is a twelfth of that of
// a year, rounded to the currency's smallest amount. A debt that is paid off has no escrow.
func (t *Terms) EscrowOn(owed money.Milli, day civil.Date) money.Milli {
	escrow, _ := budget.ValueOn(t.Escrow, day)
	perYear := money.Milli(t.Frequency.PerYear())
	switch {
	case owed <= 0 || escrow <= 0:
		return 0
	case perYear == 12:
		return escrow
	}
	twelfth := 12 * t.Step
	return (min(escrow, money.Limit)*perYear + twelfth/2) / twelfth * t.Step
}

// changesAfter reports whether a rate or a payment begins after a day.
func (t *Terms) changesAfter(day civil.Date) bool {
	return beginsAfter(t.Rates, day) || beginsAfter(t.Payments, day)
}

func beginsAfter[V any](list []budget.Dated[V], day civil.Date) bool {
	return len(list) > 0 && list[len(list)-1].From > day
}

// PaymentDay returns the day of a payment, counted from 0 for the first one. It is zero after the last day that a budget
// stores.
func PaymentDay(first civil.Date, f budget.LoanFrequency, n int) civil.Date {
	if first == 0 || first.FarOff() {
		return 0
	}
	day := first.AddMonths(n)
	switch f {
	case budget.PaidFortnightly:
		day = first.AddDays(14 * n)
	case budget.PaidWeekly:
		day = first.AddDays(7 * n)
	}
	if day == 0 || day.FarOff() {
		return 0
	}
	return day
}

// NextPayment returns the first day after today of the payments that began on a day.
func NextPayment(last, today civil.Date, f budget.LoanFrequency) civil.Date {
	n := 1
	switch apart := today.Since(last); {
	case apart <= 0:
	case f == budget.PaidFortnightly:
		n = apart/14 + 1
	case f == budget.PaidWeekly:
		n = apart/7 + 1
	default:
		if n = int(today.Month() - last.Month()); n == 0 || last.AddMonths(n) <= today {
			n++
		}
	}
	return PaymentDay(last, f, n)
}
