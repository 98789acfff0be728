package backups_test

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/testing/testkit"
)

// TestBackupOnAFullDiskIsReported makes the daily backup on a disk that is too small, then on a larger one. The failure names the
// cause, and no partial file uses up the space.
func TestBackupOnAFullDiskIsReported(t *testing.T) {
	e := newEnv(t, 3)
	testkit.NoError(t, e.app.CreateOwner(t.Context(), "Anna", "plain words for signing in"))
	apptest.Household(t, e.app, app.Machine())
	testkit.NoError(t, os.Mkdir(e.folder, 0o700))
	if err := syscall.Mount("tmpfs", e.folder, "tmpfs", 0, "size=100k"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() { testkit.NoError(t, syscall.Unmount(e.folder, 0)) })
	e.at(utc(10, 4))
	status := testkit.Must(e.backups.Status(t.Context(), app.Machine()))(t)
	if status.Failure == nil || !strings.Contains(status.Failure.Err.Error(), "full") || !strings.Contains(e.log.String(), "no backup was made") {
		t.Errorf("on a full disk: got the failure %+v and the log\n%s", status.Failure, e.log.String())
	}
	testkit.NoError(t, syscall.Mount("tmpfs", e.folder, "tmpfs", syscall.MS_REMOUNT, "size=64m"))
	e.at(utc(10, 6), "holdover-2026-11-10.db")
}
