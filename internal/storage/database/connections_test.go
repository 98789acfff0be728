package database_test

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"holdover/internal/storage/database"
	"holdover/internal/testing/testkit"
)

// TestWaitingForABudgetHoldsNoConnection checks that a change that waits for another change of its budget holds no
// connection. The pool has three connections. While ten changes wait, another budget can still be changed and read.
func TestWaitingForABudgetHoldsNoConnection(t *testing.T) {
	d := openWithThreeConnections(t)
	defer d.Close()
	const waiting = 10
	locked, mayEnd, done := make(chan bool), make(chan bool), make(chan error, 1+waiting)
	release := sync.OnceFunc(func() { close(mayEnd) })
	defer release() // before the deferred close of the database, which waits for the first change
	go func() {
		done <- d.ChangeOf(t.Context(), "one", func(q *database.Session) error {
			err := takeAdvisoryLock(q)
			close(locked)
			<-mayEnd
			return err
		})
	}()
	<-locked
	started := make(chan bool, waiting)
	for range waiting {
		go func() {
			started <- true
			done <- d.ChangeOf(t.Context(), "one", takeAdvisoryLock)
		}()
	}
	for range waiting {
		<-started
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for range 20 { // enough rounds that every goroutine is waiting during the last of them
		err := d.ChangeOf(ctx, "other", func(q *database.Session) error {
			_, err := q.Exec("DELETE FROM leftover WHERE budget = 7")
			return err
		})
		if err != nil {
			t.Fatalf("change of another budget while ten changes wait: %v", err)
		}
		if err := d.Once(ctx, func(q *database.Session) error { _, err := q.Exec("SELECT 1"); return err }); err != nil {
			t.Fatalf("read while ten changes wait: %v", err)
		}
	}
	release()
	for range 1 + waiting {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestTransactionsCanWaitForSingleStatements checks that read transactions can wait for single statements. Five read
// transactions begin, of which the pool admits two at a time. Each waits until single statements of another task, which
// run outside of transactions, are done.
func TestTransactionsCanWaitForSingleStatements(t *testing.T) {
	d := openWithThreeConnections(t)
	defer d.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	const transactions = 5
	begun, statementsDone, ended := make(chan bool, transactions), make(chan bool), make(chan error, transactions)
	for range transactions {
		go func() {
			ended <- d.Read(ctx, func(*database.Session) error {
				begun <- true
				select {
				case <-statementsDone:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
		}()
	}
	<-begun
	for range 20 { // a second transaction begins during these, and the other three wait to begin
		if err := d.Once(ctx, func(q *database.Session) error { _, err := q.Exec("SELECT 1"); return err }); err != nil {
			t.Fatalf("single statement while transactions wait for it: %v", err)
		}
	}
	close(statementsDone)
	for range transactions {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// openWithThreeConnections opens a PostgreSQL database with a pool of three connections. Transactions use at most two
// of them.
func openWithThreeConnections(t *testing.T) *database.DB {
	t.Helper()
	address, err := url.Parse(testkit.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("pool_max_conns", "3")
	address.RawQuery = query.Encode()
	d, err := database.Open(t.Context(), database.Config{URL: address.String()})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// takeAdvisoryLock takes a lock at the server until the end of the transaction. It waits for another transaction that
// has the lock.
func takeAdvisoryLock(q *database.Session) error {
	_, err := q.Exec("SELECT pg_advisory_xact_lock(7)")
	return err
}
