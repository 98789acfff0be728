//go:build unix

package cli

import (
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestKilledBackupLeavesNoPartialFile kills a server while it makes a backup. The next start deletes the partial file and makes the
// backup. While a server runs, its database is not replaced.
func TestKilledBackupLeavesNoPartialFile(t *testing.T) {
	data, plan := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "household.json")
	if err := writeSample(plan); err != nil {
		t.Fatal(err)
	}
	holdover(t, "import", plan, "--data", data)
	files := func(pattern string) []string {
		found, err := filepath.Glob(filepath.Join(data, "backups", pattern))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	started := func() *exec.Cmd {
		t.Helper()
		cmd := program(t, "serve", "--listen", "127.0.0.1:0", "--data", data)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	server := started()
	for len(files(".holdover-*.partial")) == 0 && t.Context().Err() == nil {
		runtime.Gosched()
	}
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	if len(files(".holdover-*.partial")) != 1 || len(files("holdover-*.db")) != 0 {
		t.Fatalf("after the kill: got the files %v, want one partial file", files(".*"))
	}
	server = started()
	for begin := time.Now(); (len(files("holdover-*.db")) == 0 || len(files(".holdover-*.partial*")) > 0) && time.Since(begin) < time.Minute; {
		runtime.Gosched()
	}
	made := files("*.db")
	if len(made) != 1 || len(files(".*partial*")) > 0 {
		t.Fatalf("after the next start: got the backups %v and the partial files %v", made, files(".*partial*"))
	}
	output, err := program(t, "restore", "--replace", made[0], "--data", data).CombinedOutput()
	if err == nil || !strings.Contains(string(output), "a running Holdover uses") {
		t.Errorf("replacing the database of a running server: error %v, output %s", err, output)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Error(err)
	}
	output, err = program(t, "restore", "--replace", made[0], "--data", data).CombinedOutput()
	if err != nil || !strings.Contains(string(output), "The database that was there is now") {
		t.Errorf("replacing the database of a stopped server: error %v, output %s", err, output)
	}
}
