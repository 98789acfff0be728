package loan_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/loan"
	"holdover/internal/model/budget"
)

const cent money.Milli = 10

// TestLevelPaymentsAreThePublishedOnes: the monthly payments are those of published amortisation tables. The fortnightly and
// weekly ones were computed with 60 decimals.
func TestLevelPaymentsAreThePublishedOnes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		owed, payment money.Milli
		rate, perYear int64
		periods       int
	}{
		{100_000_000, 599_550, 6000, 12, 360},
		{20_000_000, 377_420, 5000, 12, 60},
		{100_000_000, 790_790, 5000, 12, 180},
		{200_000_000, 1_264_140, 6500, 12, 360},
		{165_000_000, 836_030, 4500, 12, 360},
		{300_000_000, 1_995_910, 7000, 12, 360},
		{250_000_000, 1_342_050, 5000, 12, 360},
		{10_000_000, 879_160, 10_000, 12, 12},
		{1_000_000, 88_850, 12_000, 12, 12},
		{12_000_000, 1_000_000, 0, 12, 12},
		{100_000_000, 276_580, 6000, 26, 780},
		{100_000_000, 138_260, 6000, 52, 1560},
	} {
		if got := loan.LevelPayment(c.owed, c.rate, c.perYear, c.periods, cent); got != c.payment {
			t.Errorf("%s at %d over %d of %d a year: %s, want %s", c.owed, c.rate, c.periods, c.perYear, got, c.payment)
		}
	}
	if got := loan.LevelPayment(10_000_000, 6000, 12, 12, 1000); got != 861_000 {
		t.Errorf("in a currency without cents: %s", got)
	}
}

func TestInterestIsRoundedHalfAwayFromZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		owed, interest money.Milli
		rate, perYear  int64
		step           money.Milli
	}{
		{100_000_000, 500_000, 6000, 12, cent},
		{100_000_000, 230_770, 6000, 26, cent},
		{100_000_000, 115_380, 6000, 52, cent},
		{1_000, 10, 6000, 12, cent}, // half a cent
		{999, 0, 6000, 12, cent},    // less than half a cent
		{3_000, 20, 6000, 12, cent}, // one and a half cents: an even result
		{5_000, 30, 6000, 12, cent}, // two and a half cents: not the even one
		{100_000, 1000, 6000, 12, 1000},
		{99_999, 0, 6000, 12, 1000},
		{100, 1, 12_000, 12, 1},
		{0, 0, 6000, 12, cent},
		{-5_000, 0, 6000, 12, cent},
		{1_000_000, 0, 0, 12, cent},
		{1_000_000, 0, -5, 12, cent},
		{12_000, 10_000, math.MaxInt64, 12, cent}, // 1,000 %, the highest rate
		{money.TotalLimit, 3_333_333_333_333_333_333, 1_000_000, 12, 1},
	} {
		if got := loan.Interest(c.owed, c.rate, c.perYear, c.step); got != c.interest {
			t.Errorf("interest on %s at %d, %d a year, in steps of %d: %s, want %s", c.owed, c.rate, c.perYear, c.step, got, c.interest)
		}
	}
}

func day(y, m, d int) civil.Date { return civil.MakeDate(y, m, d) }

func terms(f budget.LoanFrequency, rate int64, payment money.Milli) *loan.Terms {
	since := day(2000, 1, 1)
	return &loan.Terms{Frequency: f, Step: cent, Rates: []budget.Dated[int64]{{From: since, Value: rate}}, Payments: []budget.Dated[money.Milli]{{From: since, Value: payment}}}
}

// TestRepaymentIsThePublishedTable: the first rows and the sums of a mortgage of 100,000 at 6 % over 360 months, as tables
// of amortisation print them.
func TestRepaymentIsThePublishedTable(t *testing.T) {
	t.Parallel()
	p := loan.Plan{Terms: terms(budget.PaidMonthly, 6000, 599_550), Owed: 100_000_000, First: day(2026, 1, 31)}
	r := p.Repay()
	want := []loan.Payment{
		{Date: day(2026, 1, 31), Interest: 500_000, Principal: 99_550, Owed: 99_900_450},
		{Date: day(2026, 2, 28), Interest: 499_500, Principal: 100_050, Owed: 99_800_400},
		{Date: day(2026, 3, 31), Interest: 499_000, Principal: 100_550, Owed: 99_699_850},
	}
	if len(r.Payments) != 360 || !slices.Equal(r.Payments[:3], want) || r.PaidOn() != day(2055, 12, 31) {
		t.Errorf("%d payments until %s, the first: %+v", len(r.Payments), r.PaidOn(), r.Payments[:3])
	}
	if r.Interest < 115_838_000 || r.Interest > 115_840_000 || r.Principal != 100_000_000 || !r.Paid() {
		t.Errorf("interest %s, principal %s, owed %s", r.Interest, r.Principal, r.Owed)
	}
	car := loan.Plan{Terms: terms(budget.PaidMonthly, 5000, 377_420), Owed: 20_000_000, First: day(2026, 1, 1)}
	if r := car.Repay(); len(r.Payments) != 60 || r.Interest < 2_645_000 || r.Interest > 2_646_000 {
		t.Errorf("the car: %d payments, interest %s, published 2,645.48", len(r.Payments), r.Interest)
	}
	// Paying half of the monthly payment each fortnight repays the mortgage in about 24 and a half years.
	p.Terms = terms(budget.PaidFortnightly, 6000, 299_780)
	if r := p.Repay(); len(r.Payments) < 635 || len(r.Payments) > 640 || r.Payments[1].Date != day(2026, 2, 14) {
		t.Errorf("fortnightly: %d payments, the second on %s", len(r.Payments), r.Payments[1].Date)
	}
}

// TestRatesPaymentsAndEscrowChangeOnTheirDates: each value applies from its date, and escrow is paid in addition.
func TestRatesPaymentsAndEscrowChangeOnTheirDates(t *testing.T) {
	t.Parallel()
	tm := terms(budget.PaidMonthly, 6000, 500_000)
	tm.Rates = append(tm.Rates, budget.Dated[int64]{From: day(2026, 3, 1), Value: 12_000})
	tm.Payments = append(tm.Payments, budget.Dated[money.Milli]{From: day(2026, 4, 1), Value: 800_000})
	tm.Escrow = []budget.Dated[money.Milli]{{From: day(2026, 3, 2), Value: 70_000}}
	p := loan.Plan{Terms: tm, Owed: 2_000_000, First: day(2026, 2, 1)}
	want := []loan.Payment{
		{day(2026, 2, 1), 10_000, 490_000, 0, 1_510_000},
		{day(2026, 3, 1), 15_100, 484_900, 0, 1_025_100},
		{day(2026, 4, 1), 10_250, 789_750, 70_000, 235_350},
		{day(2026, 5, 1), 2_350, 235_350, 70_000, 0},
	}
	if r := p.Repay(); !slices.Equal(r.Payments, want) || r.Escrow != 140_000 || r.Payments[3].Amount() != 307_700 {
		t.Errorf("%+v", r)
	}
}

// TestExtraOnceAndAnotherRate changes a plan in each way.
func TestExtraOnceAndAnotherRate(t *testing.T) {
	t.Parallel()
	rate := int64(0)
	for _, c := range []struct {
		name     string
		change   func(*loan.Plan)
		payments int
		interest money.Milli
	}{
		{"as it is", func(*loan.Plan) {}, 4, 24_750},
		{"extra", func(p *loan.Plan) { p.Extra = 200_000 }, 3, 19_380},
		{"once", func(p *loan.Plan) { p.Once, p.OnceOn = 1_000_000, day(2026, 2, 2) }, 2, 17_470},
		{"once after the end", func(p *loan.Plan) { p.Once, p.OnceOn = 1_000_000, day(2036, 2, 2) }, 4, 24_750},
		{"no interest", func(p *loan.Plan) { p.Rate = &rate }, 4, 0},
	} {
		p := loan.Plan{Terms: terms(budget.PaidMonthly, 6000, 517_000), Owed: 2_000_000, First: day(2026, 2, 1)}
		c.change(&p)
		if r := p.Repay(); len(r.Payments) != c.payments || r.Interest != c.interest {
			t.Errorf("%s: %d payments, interest %s: %+v", c.name, len(r.Payments), r.Interest, r.Payments)
		}
	}
}

// TestAPaymentThatNeverPaysItOffIsRecognised: with interest as large as the payment, a debt stays; a later change of the
// terms or a payment in addition can repay it.
func TestAPaymentThatNeverPaysItOffIsRecognised(t *testing.T) {
	t.Parallel()
	p := loan.Plan{Terms: terms(budget.PaidMonthly, 6000, 500_000), Owed: 100_000_000, First: day(2026, 1, 1)}
	if r := p.Repay(); r.Paid() || len(r.Payments) != 1 || r.PaidOn() != 0 || r.Owed != 100_000_000 {
		t.Errorf("a payment of the interest alone: %+v", r)
	}
	p.Once, p.OnceOn = 50_000_000, day(2030, 1, 1)
	if r := p.Repay(); !r.Paid() {
		t.Errorf("with half of it paid once: %d payments, owed %s", len(r.Payments), r.Owed)
	}
	p.Once = 0
	p.Terms.Rates = append(p.Terms.Rates, budget.Dated[int64]{From: day(2028, 1, 1), Value: 1000})
	if r := p.Repay(); !r.Paid() {
		t.Errorf("with a lower rate later: %d payments, owed %s", len(r.Payments), r.Owed)
	}
	rate := int64(7000)
	if p.Rate = &rate; p.Repay().Paid() {
		t.Error("another rate applies instead of the later one, and never repays it")
	}
	none := loan.Plan{Terms: &loan.Terms{Step: cent}, Owed: 1_000, First: day(2026, 1, 1)}
	if r := none.Repay(); r.Paid() || len(r.Payments) != 1 {
		t.Errorf("without a payment: %+v", r)
	}
	slow := loan.Plan{Terms: terms(budget.PaidWeekly, 0, 10), Owed: money.Limit, First: day(2026, 1, 1)}
	if r := slow.Repay(); r.Paid() || len(r.Payments) > 5220 {
		t.Errorf("a cent a week: %d payments", len(r.Payments))
	}
}

// TestFarDatesEndTheSteps: a date that a file may contain, such as the year 9999, neither loops nor panics.
func TestFarDatesEndTheSteps(t *testing.T) {
	t.Parallel()
	for _, first := range []civil.Date{0, day(9999, 12, 31), day(1, 1, 1), day(2199, 12, 31)} {
		p := loan.Plan{Terms: terms(budget.PaidWeekly, 6000, 500_000), Owed: 100_000_000, First: first}
		p.Terms.Rates = append(p.Terms.Rates, budget.Dated[int64]{From: day(9999, 1, 1), Value: math.MaxInt64})
		if r := p.Repay(); len(r.Payments) > 1 || r.Paid() {
			t.Errorf("from %s: %d payments", first, len(r.Payments))
		}
	}
}

func TestNextPaymentFollowsTheLast(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		f           budget.LoanFrequency
		last, today civil.Date
		next        civil.Date
	}{
		{budget.PaidMonthly, day(2026, 1, 31), day(2026, 2, 27), day(2026, 2, 28)},
		{budget.PaidMonthly, day(2026, 1, 31), day(2026, 2, 28), day(2026, 3, 31)},
		{budget.PaidMonthly, day(2026, 1, 15), day(2026, 1, 15), day(2026, 2, 15)},
		{budget.PaidMonthly, day(2024, 1, 15), day(2026, 1, 15), day(2026, 2, 15)},
		{budget.PaidFortnightly, day(2026, 1, 1), day(2026, 1, 15), day(2026, 1, 29)},
		{budget.PaidWeekly, day(2026, 1, 1), day(2026, 1, 14), day(2026, 1, 15)},
	} {
		if got := loan.NextPayment(c.last, c.today, c.f); got != c.next {
			t.Errorf("after %s on %s: %s, want %s", c.last, c.today, got, c.next)
		}
	}
}

// drawPlan returns any plan, also with terms that change.
func drawPlan(t *rapid.T) loan.Plan {
	date := rapid.Custom(func(t *rapid.T) civil.Date {
		return day(rapid.IntRange(1990, 2070).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"), rapid.IntRange(1, 28).Draw(t, "day"))
	})
	amounts := func(name string, most int64) map[civil.Date]money.Milli {
		return rapid.MapOfN(date, rapid.Map(rapid.Int64Range(-10, most), func(n int64) money.Milli { return money.Milli(n) }), 0, 3).Draw(t, name)
	}
	d := &budget.Debt{
		Frequency: rapid.SampledFrom(budget.LoanFrequencies()).Draw(t, "frequency"), MinimumPayments: amounts("payments", 3_000_000), EscrowAmounts: amounts("escrow", 500_000),
		InterestRates: rapid.MapOfN(date, rapid.SampledFrom([]int64{-1, 0, 1, 1990, 6000, 25_000, 99_999, 1_000_000, math.MaxInt64}), 0, 3).Draw(t, "rates"),
	}
	return loan.Plan{
		Terms: loan.TermsOf(d, rapid.SampledFrom([]money.Milli{1, 10, 1000}).Draw(t, "step")), First: date.Draw(t, "first"),
		Owed: money.Milli(rapid.SampledFrom([]int64{0, 1, 999, 20_000_000, 300_000_000, int64(money.Limit)}).Draw(t, "owed")), OnceOn: date.Draw(t, "once on"),
		Extra: money.Milli(rapid.Int64Range(0, 1_000_000).Draw(t, "extra")), Once: money.Milli(rapid.Int64Range(0, 50_000_000).Draw(t, "once")),
	}
}

// The sums of a repayment are those of its payments, and principal and remaining debt make up the debt of the start.
func TestRepaymentAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t)
		r := p.Repay()
		var interest, principal, escrow money.Milli
		owed := p.Owed
		for i := range r.Payments {
			at := &r.Payments[i]
			interest, principal, escrow, owed = interest+at.Interest, principal+at.Principal, escrow+at.Escrow, owed-at.Principal
			if at.Owed != owed || at.Interest < 0 || at.Escrow < 0 || owed < 0 || i > 0 && at.Date <= r.Payments[i-1].Date {
				t.Fatalf("payment %d: %+v, owed %s", i, at, owed)
			}
		}
		if interest != r.Interest || principal != r.Principal || escrow != r.Escrow || owed != r.Owed || r.Principal+r.Owed != p.Owed {
			t.Fatalf("sums %s, %s, %s, %s of %+v", interest, principal, escrow, owed, r)
		}
	})
}

// A larger payment never causes more interest or a later end.
func TestMorePaidIsNeverMoreInterest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t)
		before := p.Repay()
		p.Extra += money.Milli(rapid.Int64Range(0, 500_000).Draw(t, "more"))
		p.Once += money.Milli(rapid.Int64Range(0, 500_000).Draw(t, "more once"))
		after := p.Repay()
		if before.Paid() && (!after.Paid() || after.Interest > before.Interest || len(after.Payments) > len(before.Payments)) {
			t.Fatalf("interest %s in %d payments, with more paid %s in %d", before.Interest, len(before.Payments), after.Interest, len(after.Payments))
		}
	})
}

func TestEscrowOfAMonth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		frequency budget.LoanFrequency
		owed      money.Milli
		escrow    money.Milli
	}{{budget.PaidMonthly, 1_000, 100_000}, {budget.PaidFortnightly, 1_000, 216_670}, {budget.PaidWeekly, 1_000, 433_330}, {budget.PaidMonthly, 0, 0}, {budget.PaidWeekly, -5, 0}} {
		tm := terms(c.frequency, 6000, 500_000)
		tm.Escrow = []budget.Dated[money.Milli]{{From: day(2026, 3, 2), Value: 100_000}}
		if got := tm.EscrowOn(c.owed, day(2026, 3, 2)); got != c.escrow {
			t.Errorf("%s, owed %s: %s, want %s", c.frequency, c.owed, got, c.escrow)
		}
		if got := tm.EscrowOn(c.owed, day(2026, 3, 1)); got != 0 {
			t.Errorf("%s before it applies: %s", c.frequency, got)
		}
	}
}
