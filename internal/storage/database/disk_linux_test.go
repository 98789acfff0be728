package database

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"holdover/internal/base/apperr"
)

// A new database is synced to disk before it has its name: after a crash, a file of that name is never empty or
// partial.
func TestNewDatabaseIsSyncedBeforeItIsNamed(t *testing.T) {
	for _, c := range []struct {
		name  string
		begin func(t *testing.T, dir string) error
	}{
		{"created directly", func(t *testing.T, dir string) error { return createSQLite(t.Context(), dir) }},
		{"draft with data", func(t *testing.T, dir string) error {
			d := openDB(t, Config{Dir: dir, Draft: true})
			return errors.Join(d.Exec(t.Context(), much), d.Close())
		}},
	} {
		t.Run(c.name, func(t *testing.T) { wantSynced(t, c.begin) })
	}
}

const much = "CREATE TABLE much AS SELECT zeroblob(1000000) AS data"

func wantSynced(t *testing.T, begin func(t *testing.T, dir string) error) {
	t.Helper()
	dir := t.TempDir()
	probe := filepath.Join(dir, "probe")
	if err := os.WriteFile(probe, bytes.Repeat([]byte{1}, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := unwritten(t, probe); err != nil || n == 0 {
		t.Skipf("the kernel does not report unwritten pages of a file: %d pages, %v", n, err)
	}
	if err := begin(t, dir); err != nil {
		t.Fatal(err)
	}
	if n, err := unwritten(t, filepath.Join(dir, FileName)); err != nil || n > 0 {
		t.Errorf("%d pages of the database are not on the disk, want 0 (error %v)", n, err)
	}
}

// unwritten returns the number of a file's pages that are not written to disk yet.
func unwritten(t *testing.T, path string) (int, error) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var stat unix.Cachestat_t
	err = unix.Cachestat(uint(file.Fd()), &unix.CachestatRange{}, &stat, 0)
	return int(stat.Dirty + stat.Writeback), err
}

// Opening a new database on a disk that has space for its lock file, but not for the other files, reports that the
// disk is full. Before, it reported that the disk does not respond correctly.
func TestOpeningOnAFullDiskReportsIt(t *testing.T) {
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	defer func() { _ = unix.Unmount(disk, unix.MNT_DETACH) }()
	dir := filepath.Join(disk, "data")
	if err := openDB(t, Config{Dir: dir}).Close(); err != nil {
		t.Fatal(err)
	}
	var room unix.Statfs_t
	if err := unix.Statfs(disk, &room); err != nil {
		t.Fatal(err)
	}
	for pages := range uint64(9) { // too few for 32 KiB
		fill := filepath.Join(disk, "fill")
		if err := os.WriteFile(fill, make([]byte, (room.Bfree-pages)*uint64(room.Bsize)), 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := Open(t.Context(), Config{Dir: dir, Existing: true})
		if err == nil {
			err = d.Close()
		}
		if err = Busy(err); err != nil && apperr.CodeOf(err) != CannotWrite {
			t.Errorf("open with %d pages left: error %v, want code %q", pages, err, CannotWrite)
		}
		if err := os.Remove(fill); err != nil {
			t.Fatal(err)
		}
	}
}
