//go:build unix

package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"holdover/internal/testing/testkit"
)

// TestCommandsOfRootKeepTheOwnerOfTheData runs commands as root on the data folder of a service. A restored database once belonged
// to root, and the service could not open it.
func TestCommandsOfRootKeepTheOwnerOfTheData(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files to others")
	}
	const service = 23456
	plan := filepath.Join(t.TempDir(), "household.json")
	testkit.NoError(t, writeSample(plan))
	data := t.TempDir()
	oldDatabase(t, "schema-24", data)
	created := t.TempDir()
	for _, folder := range []string{data, created} {
		testkit.NoError(t, os.Chown(folder, service, service))
	}
	testkit.NoError(t, os.Chown(filepath.Join(data, "holdover.db"), service, service))
	holdover(t, "--data", data, "upgrade")
	saved := testkit.Must(filepath.Glob(filepath.Join(data, "backups", "before-upgrade-*.db")))(t)
	holdover(t, "--data", data, "restore", "--replace", saved[0])
	holdover(t, "--data", created, "import", plan)
	for _, folder := range []string{data, created} {
		testkit.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err == nil && info.Sys().(*syscall.Stat_t).Uid != service {
				t.Errorf("%s belongs to user %d, want %d", path, info.Sys().(*syscall.Stat_t).Uid, service)
			}
			return err
		}))
	}
}
