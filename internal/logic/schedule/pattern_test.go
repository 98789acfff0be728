package schedule

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
	"holdover/internal/model/budget"
	"holdover/internal/testing/testkit"
)

func patternRule(t testing.TB, first string, every Frequency, pattern string, weekend Weekend) Rule {
	t.Helper()
	d, err := civil.ParseDate(first)
	if err != nil {
		t.Fatal(err)
	}
	r, known := Of(&budget.Scheduled{DateFirst: d, Frequency: string(every), Pattern: pattern, Weekend: string(weekend)})
	if !known {
		t.Fatalf("%s from %s with the pattern %q is unknown", every, first, pattern)
	}
	return r
}

// The dates are from published calendars: federal holidays of the United States (5 U.S.C. 6103), bank holidays of the
// United Kingdom, the end of summer time in the European Union, Microsoft's update Tuesdays, and the expiry of monthly
// options.
func TestPatternsAgreeWithPublishedCalendars(t *testing.T) {
	for _, c := range []struct {
		name    string
		first   string
		every   Frequency
		pattern string
		want    string
	}{
		{"Thanksgiving", "2023-11-01", Yearly, "4-thursday", "2023-11-23 2024-11-28 2025-11-27 2026-11-26 2027-11-25 2028-11-23"},
		{"Memorial Day", "2024-05-01", Yearly, "last-monday", "2024-05-27 2025-05-26 2026-05-25 2027-05-31"},
		{"Martin Luther King Day", "2024-01-01", Yearly, "3-monday", "2024-01-15 2025-01-20 2026-01-19 2027-01-18"},
		{"Labor Day", "2024-09-01", Yearly, "1-monday", "2024-09-02 2025-09-01 2026-09-07 2027-09-06"},
		{"Columbus Day", "2024-10-01", Yearly, "2-monday", "2024-10-14 2025-10-13 2026-10-12 2027-10-11"},
		{"Summer bank holiday", "2024-08-01", Yearly, "last-monday", "2024-08-26 2025-08-25 2026-08-31 2027-08-30"},
		{"End of summer time", "2023-10-01", Yearly, "last-sunday", "2023-10-29 2024-10-27 2025-10-26 2026-10-25 2027-10-31"},
		{"Update Tuesday", "2025-01-01", Monthly, "2-tuesday", "2025-01-14 2025-02-11 2025-03-11 2025-04-08 2025-05-13 2025-06-10 2025-07-08"},
		{"Options", "2026-01-01", Monthly, "3-friday", "2026-01-16 2026-02-20 2026-03-20 2026-04-17 2026-05-15 2026-06-19"},
		{"Quarterly options", "2026-03-01", Every3Months, "3-friday", "2026-03-20 2026-06-19 2026-09-18 2026-12-18 2027-03-19"},
		{"Last working day", "2026-01-01", Monthly, "last-working-day", "2026-01-30 2026-02-27 2026-03-31 2026-04-30 2026-05-29 2026-06-30 2026-07-31 2026-08-31"},
		{"First working day", "2026-01-01", Monthly, "1-working-day", "2026-01-01 2026-02-02 2026-03-02 2026-04-01 2026-05-01 2026-06-01"},
		{"Third working day", "2026-01-01", Monthly, "3-working-day", "2026-01-05 2026-02-04 2026-03-04 2026-04-03 2026-05-05"},
		{"Last day", "2024-01-30", Monthly, "last-day", "2024-01-31 2024-02-29 2024-03-31 2024-04-30"},
		{"Fourth day", "2026-02-04", EveryOtherMonth, "4-day", "2026-02-04 2026-04-04 2026-06-04"},
		{"Twice a year", "2026-01-10", TwiceAYear, "2-friday", "2026-02-13 2026-08-14 2027-02-12"},
		{"Every 5 months", "2026-01-01", "every5Months", "last-saturday", "2026-01-31 2026-06-27 2026-11-28 2027-04-24"},
		{"End of the calendar", "9999-11-01", Monthly, "last-friday", "9999-11-26 9999-12-31"},
	} {
		r := patternRule(t, c.first, c.every, c.pattern, StaysThere)
		var got []string
		for d := r.First(); d != 0 && len(got) < len(strings.Fields(c.want)); d = r.After(d) {
			got = append(got, d.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
	if d := patternRule(t, "9999-11-01", Monthly, "last-friday", StaysThere).After(civil.MakeDate(9999, 12, 31)); d != 0 {
		t.Errorf("the day after the last one of the calendar is %s", d)
	}
}

func TestDaysNearestToWeekends(t *testing.T) {
	for _, c := range []struct {
		first   string
		every   Frequency
		pattern string
		weekend Weekend
		want    string
	}{
		{"2026-01-31", Monthly, "", Nearest, "2026-01-30 2026-02-27 2026-03-31 2026-04-30 2026-06-01 2026-06-30"}, // 31 January is a Saturday, 31 May a Sunday
		{"2026-01-31", Monthly, "last-day", Before, "2026-01-30 2026-02-27 2026-03-31 2026-04-30 2026-05-29"},
		{"2026-01-31", Monthly, "last-day", After, "2026-02-02 2026-03-02 2026-03-31 2026-04-30 2026-06-01"},
		{"2026-01-31", Monthly, "last-day", Nearest, "2026-01-30 2026-02-27 2026-03-31 2026-04-30 2026-06-01"},
		{"2026-01-20", Monthly, "1-day", Before, "2026-01-30 2026-02-27 2026-04-01 2026-05-01 2026-06-01"}, // 1 February and 1 March are Sundays
		{"2026-01-01", Monthly, "2-saturday", Nearest, "2026-01-09 2026-02-13 2026-03-13"},
	} {
		r := patternRule(t, c.first, c.every, c.pattern, c.weekend)
		var got []string
		for d := r.First(); len(got) < len(strings.Fields(c.want)); d = r.After(d) {
			got = append(got, d.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %q %s: got %v, want %s", c.first, c.pattern, c.weekend, got, c.want)
		}
	}
}

// isDayOf reports whether a day belongs to a pattern, by counting the days of its month one after another.
func isDayOf(p Pattern, day civil.Date) bool {
	nth, count := 0, 0
	for d := day.Month().First(); d.Month() == day.Month(); d = d.AddDays(1) {
		weekday := d.Time().Weekday()
		counts := p.Of == AnyDay || p.Of == WorkingDay && weekday != time.Saturday && weekday != time.Sunday || strings.EqualFold(weekday.String(), string(p.Of))
		if counts {
			count++
		}
		if d == day {
			if !counts {
				return false
			}
			nth = count
		}
	}
	return p.Nth == nth || p.Nth == Last && nth == count
}

// The days of a rule with a pattern are those that a walk over all days finds.
func TestPatternsAgreeWithAWalkOverAllDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := Pattern{rapid.SampledFrom(PatternNths()).Draw(t, "nth"), rapid.SampledFrom(PatternDays()).Draw(t, "of")}
		months := rapid.SampledFrom([]int{1, 2, 3, 5, 6, 12, 24}).Draw(t, "months")
		every, _ := Every(months, Months)
		first := civil.MakeDate(1999, 1, 1).AddDays(rapid.IntRange(0, 20000).Draw(t, "first"))
		r, known := Of(&budget.Scheduled{DateFirst: first, Frequency: string(every), Pattern: pattern.String()})
		if !known {
			t.Fatalf("%s with %s is unknown", every, pattern)
		}
		var want []civil.Date
		for d := first; len(want) < 5; d = d.AddDays(1) {
			if isDayOf(pattern, d) && (len(want) == 0 || int(d.Month()-want[0].Month())%months == 0) {
				want = append(want, d)
			}
		}
		got := r.First()
		for i, d := range want {
			if got != d {
				t.Fatalf("%s %s from %s: day %d is %s, want %s", every, pattern, first, i, got, d)
			}
			got = r.After(got)
		}
	})
}

// A rule whose first date is one of its days has the same days: a schedule is stored with its first day.
func TestThePatternOfAFirstDayStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawMoved(t)
		if r.step.months == 0 {
			return
		}
		pattern := Pattern{rapid.SampledFrom(PatternNths()).Draw(t, "nth"), rapid.SampledFrom(PatternDays()).Draw(t, "of")}
		s := budget.Scheduled{DateFirst: r.first, Frequency: string(r.every), Pattern: pattern.String(), Weekend: string(r.weekend)}
		r, known := Of(&s)
		if !known || r.First() < s.DateFirst.AddDays(-weekendDays) {
			t.Fatalf("%+v has the first day %s", s, r.First())
		}
		s.DateFirst = r.PatternFirst()
		if again, known := Of(&s); !known || again != r {
			t.Fatalf("the rule of its first day is %+v, before %+v", again, r)
		}
	})
}

func TestTextsOfPatterns(t *testing.T) {
	for _, c := range []struct {
		every   Frequency
		pattern string
		weekend Weekend
		want    string
	}{
		{Monthly, "2-friday", Before, "Every month on the second Friday"},
		{Monthly, "last-working-day", After, "Every month on the last working day"},
		{Monthly, "1-day", Nearest, "Every month on the first day; at weekends on the nearest Friday or Monday"},
		{Monthly, "3-sunday", After, "Every month on the third Sunday; at weekends on the Monday after"},
		{Every3Months, "last-day", StaysThere, "Every 3 months on the last day"},
		{"every5Months", "4-monday", StaysThere, "Every 5 months on the fourth Monday"},
		{TwiceAYear, "2-friday", StaysThere, "Twice a year on the second Friday of November and May"},
		{Yearly, "4-thursday", StaysThere, "Every year on the fourth Thursday of November"},
	} {
		if got := patternRule(t, "2026-11-01", c.every, c.pattern, c.weekend).Text(); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.every, c.pattern, got, c.want)
		}
	}
}

func TestUnknownPatterns(t *testing.T) {
	first := civil.MakeDate(2026, 1, 1)
	for _, s := range []budget.Scheduled{
		{DateFirst: first, Frequency: "weekly", Pattern: "2-friday"},
		{DateFirst: first, Frequency: "never", Pattern: "2-friday"},
		{DateFirst: first, Frequency: "twiceAMonth", Pattern: "2-friday"},
		{DateFirst: first, Frequency: "monthly", Pattern: "5-friday"},
		{DateFirst: first, Frequency: "monthly", Pattern: "0-friday"},
		{DateFirst: first, Frequency: "monthly", Pattern: "2-moonday"},
		{DateFirst: civil.MakeDate(9999, 12, 31), Frequency: "monthly", Pattern: "1-monday"},
	} {
		if r, known := Of(&s); known {
			t.Errorf("%s with the pattern %q has the days of %+v", s.Frequency, s.Pattern, r)
		}
	}
}

// FuzzPattern checks that any text is refused or is the form of the pattern that it is read as.
func FuzzPattern(f *testing.F) {
	testkit.Fuzz(f, []string{"2-friday", "last-working-day", "1-day", "5-friday", "-1-friday", "last-"}, func(t testing.TB, input []byte) {
		p, ok := ParsePattern(string(input))
		if ok && p.String() != string(input) {
			t.Fatalf("%q is read as %q", input, p)
		}
		if ok && p != (Pattern{}) && p.in(civil.MakeMonth(2026, 2)).Month() != civil.MakeMonth(2026, 2) {
			t.Fatalf("%q has no day in February", input)
		}
	})
}
