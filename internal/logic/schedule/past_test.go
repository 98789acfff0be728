package schedule

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// Like and alike agree: all amounts within the bounds that Like returns are similar, those just outside are not.
func TestLikeReturnsTheBoundsOfSimilarAmounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Milli(rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "amount"))
		if amount == 0 {
			amount = 1
		}
		lowest, highest := Like(amount)
		if amount < lowest || amount > highest {
			t.Fatalf("%d is outside its own bounds %d to %d", amount, lowest, highest)
		}
		if !alike(amount, lowest) || !alike(amount, highest) {
			t.Fatalf("a bound of %d to %d is not similar to %d", lowest, highest, amount)
		}
		if alike(amount, lowest-1) || alike(amount, highest+1) {
			t.Fatalf("an amount outside %d to %d is similar to %d", lowest, highest, amount)
		}
	})
}

// A recurring payment with some variation in day and amount is found with its frequency, in any order of the input.
// The next day is within a week of the expected one.
func TestHabitsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(distances).Draw(t, "distance")
		first := civil.MakeDate(2020, 1, 1).AddDays(rapid.IntRange(0, 800).Draw(t, "first"))
		r, _ := New(first, string(d.every))
		amount := money.Milli(rapid.IntRange(1000, 900_000).Draw(t, "amount"))
		var payments []Once
		day := first
		for i := range rapid.IntRange(least, 9).Draw(t, "times") {
			daysLate := rapid.IntRange(0, d.leeway/2).Draw(t, "days late")
			percentMore := money.Milli(rapid.IntRange(0, 20).Draw(t, "percent more"))
			payments = append(payments, Once{day.AddDays(daysLate), -amount - amount*percentMore/100, i})
			day = r.After(day)
		}
		last := payments[len(payments)-1]
		otherPurchase := Once{first.AddDays(1), -10 * amount, 99}
		shuffled := rapid.Permutation(append(slices.Clone(payments), otherPurchase)).Draw(t, "order")
		found := Habits(shuffled, last.Date)
		if len(found) != 1 || found[0].Times != len(payments) || found[0].Last != last {
			t.Fatalf("%s: found %+v in %+v", d.every, found, payments)
		}
		if found[0].Every != d.every && !areAboutFourWeeksApart(payments) {
			t.Fatalf("found the frequency %s, want %s, in %+v", found[0].Every, d.every, payments)
		}
		if off := found[0].Next.Since(day); off > 7 || off < -7 {
			t.Fatalf("the next day is %s, want %s", found[0].Next, day)
		}
	})
}

// areAboutFourWeeksApart reports whether payments may be taken for monthly ones and for ones every four weeks.
func areAboutFourWeeksApart(payments []Once) bool {
	for i := range payments[1:] {
		if days := payments[i+1].Date.Since(payments[i].Date); days < 27 || days > 29 {
			return false
		}
	}
	return true
}

// Each habit found occurred at least three times with roughly similar amounts, and is expected again after its last
// payment, at most 90 days before today.
func TestHabitsAreRegularAndRecent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []Once
		day := civil.MakeDate(2024, 1, 1)
		for i := range rapid.IntRange(0, 14).Draw(t, "rows") {
			day = day.AddDays(rapid.SampledFrom([]int{0, 1, 3, 6, 7, 8, 14, 28, 29, 30, 31, 32, 61, 92, 365}).Draw(t, "days"))
			all = append(all, Once{day, money.Milli(rapid.SampledFrom([]int{-1000, -1100, -1250, -5000, 0, 1000}).Draw(t, "amount")), i})
		}
		today := day.AddDays(rapid.IntRange(0, 500).Draw(t, "later"))
		for _, h := range Habits(all, today) {
			if h.Times < least || h.Next <= h.Last.Date || h.Last.Amount == 0 || h.Next.AddDays(90) < today {
				t.Fatalf("the habit %+v is not regular or not recent in %+v", h, all)
			}
			similar := slices.DeleteFunc(slices.Clone(all), func(o Once) bool {
				sameSign := o.Amount < 0 == (h.Last.Amount < 0) && o.Amount != 0
				return !sameSign || o.Amount.Abs() > 2*h.Last.Amount.Abs() || h.Last.Amount.Abs() > 2*o.Amount.Abs()
			})
			if len(similar) < least {
				t.Fatalf("the habit %+v has too few similar payments in %+v", h, all)
			}
		}
	})
}

// Irregular purchases in a shop and a cancelled subscription are not habits.
func TestIrregularPurchasesAreNoHabits(t *testing.T) {
	paidAfter := func(days ...int) (payments []Once) { // days after 1 January
		for _, d := range days {
			payments = append(payments, Once{civil.MakeDate(2026, 1, 1).AddDays(d), -5000, d})
		}
		return payments
	}
	today := civil.MakeDate(2026, 6, 1)
	for name, payments := range map[string][]Once{
		"irregular":           paidAfter(0, 3, 17, 20, 45, 99, 130),
		"cancelled":           paidAfter(0, 31, 59),
		"only twice":          paidAfter(120, 150),
		"all on the same day": paidAfter(150, 150, 150),
	} {
		if found := Habits(payments, today); len(found) != 0 {
			t.Errorf("%s: found %+v, want none", name, found)
		}
	}
}

// TestNextDayOfAHabit checks the next day of habits with varying days: at the end of a month, around the turn of
// a month, and while a payment is overdue.
func TestNextDayOfAHabit(t *testing.T) {
	paidOn := func(days ...string) (payments []Once) {
		for i, d := range days {
			day, err := civil.ParseDate(d)
			if err != nil {
				t.Fatal(err)
			}
			payments = append(payments, Once{day, -5000, i})
		}
		return payments
	}
	for name, c := range map[string]struct {
		payments []Once
		next     string
	}{
		"on the last day of the month":                             {paidOn("2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"), "2026-05-31"},
		"on the last day, the last time in February":               {paidOn("2025-12-31", "2026-01-31", "2026-02-28"), "2026-03-31"},
		"at the end of the month, once a day late":                 {paidOn("2026-01-30", "2026-02-28", "2026-04-01"), "2026-04-30"},
		"on the first of the month, once a day early":              {paidOn("2026-03-01", "2026-04-01", "2026-04-30"), "2026-06-01"},
		"monthly, though four weeks apart because of February":     {paidOn("2026-01-03", "2026-02-01", "2026-03-01"), "2026-04-01"},
		"monthly, with days that vary around the end of the month": {paidOn("2025-11-30", "2025-12-30", "2026-02-01", "2026-03-02", "2026-03-30"), "2026-05-02"},
		"every four weeks, always on a Saturday":                   {paidOn("2026-01-03", "2026-01-31", "2026-02-28"), "2026-03-28"},
		"every four weeks, once late after a holiday":              {paidOn("2025-10-10", "2025-11-07", "2025-12-05", "2026-01-03", "2026-01-30", "2026-02-27"), "2026-03-27"},
		"monthly, the last time two days early":                    {paidOn("2026-01-15", "2026-02-15", "2026-03-13"), "2026-04-15"},
		"weekly, the last time a day late":                         {paidOn("2026-01-05", "2026-01-12", "2026-01-20"), "2026-01-27"},
	} {
		found := Habits(c.payments, c.payments[len(c.payments)-1].Date)
		if len(found) != 1 || found[0].Next.String() != c.next {
			t.Errorf("%s: found %+v, want %s", name, found, c.next)
		}
	}
	monthlyPayments := paidOn("2026-01-15", "2026-02-15", "2026-03-15")
	lastDay := civil.MakeDate(2026, 4, 15).AddDays(monthly.patient)
	if len(Habits(monthlyPayments, lastDay)) != 1 {
		t.Errorf("a missed monthly payment is not expected any more after %d days", monthly.patient)
	}
	if len(Habits(monthlyPayments, lastDay.AddDays(1))) != 0 {
		t.Errorf("a missed monthly payment is still expected after more than %d days", monthly.patient)
	}
	// Each amount is a fifth larger than the one before and similar to it, so all are in one group. They are no habit,
	// because the third is not similar to the first.
	growing := paidOn("2026-01-15", "2026-02-15", "2026-03-15")
	growing[1].Amount, growing[2].Amount = -6000, -7200
	if found := Habits(growing, growing[2].Date); len(found) != 0 {
		t.Errorf("growing amounts: found %+v, want none", found)
	}
}
