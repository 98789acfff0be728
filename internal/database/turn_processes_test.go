package database

import (
	"errors"
	"testing"
	"time"

	"holdover/internal/fault"
)

// TestProcessesWriteInTurn lets who waits in one of two processes write before those of the other that come later.
func TestProcessesWriteInTurn(t *testing.T) {
	one, other := openedTwice(t)
	release := held(t, one.Change)
	wrote := make(chan string, 10)
	writes := func(d *DB, name string) {
		if err := d.Change(t.Context(), func(*Session) error { wrote <- name; return nil }); err != nil {
			t.Error(err)
			wrote <- ""
		}
	}
	go writes(other, "other")
	for !isNext(other) {
		time.Sleep(time.Millisecond)
	}
	for range cap(wrote) - 1 {
		go writes(one, "one")
	}
	queue := one.open.(*sqliteOpen).writes
	for !queue.isWaitedForBy(cap(wrote) - 1) {
		time.Sleep(time.Millisecond)
	}
	close(release)
	if first := <-wrote; first != "other" {
		t.Errorf("%q wrote first, and the other process came first", first)
	}
	for range cap(wrote) - 1 {
		<-wrote
	}
}

func TestAProcessThatGivesUpItsTurnKeepsNobody(t *testing.T) {
	one, other := openedTwice(t)
	release := held(t, one.Change)
	other.patience = time.Millisecond
	if err := other.Change(t.Context(), func(*Session) error { return nil }); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("one without patience gives up with %v", err)
	}
	close(release)
	other.patience = time.Minute
	for _, d := range []*DB{one, other, one} {
		if err := note(d, t.Context(), "written"); err != nil {
			t.Error(err)
		}
	}
}

// openedTwice is a file as two processes have it open.
func openedTwice(t *testing.T) (one, other *DB) {
	t.Helper()
	cfg := Config{Dir: t.TempDir()}
	one, other = opened(t, cfg), opened(t, cfg)
	t.Cleanup(func() {
		if err := errors.Join(one.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	})
	return one, other
}

// isNext says whether a process stands between the doors, and nobody of it waits before them.
func isNext(d *DB) bool {
	o := d.open.(*sqliteOpen)
	o.writes.mu.Lock()
	defer o.writes.mu.Unlock()
	if o.writes.in == 0 || len(o.writes.others) > 0 {
		return false
	}
	door := turnAt(d.path).next
	defer door.Unlock() //nolint:errcheck // its file is closed in any case
	open, err := door.TryLock()
	return err == nil && !open
}

func (q *queue) isWaitedForBy(many int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.others) == many
}
