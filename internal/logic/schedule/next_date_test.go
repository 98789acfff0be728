package schedule

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"holdover/internal/base/civil"
)

func rule(t *testing.T, first string, every Frequency) Rule {
	t.Helper()
	d, err := civil.ParseDate(first)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := New(d, string(every))
	if !ok {
		t.Fatalf("the frequency %s is unknown", every)
	}
	return r
}

func TestDays(t *testing.T) {
	for _, c := range []struct {
		every       Frequency
		first, want string
	}{
		{Never, "2026-01-31", "2026-01-31"},
		{Daily, "2026-02-27", "2026-02-27 2026-02-28 2026-03-01"},
		{Weekly, "2025-12-29", "2025-12-29 2026-01-05 2026-01-12"},
		{EveryOtherWeek, "2024-02-20", "2024-02-20 2024-03-05 2024-03-19"},
		{Every4Weeks, "2026-01-01", "2026-01-01 2026-01-29 2026-02-26"},
		{TwiceAMonth, "2026-01-01", "2026-01-01 2026-01-16 2026-02-01 2026-02-16"},
		{TwiceAMonth, "2026-01-15", "2026-01-15 2026-01-30 2026-02-15 2026-02-28 2026-03-15 2026-03-30"},
		{TwiceAMonth, "2026-01-31", "2026-01-31 2026-02-16 2026-02-28 2026-03-16 2026-03-31 2026-04-16 2026-04-30"},
		{Monthly, "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31"},
		{EveryOtherMonth, "2025-12-31", "2025-12-31 2026-02-28 2026-04-30 2026-06-30 2026-08-31"},
		{Every3Months, "2025-11-30", "2025-11-30 2026-02-28 2026-05-30"},
		{Every4Months, "2026-10-31", "2026-10-31 2027-02-28 2027-06-30 2027-10-31"},
		{TwiceAYear, "2026-08-31", "2026-08-31 2027-02-28 2027-08-31"},
		{Yearly, "2024-02-29", "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29"},
		{EveryOtherYear, "2024-02-29", "2024-02-29 2026-02-28 2028-02-29"},
	} {
		r := rule(t, c.first, c.every)
		want := strings.Fields(c.want)
		var got []string
		for d := r.first; d != 0 && len(got) < len(want); d = r.After(d) {
			got = append(got, d.String())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s from %s: %v, want %s", c.every, c.first, got, c.want)
		}
	}
	if d := rule(t, "2026-01-31", Never).After(civil.MakeDate(2026, 1, 31)); d != 0 {
		t.Errorf("a schedule that occurs once occurs again on %s", d)
	}
}

func TestAnUnknownFrequencyHasNoDays(t *testing.T) {
	if _, ok := New(civil.MakeDate(2026, 1, 1), "everyFullMoon"); ok {
		t.Error("an unknown frequency is accepted")
	}
	if _, ok := New(0, "daily"); ok {
		t.Error("a missing first day is accepted")
	}
	if d := (Rule{}).After(civil.MakeDate(2026, 1, 1)); d != 0 {
		t.Errorf("the zero rule has the day %s", d)
	}
}

func TestEndOfCalendar(t *testing.T) {
	for _, f := range Frequencies() {
		if d := rule(t, "9999-12-31", f).After(civil.MakeDate(9999, 12, 31)); d != 0 {
			t.Errorf("%s: the day after the last supported one is %d", f, d)
		}
	}
}

func drawRule(t *rapid.T) Rule {
	first := civil.MakeDate(2000, 1, 1).AddDays(rapid.IntRange(0, 20000).Draw(t, "first"))
	every := rapid.SampledFrom(Frequencies()).Draw(t, "every")
	if rapid.Bool().Draw(t, "any interval") {
		every, _ = Every(rapid.IntRange(1, 60).Draw(t, "n"), rapid.SampledFrom(Units()).Draw(t, "unit"))
	}
	r, ok := New(first, string(every))
	if !ok {
		t.Fatalf("the frequency %s is unknown", every)
	}
	if rapid.Bool().Draw(t, "ends") {
		r = r.Ending(first.AddDays(rapid.IntRange(0, 3000).Draw(t, "days until the end")))
	}
	return r
}

// drawMoved generates a rule that moves days off weekends.
func drawMoved(t *rapid.T) Rule {
	r := drawRule(t)
	r.weekend = rapid.SampledFrom(Weekends()).Draw(t, "weekend")
	return r
}

// After returns the same days for any start as stepping through them in order: no day is skipped or repeated.
func TestAfterAgreesWithSteppingThroughAllDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawMoved(t)
		from := r.first.AddDays(rapid.IntRange(-400, 4000).Draw(t, "from"))
		walked := r.First()
		for walked != 0 && walked <= from {
			next := r.After(walked)
			if next != 0 && next <= walked {
				t.Fatalf("%s follows %s", next, walked)
			}
			walked = next
		}
		if got := r.After(from); got != walked {
			t.Fatalf("%s from %s, after %s: %s, by stepping %s", r.every, r.first, from, got, walked)
		}
	})
}

// A day is the first day's day of the month, or the last day of a shorter month. It does not drift.
func TestTheDayOfTheMonthDoesNotDrift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRule(t)
		d := r.After(r.first.AddDays(rapid.IntRange(0, 10000).Draw(t, "from")))
		if d == 0 {
			return
		}
		s := r.step
		days := int(d.Time().Sub(r.first.Time()).Hours() / 24)
		switch {
		case s.days > 0 && days%s.days != 0:
			t.Fatalf("%s is %d days after %s", d, days, r.first)
		case s.months > 0 && (int(d.Month()-r.first.Month())%s.months != 0 || d != d.Month().DayAt(r.first.Day())):
			t.Fatalf("%s from %s has the day %s", r.every, r.first, d)
		case r.every == TwiceAMonth:
			early, late := r.twoDays()
			if d != d.Month().DayAt(early) && d != d.Month().DayAt(late) {
				t.Fatalf("twice a month from %s has the day %s", r.first, d)
			}
		}
	})
}

// Each day is due once, however the days of the calls are spread, and however small the limit is.
func TestEachDayIsDueOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawMoved(t)
		end := r.first.AddDays(rapid.IntRange(0, 900).Draw(t, "until"))
		whole, after := r.Due(r.First(), end, 1<<30)
		next := r.First()
		var pieces []civil.Date
		for today := r.first.AddDays(-3); today < end; {
			today = min(end, today.AddDays(rapid.IntRange(0, 200).Draw(t, "later")))
			for {
				due, then := r.Due(next, today, rapid.IntRange(1, 50).Draw(t, "limit"))
				pieces, next = append(pieces, due...), then
				if then == 0 || then > today {
					break
				}
			}
		}
		if len(pieces) != len(whole) || next != after {
			t.Fatalf("%d days in pieces, %d at once; the next are %s and %s", len(pieces), len(whole), next, after)
		}
		for i, d := range whole {
			if pieces[i] != d || d > end || i > 0 && d <= whole[i-1] {
				t.Fatalf("days in pieces %v, at once %v", pieces, whole)
			}
		}
	})
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		every       Frequency
		first, want string
	}{
		{Never, "2026-01-31", "Once"},
		{Daily, "2026-01-31", "Every day"},
		{Weekly, "2026-11-20", "Every week on Friday"},
		{EveryOtherWeek, "2026-11-22", "Every other week on Sunday"},
		{Every4Weeks, "2026-11-23", "Every 4 weeks on Monday"},
		{TwiceAMonth, "2026-01-18", "Twice a month on the 3rd and the 18th"},
		{TwiceAMonth, "2026-01-15", "Twice a month on the 15th and the 30th, or on the last day of shorter months"},
		{Monthly, "2026-01-22", "Every month on the 22nd"},
		{Monthly, "2026-01-31", "Every month on the 31st, or on the last day of shorter months"},
		{EveryOtherMonth, "2026-01-11", "Every other month on the 11th"},
		{Every3Months, "2026-01-13", "Every 3 months on the 13th"},
		{Every4Months, "2026-01-21", "Every 4 months on the 21st"},
		{TwiceAYear, "2026-08-31", "Twice a year on 31 August and the last day of February"},
		{TwiceAYear, "2026-12-05", "Twice a year on 5 December and 5 June"},
		{TwiceAYear, "2026-03-31", "Twice a year on 31 March and 30 September"},
		{Yearly, "2024-02-29", "Every year on the last day of February"},
		{EveryOtherYear, "2026-07-04", "Every other year on 4 July"},
	} {
		if got := rule(t, c.first, c.every).Text(); got != c.want {
			t.Errorf("%s from %s is described as %q", c.every, c.first, got)
		}
	}
	if got := Frequency("everyFullMoon").Label(); got != "everyFullMoon" {
		t.Errorf("an unknown frequency is labelled %q", got)
	}
}
