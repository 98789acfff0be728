//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestStoppedRestoreLeavesNothing sends SIGTERM during the copy: the command stops, reports it and leaves the
// folder empty.
func TestStoppedRestoreLeavesNothing(t *testing.T) {
	backup, data := filepath.Join(t.TempDir(), "backup.db"), t.TempDir()
	if err := os.WriteFile(backup, []byte("SQLite format 3\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(backup, 1<<40); err != nil { // a sparse terabyte, which uses no disk space
		t.Skip(err)
	}
	cmd := program(t, "restore", backup, "--data", data)
	var output strings.Builder
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	copied := func() int64 {
		parts, err := filepath.Glob(filepath.Join(data, "restore-*.partial"))
		if err != nil || len(parts) == 0 {
			return 0
		}
		info, err := os.Stat(parts[0])
		if err != nil {
			return 0
		}
		return info.Size()
	}
	for copied() == 0 && t.Context().Err() == nil {
		runtime.Gosched()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(output.String(), "nothing was restored") {
		t.Errorf("stopped restore: error %v, output %q", err, output.String())
	}
	if left, err := os.ReadDir(data); err != nil || len(left) > 0 {
		t.Errorf("files left behind: %v (error %v)", left, err)
	}
}
