package database

import (
	"errors"
	"maps"
	"testing"
)

// The indexes are dropped while many rows are written, and are the same afterwards. They are not dropped for few
// rows, nor if there are few new rows compared with the existing ones.
func TestLargeInsertsRebuildTheIndexes(t *testing.T) {
	t.Parallel()
	d := openDB(t, Config{Dir: t.TempDir()})
	t.Cleanup(func() { d.Close() })
	tables := []string{"tx", "part"}
	before := definitions(t, d, tables)
	if len(before) < 8 {
		t.Fatalf("%d indexes before, want at least 8: %v", len(before), before)
	}
	for name, c := range map[string]struct {
		rows, there int
		failed      error
		away        bool
	}{
		"many rows":                  {rows: manyRows, away: true},
		"many rows with an error":    {rows: manyRows, away: true, failed: errors.New("no")},
		"few rows":                   {rows: manyRows - 1},
		"few rows in a large table":  {rows: manyRows, there: manyRows + 1},
		"many rows in a large table": {rows: 3 * manyRows, there: 3 * manyRows, away: true},
	} {
		err := d.Change(t.Context(), func(q *Session) error {
			return q.RebuildIndexesAround(c.rows, func() (int, error) { return c.there, nil }, tables, func() error {
				left, err := q.indexesOf("tx")
				if err != nil {
					return err
				}
				if (len(left) == 0) != c.away {
					t.Errorf("%s: indexes during the insert: %v, want them dropped: %t", name, left, c.away)
				}
				return c.failed
			})
		})
		if !errors.Is(err, c.failed) {
			t.Errorf("%s: write failed with %v, want %v", name, err, c.failed)
		}
		if after := definitions(t, d, tables); !maps.Equal(before, after) {
			t.Errorf("%s: indexes before %v, after %v", name, before, after)
		}
	}
}

func definitions(t *testing.T, d *DB, tables []string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := d.Read(t.Context(), func(q *Session) error {
		for _, table := range tables {
			some, err := q.indexesOf(table)
			if err != nil {
				return err
			}
			for _, i := range some {
				all[i.name] = i.definition
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
