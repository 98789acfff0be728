package database

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"holdover/internal/base/apperr"
)

func openDB(t *testing.T, cfg Config) *DB {
	t.Helper()
	d, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// note writes a row of a table that only the tests have.
func note(d *DB, ctx context.Context, text string) error {
	return d.Change(ctx, func(q *Session) error {
		if _, err := q.Exec("CREATE TABLE IF NOT EXISTS note (text TEXT)"); err != nil {
			return err
		}
		_, err := q.Exec("INSERT INTO note (text) VALUES ($1)", text)
		return err
	})
}

func notes(t *testing.T, d *DB) []string {
	t.Helper()
	all, err := Read(t.Context(), d, func(q *Session) ([]string, error) {
		return List(q, func(r Row) (text string, err error) {
			err = r.Scan(&text)
			return text, err
		}, "SELECT text FROM note ORDER BY text")
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range files {
		all = append(all, f.Name())
	}
	return all
}

// TestDraftIsNamedWhenItIsClosed checks that other processes find nothing before the close, and afterwards all of
// the data and no other file.
func TestDraftIsNamedWhenItIsClosed(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	d := openDB(t, Config{Dir: dir, Draft: true})
	if err := errors.Join(note(d, t.Context(), "one"), note(d, t.Context(), "two"), d.Ping(t.Context())); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("no")
	if err := d.Change(t.Context(), func(q *Session) error {
		_, err := q.Exec("DELETE FROM note")
		return errors.Join(err, failed)
	}); !errors.Is(err, failed) {
		t.Fatal(err)
	}
	if slices.Contains(names(t, dir), FileName) || !d.Fresh() {
		t.Errorf("files before the draft is closed: %v, want the database unnamed; fresh: %t, want true", names(t, dir), d.Fresh())
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if all := names(t, dir); !slices.Equal(all, []string{FileName}) {
		t.Errorf("files after the close: %v, want only the database", all)
	}
	again := openDB(t, Config{Dir: dir, Draft: true}) // a draft is created only if there is no database
	if all := notes(t, again); !slices.Equal(all, []string{"one", "two"}) || again.Fresh() {
		t.Errorf("database has the notes %q, want one and two; fresh: %t, want false", all, again.Fresh())
	}
	if err := errors.Join(note(again, t.Context(), "three"), again.Close(), again.Close()); err != nil {
		t.Error(err)
	}
}

// A rejected import left an empty database in a new directory. A draft in which nothing was saved is deleted, and so
// is a directory that was created for it.
func TestUnsavedDraftIsDeleted(t *testing.T) {
	t.Parallel()
	made, own := filepath.Join(t.TempDir(), "made"), t.TempDir()
	for _, dir := range []string{made, own} {
		d := openDB(t, Config{Dir: dir, Draft: true})
		no := errors.New("no")
		if err := d.Change(t.Context(), func(*Session) error { return no }); !errors.Is(err, no) {
			t.Fatal(err)
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(made); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("folder that was created for the draft: error %v, want it deleted", err)
	}
	if all := names(t, own); len(all) > 0 {
		t.Errorf("files left behind: %v", all)
	}
}

// TestDraftIsDroppedIfAnotherDatabaseWasCreated checks that Close of a draft reports that nothing was saved if another process has created a
// database since.
func TestDraftIsDroppedIfAnotherDatabaseWasCreated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := openDB(t, Config{Dir: dir, Draft: true})
	if err := note(d, t.Context(), "mine"); err != nil {
		t.Fatal(err)
	}
	other := openDB(t, Config{Dir: dir})
	if err := note(other, t.Context(), "theirs"); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); apperr.KindOf(err) != apperr.Conflict {
		t.Errorf("close of the draft: error %v, want a conflict", err)
	}
	if all := notes(t, other); !slices.Equal(all, []string{"theirs"}) {
		t.Errorf("other database has the notes %q, want theirs", all)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if all := names(t, dir); !slices.Equal(all, []string{FileName}) {
		t.Errorf("files left behind: %v", all)
	}
}

// TestDraftThatCannotBeCreatedReturnsTheError checks that the first operation returns the error, and that no file is left.
func TestDraftThatCannotBeCreatedReturnsTheError(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, err := Open(ctx, Config{Dir: dir, Draft: true})
	if err != nil {
		t.Fatal(err)
	}
	asked := note(d, t.Context(), "one")
	looked := d.Read(t.Context(), func(*Session) error { return nil })
	if closed := d.Close(); asked == nil || looked == nil || closed == nil {
		t.Errorf("errors of a draft that cannot be created: change %v, read %v, close %v; want one each", asked, looked, closed)
	}
	if all := names(t, dir); len(all) > 0 {
		t.Errorf("files left behind: %v", all)
	}
}

// TestDraftsOfKilledProcessesAreDeleted checks that drafts are deleted after a day, and that newer ones, which may be in use,
// are not.
func TestDraftsOfKilledProcessesAreDeleted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, young, copied := filepath.Join(dir, "new-1.partial"), filepath.Join(dir, "new-2.partial"), filepath.Join(dir, "restore-1.partial")
	for _, path := range []string{old, young, copied} {
		if err := os.WriteFile(path, []byte(sqliteMagic), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-forgotten - time.Hour)
	if err := errors.Join(os.Chtimes(old, before, before), os.Chtimes(copied, before, before)); err != nil {
		t.Fatal(err)
	}
	d := openDB(t, Config{Dir: dir})
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if all := names(t, dir); !slices.Equal(all, []string{FileName, filepath.Base(young)}) {
		t.Errorf("files: %v, want the database and the newer draft", all)
	}
}
