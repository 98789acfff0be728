package database

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A new database that has its name is on the disk: what a crash leaves of that name is never empty or half.
func TestANewDatabaseIsOnTheDiskWhenItHasItsName(t *testing.T) {
	dir := t.TempDir()
	probe := filepath.Join(dir, "probe")
	if err := os.WriteFile(probe, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := unwritten(t, probe); err != nil || n == 0 {
		t.Skipf("the kernel does not say what of a file is not on the disk yet: %d pages, %v", n, err)
	}
	path := filepath.Join(dir, FileName)
	err := createSQLite(t.Context(), dir, path, func(d *DB, ctx context.Context) error {
		_, err := d.write.ExecContext(ctx, "CREATE TABLE much AS SELECT zeroblob(1000000) AS data")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := unwritten(t, path); err != nil || n > 0 {
		t.Errorf("%d pages are not on the disk, %v", n, err)
	}
}

// unwritten is how many pages of a file the disk does not have yet.
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
