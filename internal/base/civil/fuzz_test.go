package civil

import (
	"testing"
	"time"

	"holdover/internal/testing/testkit"
)

// FuzzDates checks that every parsed date and month exists in Go's calendar and is formatted as it was read.
func FuzzDates(f *testing.F) {
	testkit.Fuzz(f, []string{"2026-03-31", "2026-03", "0001-01-01", "9999-12-31", "2024-02-29", "1900-02-29", "2026-3-1", "２026-01-01"}, func(t testing.TB, input []byte) {
		text := string(input)
		d, err := ParseDate(text)
		want, wantErr := time.Parse(time.DateOnly, text)
		if ok := wantErr == nil && want.Year() > 0; ok != (err == nil) || err != nil && len(err.Error()) > 300 {
			t.Fatalf("%q: error %v, package time says %v", text, err, wantErr)
		}
		if err == nil && (d.String() != text || !d.Time().Equal(want) || d.Month().First() > d || d.Month().Last() < d) {
			t.Fatalf("%q is parsed as %v", text, d)
		}
		m, err := ParseMonth(text)
		if err == nil && m.String() != text[:7] {
			t.Fatalf("%q is parsed as %v", text, m)
		}
		var again Date
		if b, err := d.MarshalText(); err != nil || again.UnmarshalText(b) != nil || again != d {
			t.Fatalf("%v became %v when parsed again", d, again)
		}
		for _, n := range []int{-400, -1, 1, 400} {
			_, _, _ = d.AddDays(n).String(), d.AddMonths(n).String(), m.Add(n).Name()
		}
		_ = d.In(text)
	})
}
