package database_test

import (
	"strings"
	"testing"

	"holdover/internal/database"
	"holdover/internal/testkit"
)

// Plain writes of several tables become one statement for a server. One table's stay in their order, and so does what
// looks at another table: what comes of them is what comes of them one by one, on a file.
func TestPlainWritesBecomeOne(t *testing.T) {
	t.Parallel()
	tap := testkit.TapPostgres(t)
	const (
		leave  = "INSERT INTO leftover (budget) VALUES ($1)"
		enter  = "INSERT INTO entered (budget, scheduled, until) VALUES ($1, $2, $3)"
		move   = "UPDATE entered SET until = $3 WHERE budget = $1 AND scheduled = $2"
		drop   = "DELETE FROM leftover WHERE budget = $1"
		follow = "INSERT INTO leftover (budget) SELECT until FROM entered WHERE budget = $1"
	)
	for name, cfg := range map[string]database.Config{"SQLite": {Dir: t.TempDir()}, "PostgreSQL": {URL: tap.URL}} {
		d, err := database.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		for turn := range int64(2) { // at first a server is told the statements
			no := 10 * (turn + 1)
			tap.Heard()
			if err := d.Change(t.Context(), func(q *database.Session) error {
				for _, err := range []error{
					q.Write(leave, no), q.Write(enter, no, int64(2), no+3), // one
					q.Write(move, no, int64(2), no+4), // another: it writes one of these tables again
					q.Write(follow, no),               // it looks at what was written
					q.Write(drop, no),
				} {
					if err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(name, err)
			}
			said, ways := tap.Heard()
			if cfg.URL == "" || turn == 0 {
				continue
			}
			want := []string{
				"BEGIN", "WITH w0 AS (" + leave + ") INSERT INTO entered (budget, scheduled, until) VALUES ($2, $3, $4)",
				move, follow, drop, "COMMIT",
			}
			if strings.Join(said, "\n") != strings.Join(want, "\n") || ways != 2 {
				t.Errorf("%d ways:\n%s", ways, strings.Join(said, "\n"))
			}
		}
		var left []int64
		if err := d.Once(t.Context(), func(q *database.Session) (err error) {
			left, err = database.List(q, func(r database.Row) (n int64, err error) { return n, r.Scan(&n) }, "SELECT budget FROM leftover ORDER BY budget")
			return err
		}); err != nil || len(left) != 2 || left[0] != 14 || left[1] != 24 {
			t.Errorf("%s: %v, %v", name, left, err)
		}
	}
}
