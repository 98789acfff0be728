package database_test

import (
	"errors"
	"slices"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/testing/testkit"
)

// A server receives a statement with an unneeded result together with the next statement with a needed one, or with
// the commit. They run in order, and an error of any rolls back all. A file runs each at once, with the same outcome.
func TestStatementsWithoutResultsAreSentTogether(t *testing.T) {
	t.Parallel()
	tap := testkit.TapPostgres(t)
	for name, cfg := range map[string]database.Config{"SQLite": {Dir: t.TempDir()}, "PostgreSQL": {URL: tap.URL}} {
		d, err := database.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		const put, read = "INSERT INTO leftover (budget) VALUES ($1)", "SELECT budget FROM leftover ORDER BY budget"
		number := func(r database.Row) (n int64, err error) { return n, r.Scan(&n) }
		all := func() []int64 {
			t.Helper()
			var all []int64
			if err := d.Once(t.Context(), func(q *database.Session) (err error) {
				all, err = database.List(q, number, read)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return all
		}
		for turn := range int64(2) { // in the first turn the server prepares the statements
			first := 10 * turn
			tap.Traffic()
			if err := d.Change(t.Context(), func(q *database.Session) error {
				var before []int64
				err := errors.Join(database.ListAhead(q, &before, number, read), q.Write(put, first+1), q.Write(put, first+2))
				if err != nil {
					return err
				}
				after, err := database.List(q, number, read)
				if len(before)+2 != len(after) {
					t.Errorf("%s: rows before %v, after %v; want two more", name, before, after)
				}
				return errors.Join(err, q.Write(put, first+3), q.Write(put, first+4))
			}); err != nil {
				t.Fatal(err)
			}
			if statements, roundTrips := tap.Traffic(); cfg.URL != "" && turn > 0 && (len(statements) != 8 || roundTrips != 2) {
				t.Errorf("%d round trips, want 2, and 8 statements:\n%s", roundTrips, statements)
			}
		}
		want := []int64{1, 2, 3, 4, 11, 12, 13, 14}
		if got := all(); !slices.Equal(got, want) {
			t.Errorf("%s: table has %v, want %v", name, got, want)
		}
		for _, last := range []error{nil, errors.New("no")} {
			ctx := apperr.Track(t.Context())
			err := d.Change(ctx, func(q *database.Session) error {
				// The second repeats the first's id; when the error is returned depends on the database.
				return errors.Join(q.Write(put, 21), q.Write(put, 21), q.Write(put, 22), last)
			})
			if err == nil || last == nil && apperr.KindOf(err) != apperr.Conflict || apperr.OutcomeOf(ctx) != apperr.Unchanged {
				t.Errorf("%s: error %v with outcome %v, want an error and nothing changed", name, err, apperr.OutcomeOf(ctx))
			}
		}
		if got := all(); !slices.Equal(got, want) {
			t.Errorf("%s: after errors the table has %v, want %v", name, got, want)
		}
	}
}

// An ignored error saves nothing: the server has aborted the transaction.
func TestIgnoredErrorSavesNothing(t *testing.T) {
	t.Parallel()
	d, err := database.Open(t.Context(), database.Config{URL: testkit.Postgres(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	ctx := apperr.Track(t.Context())
	err = d.Change(ctx, func(q *database.Session) error {
		_, _ = q.Exec("INSERT INTO leftover (budget) VALUES (1)")
		_, _ = q.Exec("INSERT INTO leftover (budget) VALUES (1)")
		return nil
	})
	if err == nil || apperr.OutcomeOf(ctx) != apperr.Unchanged {
		t.Errorf("change with an ignored error: error %v with outcome %v, want an error and nothing changed", err, apperr.OutcomeOf(ctx))
	}
}

// A server that stores rows on others reports the loss of one of them after the transaction has begun. If no
// statement has returned a result yet, the transaction is retried with the statements sent before. Later, the error
// ends the transaction.
func TestTransactionIsRetriedIfAServerIsLostBeforeAResult(t *testing.T) {
	t.Parallel()
	d, err := database.Open(t.Context(), database.Config{URL: testkit.Postgres(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	const put = "INSERT INTO leftover (budget) VALUES ($1)"
	if err := d.Change(t.Context(), func(q *database.Session) error {
		_, err := q.Exec("CREATE SEQUENCE tries")
		if err == nil {
			_, err = q.Exec(`CREATE FUNCTION gone() RETURNS BIGINT LANGUAGE plpgsql AS $$ BEGIN
				IF nextval('tries') % 3 > 0 THEN RAISE EXCEPTION 'the other one is gone' USING ERRCODE = '08006'; END IF; RETURN 7; END $$`)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var seven int64
	if err := d.Change(t.Context(), func(q *database.Session) error {
		_, err := q.One("SELECT gone()", nil, &seven)
		return errors.Join(err, q.Write(put, 1))
	}); err != nil || seven != 7 {
		t.Errorf("server lost before the first result: read %d, want 7 (error %v)", seven, err)
	}
	number, read := func(r database.Row) (n int64, err error) { return n, r.Scan(&n) }, "SELECT budget FROM leftover"
	var before []int64
	if err := d.Change(t.Context(), func(q *database.Session) error {
		err := errors.Join(database.ListAhead(q, &before, number, read), q.Write(put, 2))
		if err == nil {
			_, err = q.One("SELECT gone()", nil, &seven)
		}
		return err
	}); apperr.KindOf(err) != apperr.Unavailable || !slices.Equal(before, []int64{1}) {
		t.Errorf("server lost after a result: read %v, want [1]; error %v, want unavailable", before, err)
	}
	if err := d.Once(t.Context(), func(q *database.Session) error {
		rows, err := database.List(q, number, read)
		if !slices.Equal(rows, []int64{1}) {
			t.Error(rows)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
