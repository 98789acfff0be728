package backup_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"holdover/internal/storage/database"
	"holdover/internal/storage/store/backup"
)

// TestBackupOnAFullDiskLeavesNoFile: a partial file of each night's attempt would use up more space.
func TestBackupOnAFullDiskLeavesNoFile(t *testing.T) {
	full := t.TempDir()
	if err := syscall.Mount("tmpfs", full, "tmpfs", 0, "size=100k"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(full, 0); err != nil {
			t.Error(err)
		}
	})
	db, err := database.Open(t.Context(), database.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Exec(t.Context(), "CREATE TABLE much AS SELECT zeroblob(3000000) AS data"); err != nil {
		t.Fatal(err)
	}
	sound := func(context.Context, string) error { return nil }
	if err := backup.Save(t.Context(), db, filepath.Join(full, "all.db"), sound); err == nil {
		t.Error("backup larger than the disk: got no error")
	}
	left, err := os.ReadDir(full)
	if err != nil || len(left) != 0 {
		t.Errorf("files left behind: %v (error %v)", left, err)
	}
}
