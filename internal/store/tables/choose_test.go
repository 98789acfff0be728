package tables

import (
	"strings"
	"testing"

	"holdover/internal/cal"
	"holdover/internal/finder"
)

// A later chunk of rows within a period starts at its first row. With the filter's own bound in the query, SQLite
// read all earlier chunks again.
func TestLaterChunksBeginAtTheirRow(t *testing.T) {
	from, until, at := cal.MakeDate(2026, 1, 1), cal.MakeDate(2026, 12, 31), cal.MakeDate(2026, 6, 1)
	for _, c := range []struct {
		name        string
		f           finder.Filter
		after       finder.Position
		from, until bool
	}{
		{"the first", finder.Filter{From: from, Until: until}, finder.Position{}, true, true},
		{"a later one", finder.Filter{From: from, Until: until}, finder.Position{Date: at, No: 7}, false, true},
		{"a later one, newest first", finder.Filter{From: from, Until: until, Descending: true}, finder.Position{Date: at, No: 7}, true, false},
		{"after what lies before all", finder.Filter{From: from, Until: until}, finder.Position{Date: from.AddDays(-1), No: 7}, true, true},
		{"after what lies behind all, newest first", finder.Filter{From: from, Until: until, Descending: true}, finder.Position{Date: until.AddDays(1), No: 7}, true, true},
	} {
		query, _ := Chunk(&c.f, 1, c.after, 100)
		if strings.Contains(query, "date >=") != c.from || strings.Contains(query, "date <=") != c.until {
			t.Errorf("%s: %s", c.name, query)
		}
	}
}
