package budget

import (
	"cmp"
	"maps"
	"slices"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// The payees of a loan's transactions that are not payments, as the source names them.
const (
	InterestPayee = "Interest"
	EscrowPayee   = "Escrow"
)

// The source's types of transactions of a loan (debt_transaction_type) that are not payments.
const (
	DebtInterest = "interest"
	DebtEscrow   = "escrow"
	DebtPayment  = "payment"
)

// IsLoan reports whether accounts of this type have an interest rate and a minimum payment.
func (t AccountType) IsLoan() bool {
	return slices.Contains([]AccountType{Mortgage, AutoLoan, StudentLoan, PersonalLoan, MedicalDebt, OtherDebt}, t)
}

// LoanFrequency is how often a loan is paid.
type LoanFrequency string

// The frequencies, by the source's words for those of scheduled transactions. The source has only monthly loans.
const (
	PaidMonthly     LoanFrequency = ""
	PaidFortnightly LoanFrequency = "everyOtherWeek"
	PaidWeekly      LoanFrequency = "weekly"
)

// LoanFrequencies lists the frequencies.
func LoanFrequencies() []LoanFrequency {
	return []LoanFrequency{PaidMonthly, PaidFortnightly, PaidWeekly}
}

// Word returns the source's word for the frequency.
func (f LoanFrequency) Word() string { return cmp.Or(string(f), "monthly") }

// PerYear returns the number of payments in a year. An unknown frequency counts as monthly.
func (f LoanFrequency) PerYear() int64 {
	switch f {
	case PaidFortnightly:
		return 26
	case PaidWeekly:
		return 52
	}
	return 12
}

// Dated is a value that applies from a date on, until the next one's.
type Dated[V any] struct {
	From  civil.Date
	Value V
}

// DatedValues returns the values of a map in the order of their dates.
func DatedValues[V any](values map[civil.Date]V) []Dated[V] {
	list := make([]Dated[V], 0, len(values))
	for _, from := range slices.Sorted(maps.Keys(values)) {
		list = append(list, Dated[V]{from, values[from]})
	}
	return list
}

// ValueOn returns the value that applies on a day, from a list in the order of dates. ok is false before the first date.
func ValueOn[V any](list []Dated[V], day civil.Date) (value V, ok bool) {
	i, found := slices.BinarySearchFunc(list, day, func(d Dated[V], day civil.Date) int { return int(d.From) - int(day) })
	if !found {
		i--
	}
	if i < 0 {
		return value, false
	}
	return list[i].Value, true
}

// IsEmpty reports whether nothing is known about a loan.
func (d *Debt) IsEmpty() bool {
	return d == nil || d.OriginalBalance == nil && d.Frequency == "" && len(d.InterestRates)+len(d.MinimumPayments)+len(d.EscrowAmounts) == 0
}

// Clone returns a copy of the data about a loan that shares nothing with it. That of nil is empty.
func (d *Debt) Clone() *Debt {
	if d == nil {
		return &Debt{}
	}
	is := *d
	is.InterestRates, is.MinimumPayments, is.EscrowAmounts = maps.Clone(d.InterestRates), maps.Clone(d.MinimumPayments), maps.Clone(d.EscrowAmounts)
	return &is
}

// payments are the payments of a loan by their dates.
type payments struct {
	minimum, escrow []Dated[money.Milli]
	perYear         money.Milli
	step            money.Milli
}

func (d *Debt) payments(step money.Milli) *payments {
	return &payments{DatedValues(d.MinimumPayments), DatedValues(d.EscrowAmounts), money.Milli(d.Frequency.PerYear()), step}
}

// in returns the payment of a month.
func (p *payments) in(m civil.Month) money.Milli {
	payment, _ := ValueOn(p.minimum, m.Last())
	escrow, _ := ValueOn(p.escrow, m.Last())
	each := min(max(0, payment)+max(0, escrow), money.Limit)
	if p.perYear == 12 {
		return each
	}
	parts := 12 * p.step
	return min((each*p.perYear+parts-1)/parts*p.step, money.Limit)
}

// PaymentIn returns the minimum payment with escrow of a month, as of its last day. With several payments in a month
// it is a twelfth of the payments of a year, rounded up to step, the currency's smallest amount.
func (d *Debt) PaymentIn(m civil.Month, step money.Milli) money.Milli { return d.payments(step).in(m) }

// maxPaymentChanges is the maximum number of months with another payment that a target has.
const maxPaymentChanges = 500

// PaymentTarget returns the target of a category that pays a loan: the minimum payment with escrow of each month from a
// month on. It follows former, the category's target of earlier months.
func (d *Debt) PaymentTarget(loan AccountNo, former *Target, from civil.Month, step money.Milli) *Target {
	p := d.payments(step)
	months := []civil.Month{from}
	for _, list := range [][]Dated[money.Milli]{p.minimum, p.escrow} {
		for _, d := range list {
			if m := d.From.Month(); m > from && !m.FarOff() {
				months = append(months, m)
			}
		}
	}
	slices.Sort(months)
	is, last := former, money.Milli(-1)
	for _, m := range months[:min(len(months), maxPaymentChanges)] {
		if amount := p.in(m); amount != last {
			is = is.Changed(&Target{Kind: DebtTarget, Amount: amount, Cadence: Monthly, Every: 1, Created: from.First(), Loan: loan}, m)
			last = amount
		}
	}
	return is
}

// LoanSince returns the month since which a target follows a loan without interruption, and the target of the months
// before it. ok is false if the target does not follow the loan now.
func (t *Target) LoanSince(loan AccountNo) (since civil.Month, former *Target, ok bool) {
	for former = t; former != nil && former.Kind == DebtTarget && former.Loan == loan; former = former.Was {
		since, ok = former.From, true
	}
	return since, former, ok
}
