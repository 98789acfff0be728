package database_test

import (
	"errors"
	"slices"
	"testing"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/testing/testkit"
)

// scanNumber reads the number in a row of the table leftover, which has one column with unique numbers.
func scanNumber(r database.Row) (n int64, err error) { return n, r.Scan(&n) }

const (
	insertNumber = "INSERT INTO leftover (budget) VALUES ($1)"
	listNumbers  = "SELECT budget FROM leftover ORDER BY budget"
)

// PostgreSQL receives a statement whose result is not needed at once together with the next statement whose result is
// needed, or with the commit. The statements run in order, and an error of any of them rolls back all of them. SQLite
// runs each statement immediately, with the same outcome.
func TestStatementsWithoutNeededResultsAreSentTogether(t *testing.T) {
	t.Parallel()
	tap := testkit.TapPostgres(t)
	for name, cfg := range map[string]database.Config{"SQLite": {Dir: t.TempDir()}, "PostgreSQL": {URL: tap.URL}} {
		d, err := database.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		numbers := func() []int64 {
			t.Helper()
			var all []int64
			if err := d.Once(t.Context(), func(q *database.Session) (err error) {
				all, err = database.List(q, scanNumber, listNumbers)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return all
		}
		for turn := range int64(2) { // in the first turn the driver also prepares the statements, with more round trips
			base := 10 * turn
			tap.Traffic()
			if err := d.Change(t.Context(), func(q *database.Session) error {
				var before []int64
				err := errors.Join(database.ListAhead(q, &before, scanNumber, listNumbers), q.Write(insertNumber, base+1), q.Write(insertNumber, base+2))
				if err != nil {
					return err
				}
				after, err := database.List(q, scanNumber, listNumbers)
				if len(before)+2 != len(after) {
					t.Errorf("%s: numbers before %v, after %v; want two more", name, before, after)
				}
				return errors.Join(err, q.Write(insertNumber, base+3), q.Write(insertNumber, base+4))
			}); err != nil {
				t.Fatal(err)
			}
			if statements, roundTrips := tap.Traffic(); cfg.URL != "" && turn > 0 && (len(statements) != 8 || roundTrips != 2) {
				t.Errorf("got %d statements in %d round trips, want 8 in 2:\n%s", len(statements), roundTrips, statements)
			}
		}
		want := []int64{1, 2, 3, 4, 11, 12, 13, 14}
		if got := numbers(); !slices.Equal(got, want) {
			t.Errorf("%s: got numbers %v, want %v", name, got, want)
		}
		for _, ownErr := range []error{nil, errors.New("no")} {
			ctx := apperr.Track(t.Context())
			err := d.Change(ctx, func(q *database.Session) error {
				// The second statement inserts the same number again. SQLite returns its error at once, PostgreSQL later.
				return errors.Join(q.Write(insertNumber, 21), q.Write(insertNumber, 21), q.Write(insertNumber, 22), ownErr)
			})
			if err == nil || ownErr == nil && apperr.KindOf(err) != apperr.Conflict || apperr.OutcomeOf(ctx) != apperr.Unchanged {
				t.Errorf("%s: error %v with outcome %v, want an error and nothing changed", name, err, apperr.OutcomeOf(ctx))
			}
		}
		if got := numbers(); !slices.Equal(got, want) {
			t.Errorf("%s: got numbers %v after errors, want %v", name, got, want)
		}
	}
}

// A transaction that ignores the error of a statement saves nothing, because PostgreSQL aborts it.
func TestIgnoredErrorSavesNothing(t *testing.T) {
	t.Parallel()
	d, err := database.Open(t.Context(), database.Config{URL: testkit.Postgres(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	ctx := apperr.Track(t.Context())
	err = d.Change(ctx, func(q *database.Session) error {
		_, _ = q.Exec(insertNumber, 1)
		_, _ = q.Exec(insertNumber, 1)
		return nil
	})
	if err == nil || apperr.OutcomeOf(ctx) != apperr.Unchanged {
		t.Errorf("change with an ignored error: error %v with outcome %v, want an error and nothing changed", err, apperr.OutcomeOf(ctx))
	}
}

// A Citus coordinator stores rows on workers. It reports the loss of a worker only after a transaction has begun. If no
// statement has returned a result yet, the transaction begins again and sends its statements again. After a result, the
// error ends the transaction.
func TestTransactionIsRetriedIfAWorkerIsLostBeforeAResult(t *testing.T) {
	t.Parallel()
	d, err := database.Open(t.Context(), database.Config{URL: testkit.Postgres(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	// The function fails like a coordinator without a worker, except at every third call, when it returns 7. A rollback
	// does not reset the sequence that counts the calls.
	if err := d.Change(t.Context(), func(q *database.Session) error {
		_, err := q.Exec("CREATE SEQUENCE calls")
		if err == nil {
			_, err = q.Exec(`CREATE FUNCTION ask_worker() RETURNS BIGINT LANGUAGE plpgsql AS $$ BEGIN
				IF nextval('calls') % 3 > 0 THEN RAISE EXCEPTION 'the worker is lost' USING ERRCODE = '08006'; END IF; RETURN 7; END $$`)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var seven int64
	if err := d.Change(t.Context(), func(q *database.Session) error {
		_, err := q.One("SELECT ask_worker()", nil, &seven)
		return errors.Join(err, q.Write(insertNumber, 1))
	}); err != nil || seven != 7 {
		t.Errorf("worker lost before the first result: read %d, want 7 (error %v)", seven, err)
	}
	var before []int64
	if err := d.Change(t.Context(), func(q *database.Session) error {
		err := errors.Join(database.ListAhead(q, &before, scanNumber, listNumbers), q.Write(insertNumber, 2))
		if err == nil {
			_, err = q.One("SELECT ask_worker()", nil, &seven)
		}
		return err
	}); apperr.KindOf(err) != apperr.Unavailable || !slices.Equal(before, []int64{1}) {
		t.Errorf("worker lost after a result: read %v, want [1]; error %v, want unavailable", before, err)
	}
	if err := d.Once(t.Context(), func(q *database.Session) error {
		got, err := database.List(q, scanNumber, listNumbers)
		if !slices.Equal(got, []int64{1}) {
			t.Errorf("got numbers %v, want [1]", got)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
