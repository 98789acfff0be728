package database

import (
	"database/sql"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"holdover/internal/base/apperr"
)

// TestChangeWaitsForALongChangeOfAnotherProcess checks that a change waits for another process's change far longer than SQLite's own
// timeout, and reports that other change if the wait times out.
func TestChangeWaitsForALongChangeOfAnotherProcess(t *testing.T) {
	cfg := Config{Dir: t.TempDir()}
	d, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.write.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(cfg.Dir, FileName)
	if d.write, err = openFile(strings.ReplaceAll(Address(path), strconv.Itoa(busyTimeout), "20") + "&_txlock=immediate"); err != nil { // SQLite itself waits 20 ms
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite", Address(path)+"&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	large, err := other.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	change := func(q *Session) error {
		_, err := q.Exec("INSERT INTO leftover (budget) VALUES (7)")
		return err
	}
	d.patience = 300 * time.Millisecond
	ctx := apperr.Track(t.Context())
	if err := d.Change(ctx, change); apperr.KindOf(err) != apperr.Unavailable || apperr.HintOf(err) != "try again when it is done; nothing was changed" {
		t.Errorf("change during another: error %v (hint %q)", err, apperr.HintOf(err))
	}
	if apperr.OutcomeOf(ctx) != apperr.Unchanged {
		t.Error("the refused change was made")
	}
	d.patience = time.Minute
	done := make(chan error, 1)
	go func() { done <- d.Change(ctx, change) }()
	for d.write.Stats().InUse == 0 { // it is trying
		time.Sleep(time.Millisecond)
	}
	if err := large.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil || apperr.OutcomeOf(ctx) != apperr.Changed {
		t.Errorf("change after the wait: error %v with outcome %v, want it changed", err, apperr.OutcomeOf(ctx))
	}
}
