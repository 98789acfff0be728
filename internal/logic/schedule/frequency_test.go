package schedule

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
)

// A rule that moves days off weekends returns a working day at most weekendDays from each date of the same rule
// without that, and skips none of them.
func TestWeekendRulesMoveDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain := drawRule(t)
		weekendRule := plain
		weekendRule.weekend = rapid.SampledFrom([]Weekend{Before, After}).Draw(t, "weekend")
		day := plain.After(plain.first.AddDays(rapid.IntRange(-1, 2000).Draw(t, "from")))
		if day == 0 {
			return
		}
		want := weekendRule.moved(day)
		if weekday := want.Time().Weekday(); weekday == time.Saturday || weekday == time.Sunday {
			t.Fatalf("%s is a %s", want, weekday)
		}
		if want.Apart(day) > weekendDays {
			t.Fatalf("%s is moved to %s, which is too far", day, want)
		}
		if got := weekendRule.After(want.AddDays(-1)); got != want {
			t.Fatalf("%s is moved to %s, but After returns %s", day, want, got)
		}
		if plain.step.days == 1 {
			return // a daily rule: Near returns the next working day
		}
		if near := weekendRule.Near(day); near > want || near.Apart(day) > weekendDays {
			t.Fatalf("the day near %s is %s, want %s", day, near, want)
		}
	})
}

// A rule that ends after n occurrences has n dates.
func TestAScheduleEndsAfterItsNumberOfTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawMoved(t).Ending(0)
		if r.step == (step{}) && r.every != TwiceAMonth {
			return // a single occurrence has no end
		}
		n := rapid.IntRange(1, 40).Draw(t, "times")
		begin := r.After(r.first.AddDays(rapid.IntRange(0, 900).Draw(t, "later")))
		r = r.Ending(r.Nth(begin, n))
		if days, then := r.Due(begin, civil.MakeDate(9000, 1, 1), 1000); len(days) != n || then != 0 {
			t.Fatalf("the rule has %d days, then %s; want %d, then none", len(days), then, n)
		}
	})
}

// If a weekend moves a day to another day of the rule, the two count as one: every day becomes every workday, and a
// schedule that ends after ten times occurs ten times.
func TestDaysMovedToTheSameDayCountOnce(t *testing.T) {
	friday := civil.MakeDate(2026, 1, 2)
	for _, c := range []struct {
		every   Frequency
		weekend Weekend
		text    string
		days    []int // of January
	}{
		{Daily, Before, "Every day from Monday to Friday", []int{2, 5, 6, 7, 8, 9, 12, 13, 14, 15}},
		{Daily, After, "Every day from Monday to Friday", []int{2, 5, 6, 7, 8, 9, 12, 13, 14, 15}},
		{"every2Days", Before, "Every 2 days; at weekends on the Friday before, once where two days meet", []int{2, 6, 8, 9, 12, 14, 16, 20, 22, 23}},
		{"every2Days", After, "Every 2 days; at weekends on the Monday after, once where two days meet", []int{2, 5, 6, 8, 12, 14, 16, 19, 20, 22}},
		{Daily, StaysThere, "Every day", []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
	} {
		r, known := Of(&budget.Scheduled{DateFirst: friday, Frequency: string(c.every), Weekend: string(c.weekend)})
		if !known || r.Text() != c.text {
			t.Errorf("%s %s: known %t, text %q, want %q", c.every, c.weekend, known, r.Text(), c.text)
		}
		r = r.Ending(r.Nth(friday, len(c.days)))
		days, then := r.Due(friday, civil.MakeDate(2027, 1, 1), 100)
		var got []int
		for _, d := range days {
			got = append(got, d.Day())
		}
		if !slices.Equal(got, c.days) || then != 0 {
			t.Errorf("%s %s falls on %v, then %s; want %v", c.every, c.weekend, got, then, c.days)
		}
	}
}

func TestIntervals(t *testing.T) {
	for _, c := range []struct {
		n    int
		unit Unit
		want Frequency
		text string
	}{
		{1, Months, Monthly, "Every month on the 5th"},
		{2, Weeks, EveryOtherWeek, "Every other week on Monday"},
		{14, Days, EveryOtherWeek, "Every other week on Monday"},
		{6, Months, TwiceAYear, "Twice a year on 5 January and 5 July"},
		{5, Weeks, "every5Weeks", "Every 5 weeks on Monday"},
		{10, Days, "every10Days", "Every 10 days"},
		{5, Months, "every5Months", "Every 5 months on the 5th"},
		{3, Years, "every3Years", "Every 3 years on 5 January"},
	} {
		f, ok := Every(c.n, c.unit)
		r, known := New(civil.MakeDate(2026, 1, 5), string(f))
		if !ok || !known || f != c.want || r.Text() != c.text {
			t.Errorf("%d %s: frequency %s, text %q, want %q", c.n, c.unit, f, r.Text(), c.text)
		}
	}
	for _, bad := range []Frequency{"every0Weeks", "every-1Days", "every1Weeks", "every05Weeks", "every1000Days", "everyWeeks", "5Weeks", "every99999999999999999999Days", "every5Moons"} {
		if _, ok := New(civil.MakeDate(2026, 1, 5), string(bad)); ok {
			t.Errorf("the frequency %s is accepted", bad)
		}
	}
	if _, ok := Every(MaxInterval+1, Days); ok {
		t.Error("an interval above the maximum is accepted")
	}
	if _, ok := Of(&budget.Scheduled{DateFirst: civil.MakeDate(2026, 1, 5), Frequency: "weekly", Weekend: "sideways"}); ok {
		t.Error("an unknown weekend rule is accepted")
	}
}
