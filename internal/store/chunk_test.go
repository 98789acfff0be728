package store

import (
	"strings"
	"testing"

	"holdover/internal/cal"
)

// A later chunk of rows of some time begins at its row: with the filter's own
// bound beside it SQLite read all chunks before once more.
func TestLaterChunksBeginAtTheirRow(t *testing.T) {
	from, until, at := cal.MakeDate(2026, 1, 1), cal.MakeDate(2026, 12, 31), cal.MakeDate(2026, 6, 1)
	for _, c := range []struct {
		name        string
		f           Filter
		after       Position
		from, until bool
	}{
		{"the first", Filter{From: from, Until: until}, Position{}, true, true},
		{"a later one", Filter{From: from, Until: until}, Position{Date: at, No: 7}, false, true},
		{"a later one, newest first", Filter{From: from, Until: until, Descending: true}, Position{Date: at, No: 7}, true, false},
		{"after what lies before all", Filter{From: from, Until: until}, Position{Date: from.AddDays(-1), No: 7}, true, true},
		{"after what lies behind all, newest first", Filter{From: from, Until: until, Descending: true}, Position{Date: until.AddDays(1), No: 7}, true, true},
	} {
		query, _ := chunkQuery(&c.f, 1, c.after, 100)
		if strings.Contains(query, "date >=") != c.from || strings.Contains(query, "date <=") != c.until {
			t.Errorf("%s: %s", c.name, query)
		}
	}
}
