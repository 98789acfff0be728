package tables

import (
	"strings"
	"testing"

	"holdover/internal/base/civil"
	"holdover/internal/logic/rowindex"
)

// A later chunk of rows within a period starts at its first row. With the filter's own bound in the query, SQLite
// read all earlier chunks again.
func TestLaterChunksStartAtTheirFirstRow(t *testing.T) {
	from, until, at := civil.MakeDate(2026, 1, 1), civil.MakeDate(2026, 12, 31), civil.MakeDate(2026, 6, 1)
	for _, c := range []struct {
		name        string
		f           rowindex.Filter
		after       rowindex.Position
		from, until bool
	}{
		{"the first", rowindex.Filter{From: from, Until: until}, rowindex.Position{}, true, true},
		{"a later one", rowindex.Filter{From: from, Until: until}, rowindex.Position{Date: at, No: 7}, false, true},
		{"a later one, newest first", rowindex.Filter{From: from, Until: until, Descending: true}, rowindex.Position{Date: at, No: 7}, true, false},
		{"after what lies before all", rowindex.Filter{From: from, Until: until}, rowindex.Position{Date: from.AddDays(-1), No: 7}, true, true},
		{"after what lies behind all, newest first", rowindex.Filter{From: from, Until: until, Descending: true}, rowindex.Position{Date: until.AddDays(1), No: 7}, true, true},
	} {
		query, _ := Chunk(&c.f, 1, c.after, 100)
		if strings.Contains(query, "date >=") != c.from || strings.Contains(query, "date <=") != c.until {
			t.Errorf("%s: %s", c.name, query)
		}
	}
}
