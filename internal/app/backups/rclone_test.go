package backups_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/apptest"
	"holdover/internal/testing/testkit"
)

// rcloneLine is the command in docs/guide/backups.md that copies the backups to another machine.
var rcloneLine = regexp.MustCompile(`(?m)^    (rclone copy .*) /var/lib/holdover/backups remote:holdover$`)

// TestBackupsAreCopiedByRclone runs the command of the guide with a WebDAV server as the other machine. It copies the backups, but
// no other file, and deletes none there that was deleted here.
func TestBackupsAreCopiedByRclone(t *testing.T) {
	if _, err := exec.LookPath("rclone"); err != nil {
		testkit.Missing(t, "HOLDOVER_REQUIRE_RCLONE", err)
	}
	guide := testkit.Must(os.ReadFile(filepath.Join(testkit.RepoRoot(t), "docs", "guide", "backups.md")))(t)
	line := rcloneLine.FindStringSubmatch(string(guide))
	if line == nil {
		t.Fatal("the guide has no command of rclone")
	}
	command := strings.Fields(strings.ReplaceAll(line[1], "'", ""))
	there, listener := t.TempDir(), testkit.Must((&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().String()
	testkit.NoError(t, listener.Close())
	server := exec.CommandContext(t.Context(), "rclone", "serve", "webdav", there, "--addr", address)
	testkit.NoError(t, server.Start())
	defer server.Wait() //nolint:errcheck // it is killed
	defer server.Process.Kill()

	e := newEnv(t, 3)
	apptest.Household(t, e.app, app.Machine())
	path := testkit.Must(e.backups.MakeNow(t.Context(), app.Machine()))(t)
	testkit.NoError(t, os.WriteFile(filepath.Join(e.folder, "notes.txt"), nil, 0o600))
	copyAll := func() {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), command[0], append(command[1:], e.folder, "remote:holdover", "--retries", "20", "--retries-sleep", "200ms")...)
		cmd.Env = append(os.Environ(), "RCLONE_CONFIG="+filepath.Join(t.TempDir(), "none"), "RCLONE_CONFIG_REMOTE_TYPE=webdav", "RCLONE_CONFIG_REMOTE_URL=http://"+address)
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd.Args, err, output)
		}
	}
	copyAll()
	testkit.NoError(t, os.Remove(path))
	copyAll()
	copied := testkit.Must(filepath.Glob(filepath.Join(there, "holdover", "*")))(t)
	if len(copied) != 1 || filepath.Base(copied[0]) != filepath.Base(path) {
		t.Fatalf("got the files %v on the other machine, want only %s", copied, filepath.Base(path))
	}
	fresh := newEnv(t, 1)
	file := testkit.Must(os.Open(copied[0]))(t)
	defer file.Close()
	testkit.NoError(t, fresh.backups.Restore(t.Context(), "copied", file))
}
