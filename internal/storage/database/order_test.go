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
		d := opened(t, Config{Dir: dir})
		defer d.Close()
		release := held(t, d.Change)
		const waiting = 12
		var came, wrote []int
		done := make(chan error, waiting)
		for n := range waiting {
			go func() {
				done <- d.Change(t.Context(), func(*Session) error { wrote = append(wrote, n); return nil })
			}()
			synctest.Wait() // it waits
			came = append(came, n)
		}
		d.patience = 1
		if err := d.Change(t.Context(), func(*Session) error { wrote = append(wrote, -1); return nil }); err == nil {
			t.Error("one without patience did not give up")
		}
		close(release)
		for range waiting {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(came, wrote) {
			t.Errorf("they came as %v and wrote as %v", came, wrote)
		}
	})
}

// held begins a transaction that the others wait for, and ends it when release is closed.
func held(t *testing.T, begin func(context.Context, func(*Session) error) error) (release chan bool) {
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
		d := opened(t, Config{Dir: dir, Readers: 1})
		defer d.Close()
		release := held(t, d.Read)
		const waiting = 24
		var came, read []int
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
			came = append(came, n)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if err := d.Read(gone, func(*Session) error { return nil }); err == nil {
			t.Error("a reader whose context was done read")
		}
		close(release)
		for range waiting {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(came, read) {
			t.Errorf("they came as %v and read as %v", came, read)
		}
	})
}
