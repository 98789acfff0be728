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
		{"first chunk", rowindex.Filter{From: from, Until: until}, rowindex.Position{}, true, true},
		{"later chunk", rowindex.Filter{From: from, Until: until}, rowindex.Position{Date: at, No: 7}, false, true},
		{"later chunk, newest first", rowindex.Filter{From: from, Until: until, Descending: true}, rowindex.Position{Date: at, No: 7}, true, false},
		{"chunk that starts before all rows", rowindex.Filter{From: from, Until: until}, rowindex.Position{Date: from.AddDays(-1), No: 7}, true, true},
		{"chunk that starts after all rows, newest first", rowindex.Filter{From: from, Until: until, Descending: true}, rowindex.Position{Date: until.AddDays(1), No: 7}, true, true},
	} {
		query, _ := Chunk(&c.f, 1, c.after, 100)
		if strings.Contains(query, "date >=") != c.from || strings.Contains(query, "date <=") != c.until {
			t.Errorf("%s: query has the wrong bounds of dates: %s", c.name, query)
		}
	}
}
