package civil

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseDate(t *testing.T) {
	for _, good := range []string{"2026-03-31", "2024-02-29", "0001-01-01", "9999-12-31"} {
		d, err := ParseDate(good)
		if err != nil || d.String() != good {
			t.Errorf("ParseDate(%s) = %v, %v", good, d, err)
		}
	}
	for _, bad := range []string{"", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "2026-01-01T00:00:00Z", "２０２６-01-01", "0000-01-01", "2026-04-31", "-026-01-01"} {
		if d, err := ParseDate(bad); err == nil {
			t.Errorf("ParseDate(%q) = %v, want an error", bad, d)
		}
	}
}

func TestMonths(t *testing.T) {
	m, err := ParseMonth("2024-01")
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Add(-1).String(); got != "2023-12" {
		t.Errorf("the month before January 2024 is %s, want 2023-12", got)
	}
	if got := m.DayAt(31).AddMonths(1).String(); got != "2024-02-29" {
		t.Errorf("one month after 31 January 2024 is %s, want 2024-02-29", got)
	}
	if got := m.Add(-1).Name(); got != "December 2023" {
		t.Errorf("the name of the month before is %q, want December 2023", got)
	}
	if got := m.Add(1).Last().String(); got != "2024-02-29" {
		t.Errorf("the last day of February 2024 is %s, want 2024-02-29", got)
	}
	if got := MakeDate(2024, 2, 28).AddDays(2).String(); got != "2024-03-01" {
		t.Errorf("two days after 28 February 2024 is %s, want 2024-03-01", got)
	}
}

// The error for an invalid month quotes it as it was typed.
func TestParseMonthErrorQuotesTheInput(t *testing.T) {
	for _, bad := range []string{"2026-13", "2026-13-01", "May", ""} {
		if m, err := ParseMonth(bad); err == nil || err.Error() != fmt.Sprintf("%q is not a month of the form YYYY-MM", bad) {
			t.Errorf("ParseMonth(%q) = %v, %v; want an error that quotes the text", bad, m, err)
		}
	}
}

// Dates agree with the standard library and sort in the same order.
func TestDatesAgreeWithPackageTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) time.Time {
			days := rapid.IntRange(0, 365*3000).Draw(t, name)
			return time.Date(100, 1, 1+days, 0, 0, 0, 0, time.UTC)
		}
		a, b := draw("a"), draw("b")
		da, db := DateOf(a), DateOf(b)
		if da.String() != a.Format(time.DateOnly) || !da.Time().Equal(a) {
			t.Fatalf("date %v became %v after conversion", a, da)
		}
		if (da < db) != a.Before(b) || (da.Month() < db.Month()) != (a.Format("2006-01") < b.Format("2006-01")) {
			t.Fatalf("%v and %v are ordered differently from %v and %v", da, db, a, b)
		}
	})
}

func TestJSON(t *testing.T) {
	type pair struct {
		D Date
		M Month
	}
	in := pair{MakeDate(2026, 3, 9), MakeMonth(2026, 3)}
	text, err := json.Marshal(in)
	if err != nil || string(text) != `{"D":"2026-03-09","M":"2026-03"}` {
		t.Fatalf("encoded as %s, error %v", text, err)
	}
	var out pair
	if err := json.Unmarshal(text, &out); err != nil || out != in {
		t.Fatalf("decoded %v, error %v, want %v", out, err, in)
	}
}

func TestDatesAreFormattedByPattern(t *testing.T) {
	day := MakeDate(2026, 3, 9)
	for pattern, want := range map[string]string{
		"DD.MM.YYYY": "09.03.2026", "MM/DD/YYYY": "03/09/2026", "YYYY/MM/DD": "2026/03/09", "": "2026-03-09", "DD-MM-YYYY": "09-03-2026",
	} {
		if got := day.In(pattern); got != want {
			t.Errorf("%q: %s, want %s", pattern, got, want)
		}
	}
}

// A row dated 9999-12-31 made every page fail, because the month after it could not be formatted. Any month can be
// formatted.
func TestAnyMonthCanBeFormatted(t *testing.T) {
	for m, want := range map[Month][2]string{
		MakeMonth(9999, 12).Add(1): {"10000-01", "January 10000"}, MakeMonth(9999, 12): {"9999-12", "December 9999"},
		MakeMonth(206, 1): {"0206-01", "January 206"}, MakeMonth(1, 1): {"0001-01", "January 1"}, 0: {"", ""},
	} {
		if m.String() != want[0] || m.Name() != want[1] {
			t.Errorf("month %d is written %q and named %q, want %q", int(m), m, m.Name(), want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		m := Month(rapid.Int32().Draw(t, "month"))
		if m != 0 && (m.String() == "" || m.Name() == "" || m.Mon() < 1 || m.Mon() > 12 || MakeMonth(m.Year(), m.Mon()) != m) {
			t.Fatalf("month %d: text %q, name %q, month of the year %d, year %d", int(m), m, m.Name(), m.Mon(), m.Year())
		}
		_, _ = m.First().String(), m.Last().String()
	})
}

func TestDatesOutsideOf1900To2199AreFarOff(t *testing.T) {
	for text, far := range map[string]bool{
		"1899-12-31": true, "1900-01-01": false, "2026-11-22": false, "2199-12-31": false, "2200-01-01": true, "0206-05-01": true, "9999-12-31": true, "0001-01-01": true,
	} {
		d, err := ParseDate(text)
		if err != nil || d.FarOff() != far || d.Month().FarOff() != far {
			t.Errorf("%s: day is far off: %v, month: %v, error %v; want %v", text, d.FarOff(), d.Month().FarOff(), err, far)
		}
	}
	if Date(0).FarOff() || Month(0).FarOff() || Month(0).Near() != 0 {
		t.Error("the zero date counts as far off")
	}
}

// A budget accepts dates from ten years before its first month to ten years after today, and in all months that it
// contains.
func TestReachOfABudget(t *testing.T) {
	today := MakeDate(2026, 11, 28)
	for name, c := range map[string]struct {
		span        Span
		first, last Date
	}{
		"no data":           {Span{}, MakeDate(2016, 11, 1), MakeDate(2036, 11, 30)},
		"two years":         {Span{MakeMonth(2024, 3), MakeMonth(2026, 12)}, MakeDate(2014, 3, 1), MakeDate(2036, 11, 30)},
		"begins later":      {Span{MakeMonth(2027, 3), MakeMonth(2027, 4)}, MakeDate(2016, 11, 1), MakeDate(2036, 11, 30)},
		"from 1970 to 2062": {Span{MakeMonth(1970, 1), MakeMonth(2062, 2)}, MakeDate(1960, 1, 1), MakeDate(2062, 2, 28)},
		"at the extreme":    {Span{MakeMonth(1901, 1), MakeMonth(2199, 12)}, Earliest, Latest},
	} {
		r := ReachOf(c.span, today)
		if r.First != c.first || r.Last != c.last {
			t.Errorf("%s: reach from %s to %s", name, r.First, r.Last)
		}
		for d, want := range map[Date]bool{0: true, r.First: true, r.Last: true, r.First.AddDays(-1): false, r.Last.AddDays(1): false} {
			if r.Includes(d) != want || r.IncludesMonth(d.Month()) != want {
				t.Errorf("%s contains %s: %v, want %v", name, d, !want, want)
			}
		}
	}
}
