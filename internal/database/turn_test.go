package database

import (
	"slices"
	"testing"
	"testing/synctest"
)

// TestWhoComesFirstWritesFirst lets many wait for one that writes: each writes in its
// turn, and those who give up leave the others theirs.
func TestWhoComesFirstWritesFirst(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		d, err := Open(t.Context(), Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		holds, release := make(chan bool), make(chan bool)
		go func() {
			_ = d.Change(t.Context(), func(*Session) error { close(holds); <-release; return nil })
		}()
		<-holds
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
