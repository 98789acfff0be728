package database

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
)

// TestWritersAreServedInOrder starts many writers while another writes. They write in the order of their calls, and
// one that is cancelled does not delay the others.
func TestWritersAreServedInOrder(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		d := openDB(t, Config{Dir: dir})
		defer d.Close()
		release := holdTransaction(t, d.Change)
		const waiting = 12
		var started, wrote []int
		done := make(chan error, waiting)
		for n := range waiting {
			go func() {
				done <- d.Change(t.Context(), func(*Session) error { wrote = append(wrote, n); return nil })
			}()
			synctest.Wait() // it waits
			started = append(started, n)
		}
		d.patience = 1
		if err := d.Change(t.Context(), func(*Session) error { wrote = append(wrote, -1); return nil }); err == nil {
			t.Error("change with a cancelled context: got no error")
		}
		close(release)
		for range waiting {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(started, wrote) {
			t.Errorf("writers came in the order %v and wrote in the order %v", started, wrote)
		}
	})
}

// holdTransaction begins a transaction that the others wait for, and ends it when release is closed.
func holdTransaction(t *testing.T, begin func(context.Context, func(*Session) error) error) (release chan bool) {
	holds, release := make(chan bool), make(chan bool)
	go func() {
		_ = begin(t.Context(), func(*Session) error { close(holds); <-release; return nil })
	}()
	<-holds
	return release
}

// TestReadersAreServedInOrder starts many readers while another uses the only connection. They read in the order of
// their calls, with or without a transaction, and one that is cancelled takes no connection.
func TestReadersAreServedInOrder(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		d := openDB(t, Config{Dir: dir, Readers: 1})
		defer d.Close()
		release := holdTransaction(t, d.Read)
		const waiting = 24
		var started, read []int
		done := make(chan error, waiting)
		for n := range waiting {
			look := d.Read
			if n%2 == 1 {
				look = d.Once
			}
			go func() {
				done <- look(t.Context(), func(q *Session) error {
					return q.Each("SELECT 1", nil, func(Row) error { read = append(read, n); return nil })
				})
			}()
			synctest.Wait() // it waits
			started = append(started, n)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if err := d.Read(cancelled, func(*Session) error { return nil }); err == nil {
			t.Error("read with a cancelled context: got no error")
		}
		close(release)
		for range waiting {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(started, read) {
			t.Errorf("readers came in the order %v and read in the order %v", started, read)
		}
	})
}
