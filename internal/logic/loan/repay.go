package loan

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
)

// maxYears is the number of years after which a loan counts as never repaid.
const maxYears = 100

// smallRest is the part of a payment below which the rest of a debt is paid with it, as lenders do: a level payment is
// rounded, so a few cents remain after the last one.
const smallRest = 100

// Plan is a debt and how it is to be repaid.
type Plan struct {
	Terms *Terms
	Owed  money.Milli // today
	First civil.Date  // the day of the next payment
	// Extra is paid in addition to each minimum payment. Once is paid with the first payment on or after OnceOn.
	Extra, Once money.Milli
	OnceOn      civil.Date
	Rate        *int64 // applies instead of the terms' rates; nil for those
}

// Payment is one payment of a loan. Its amount is the sum of Interest, Principal and Escrow.
type Payment struct {
	Date      civil.Date
	Interest  money.Milli
	Principal money.Milli // negative if the interest is larger than the payment
	Escrow    money.Milli
	Owed      money.Milli // after the payment
}

// Amount returns the whole payment.
func (p *Payment) Amount() money.Milli { return p.Interest + p.Principal + p.Escrow }

// Repayment is the repayment of a loan by a plan, with the sums of its payments.
type Repayment struct {
	Payments                    []Payment
	Interest, Principal, Escrow money.Milli
	Owed                        money.Milli // after the last payment; 0 if the loan is repaid
}

// Paid reports whether the payments repay the loan. If not, they never do: Payments ends with the payment after which
// the debt cannot fall any more, or after a hundred years.
func (r *Repayment) Paid() bool { return r.Owed == 0 }

// PaidOn returns the day of the last payment; zero if the loan is never repaid, or nothing was owed.
func (r *Repayment) PaidOn() civil.Date {
	if !r.Paid() || len(r.Payments) == 0 {
		return 0
	}
	return r.Payments[len(r.Payments)-1].Date
}

// Repay computes the payments until the loan is repaid.
func (p *Plan) Repay() *Repayment {
	r := &Repayment{Owed: min(max(0, p.Owed), money.Limit)}
	last := p.First.AddMonths(12 * maxYears)
	once := p.Once
	for n := 0; r.Owed > 0 && r.Owed <= money.Limit; n++ {
		day := PaymentDay(p.First, p.Terms.Frequency, n)
		if day == 0 || last != 0 && day > last {
			return r
		}
		paid := p.regular(day)
		if once > 0 && day >= p.OnceOn {
			paid, once = paid+once, 0
		}
		r.pay(p, day, paid)
		if r.Payments[n].Principal <= 0 && once <= 0 && !p.changesAfter(day) {
			return r
		}
	}
	return r
}

// regular returns the payment of a day without escrow.
func (p *Plan) regular(day civil.Date) money.Milli {
	payment, _ := budget.ValueOn(p.Terms.Payments, day)
	return min(max(0, payment)+max(0, p.Extra), money.Limit)
}

// pay adds the payment of a day.
func (r *Repayment) pay(p *Plan, day civil.Date, paid money.Milli) {
	escrow, _ := budget.ValueOn(p.Terms.Escrow, day)
	at := Payment{Date: day, Interest: Interest(r.Owed, p.rate(day), p.Terms.Frequency.PerYear(), p.Terms.Step), Escrow: min(max(0, escrow), money.Limit)}
	at.Principal = min(paid-at.Interest, r.Owed)
	if rest := r.Owed - at.Principal; rest < paid/smallRest {
		at.Principal = r.Owed
	}
	r.Owed -= at.Principal
	at.Owed = r.Owed
	r.Payments = append(r.Payments, at)
	r.Interest, r.Principal, r.Escrow = r.Interest.Plus(at.Interest), r.Principal+at.Principal, r.Escrow.Plus(at.Escrow)
}

// rate returns the rate of a day; 0 before the first one.
func (p *Plan) rate(day civil.Date) int64 {
	if p.Rate != nil {
		return *p.Rate
	}
	rate, _ := budget.ValueOn(p.Terms.Rates, day)
	return rate
}

// changesAfter reports whether the terms change after a day, so that a debt that does not fall may fall later.
func (p *Plan) changesAfter(day civil.Date) bool {
	if p.Rate != nil {
		return beginsAfter(p.Terms.Payments, day)
	}
	return p.Terms.changesAfter(day)
}
