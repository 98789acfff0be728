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

// TestWaitingForABudgetHoldsNoConnection checks that ten changes that wait for the same budget hold no connection:
// with a server limit of three connections, another budget can still be changed and read.
func TestWaitingForABudgetHoldsNoConnection(t *testing.T) {
	d := openWithThreeConnections(t)
	defer d.Close()
	const waiting = 10
	holds, held, done := make(chan bool), make(chan bool), make(chan error, 1+waiting)
	release := sync.OnceFunc(func() { close(held) })
	defer release() // before the deferred close of the database, which waits for it
	go func() {
		done <- d.ChangeOf(t.Context(), "one", func(q *database.Session) error {
			err := lockRow(q)
			close(holds)
			<-held
			return err
		})
	}()
	<-holds
	started := make(chan bool, waiting)
	for range waiting {
		go func() {
			started <- true
			done <- d.ChangeOf(t.Context(), "one", lockRow)
		}()
	}
	for range waiting {
		<-started
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for range 20 { // one of these finds even a late goroutine in the queue
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

// TestTransactionsCanWaitForSingleStatements opens more read transactions than there are connections. All of them
// wait for a task that runs single statements outside a transaction.
func TestTransactionsCanWaitForSingleStatements(t *testing.T) {
	d := openWithThreeConnections(t)
	defer d.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	const looks = 5
	looking, made, done := make(chan bool, looks), make(chan bool), make(chan error, looks)
	for range looks {
		go func() {
			done <- d.Read(ctx, func(*database.Session) error {
				looking <- true
				select {
				case <-made:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
		}()
	}
	<-looking
	for range 20 { // the other transactions begin during these
		if err := d.Once(ctx, func(q *database.Session) error { _, err := q.Exec("SELECT 1"); return err }); err != nil {
			t.Fatalf("single statement while transactions wait for it: %v", err)
		}
	}
	close(made)
	for range looks {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// openWithThreeConnections opens a database on a server with an address that allows three connections: two for transactions.
func openWithThreeConnections(t *testing.T) *database.DB {
	t.Helper()
	at, err := url.Parse(testkit.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	query := at.Query()
	query.Set("pool_max_conns", "3")
	at.RawQuery = query.Encode()
	d, err := database.Open(t.Context(), database.Config{URL: at.String()})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// lockRow waits at the server for another transaction that changes the same row.
func lockRow(q *database.Session) error {
	_, err := q.Exec("SELECT pg_advisory_xact_lock(7)")
	return err
}
