package schedule

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/base/money"
)

// A recurring payment with some variation in day and amount is found with its frequency, in any order of the input.
// The next day is near the expected one.
func TestARecurringPaymentIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := money.Milli(rapid.Int64Range(-1_000_000, 1_000_000).Draw(t, "amount"))
		if a == 0 {
			a = 1
		}
		least, most := Like(a)
		for _, b := range []money.Milli{least, most, a} {
			if b < least || b > most || !alike(a, b) {
				t.Fatalf("%d is not similar to %d (%d to %d)", b, a, least, most)
			}
		}
		if alike(a, least-1) || alike(a, most+1) {
			t.Fatalf("%d to %d are not all amounts similar to %d", least, most, a)
		}
	})
}

func TestHabitsAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(distances).Draw(t, "distance")
		first := civil.MakeDate(2020, 1, 1).AddDays(rapid.IntRange(0, 800).Draw(t, "first"))
		r, _ := New(first, string(d.every))
		amount := money.Milli(rapid.IntRange(1000, 900_000).Draw(t, "amount"))
		var all []Once
		day := first
		for i := range rapid.IntRange(least, 9).Draw(t, "times") {
			late := rapid.IntRange(0, d.leeway/2).Draw(t, "late")
			all = append(all, Once{day.AddDays(late), -amount - amount*money.Milli(rapid.IntRange(0, 20).Draw(t, "more"))/100, i})
			day = r.After(day)
		}
		other := Once{first.AddDays(1), -10 * amount, 99}
		found := Habits(rapid.Permutation(append(slices.Clone(all), other)).Draw(t, "told"), all[len(all)-1].Date)
		fourWeeks := true // some months in a row can be read so, and four weeks as months
		for i := range all[1:] {
			apart := all[i+1].Date.Since(all[i].Date)
			fourWeeks = fourWeeks && apart >= 27 && apart <= 29
		}
		if len(found) != 1 || found[0].Every != d.every && !fourWeeks || found[0].Times != len(all) || found[0].Last != all[len(all)-1] {
			t.Fatalf("%s: found %+v in %+v", d.every, found, all)
		}
		if off := found[0].Next.Since(day); off > 7 || off < -7 {
			t.Fatalf("the next day is %s, want %s", found[0].Next, day)
		}
	})
}

// Each habit found occurred at least three times, at regular distances, with similar amounts and recently.
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
			like := slices.DeleteFunc(slices.Clone(all), func(o Once) bool {
				return o.Amount < 0 != (h.Last.Amount < 0) || o.Amount == 0 || o.Amount.Abs() > 2*h.Last.Amount.Abs() || h.Last.Amount.Abs() > 2*o.Amount.Abs()
			})
			if len(like) < least {
				t.Fatalf("the habit %+v has too few similar payments in %+v", h, all)
			}
		}
	})
}

// Irregular purchases in a shop and a cancelled subscription are not habits.
func TestIrregularPurchasesAreNoHabits(t *testing.T) {
	on := func(days ...int) (all []Once) {
		for _, d := range days {
			all = append(all, Once{civil.MakeDate(2026, 1, 1).AddDays(d), -5000, d})
		}
		return all
	}
	today := civil.MakeDate(2026, 6, 1)
	for name, all := range map[string][]Once{"now and then": on(0, 3, 17, 20, 45, 99, 130), "ended": on(0, 31, 59), "twice": on(120, 150), "one day": on(150, 150, 150)} {
		if found := Habits(all, today); len(found) != 0 {
			t.Errorf("%s: found %+v, want none", name, found)
		}
	}
}

// TestNextDayOfAHabit checks the next day of habits with varying days: at the end of a month, around the turn of
// a month, and while a payment is overdue.
func TestNextDayOfAHabit(t *testing.T) {
	on := func(days ...string) (all []Once) {
		for i, d := range days {
			day, err := civil.ParseDate(d)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, Once{day, -5000, i})
		}
		return all
	}
	for name, c := range map[string]struct {
		all  []Once
		next string
	}{
		"on the last day":             {on("2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"), "2026-05-31"},
		"on a short month's last":     {on("2025-12-31", "2026-01-31", "2026-02-28"), "2026-03-31"},
		"once a day after the month":  {on("2026-01-30", "2026-02-28", "2026-04-01"), "2026-04-30"},
		"once a day before the month": {on("2026-03-01", "2026-04-01", "2026-04-30"), "2026-06-01"},
		"four weeks by February":      {on("2026-01-03", "2026-02-01", "2026-03-01"), "2026-04-01"},
		"longer by the month":         {on("2025-11-30", "2025-12-30", "2026-02-01", "2026-03-02", "2026-03-30"), "2026-05-02"},
		"four weeks":                  {on("2026-01-03", "2026-01-31", "2026-02-28"), "2026-03-28"},
		"four weeks and a holiday":    {on("2025-10-10", "2025-11-07", "2025-12-05", "2026-01-03", "2026-01-30", "2026-02-27"), "2026-03-27"},
		"once some days early":        {on("2026-01-15", "2026-02-15", "2026-03-13"), "2026-04-15"},
		"a week late":                 {on("2026-01-05", "2026-01-12", "2026-01-20"), "2026-01-27"},
	} {
		found := Habits(c.all, c.all[len(c.all)-1].Date)
		if len(found) != 1 || found[0].Next.String() != c.next {
			t.Errorf("%s: found %+v, want %s", name, found, c.next)
		}
	}
	monthly := on("2026-01-15", "2026-02-15", "2026-03-15")
	last := civil.MakeDate(2026, 4, 15).AddDays(16)
	if len(Habits(monthly, last)) != 1 || len(Habits(monthly, last.AddDays(1))) != 0 {
		t.Error("a missed payment is still expected after 16 days")
	}
	// Amounts that each grow by a quarter are in one group but not a habit: the last is not similar to the first of
	// three.
	growing := on("2026-01-15", "2026-02-15", "2026-03-15")
	growing[1].Amount, growing[2].Amount = -6000, -7200
	if found := Habits(growing, growing[2].Date); len(found) != 0 {
		t.Errorf("growing amounts: %+v", found)
	}
}
