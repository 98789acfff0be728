package walk

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"holdover/internal/testkit"
	"holdover/oracle"
)

// program is the command line, built where it is out of date. Tests of several packages that run at the same time share
// it: whoever comes first builds it.
var program = sync.OnceValues(func() (string, error) {
	repo, err := oracle.FindRepo()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(string(repo), ".cache", "bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	unlock, err := lock(filepath.Join(dir, "holdover-tested.lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	path := filepath.Join(dir, "holdover-tested")
	build := exec.Command("go", "build", "-o", path, "holdover/cmd/holdover")
	build.Stderr = os.Stderr
	return path, build.Run()
})

// Program is the path of the program as people run it, for tests of several processes.
func Program(t testing.TB) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Start starts the program as a process of its own, which ends with the test, and gives the address that it prints after
// the words.
func Start(t testing.TB, says string, args ...string) (address string) {
	t.Helper()
	cmd := exec.Command(Program(t), args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("holdover %v ends with %v", args, err)
		}
	})
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if _, at, is := strings.Cut(lines.Text(), says); is {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return strings.TrimRight(strings.Fields(at)[0], ",")
		}
	}
	t.Fatalf("holdover %v does not say %q", args, says)
	return ""
}

// Command runs the program on the world's data and reads its JSON, milliunit by
// milliunit, while the server goes on.
func (w *World) Command(t testing.TB, into any, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Program(t), append(args, "--json", "--data", w.Dir)...)
	cmd.Dir = testkit.RepoRoot(t)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("holdover %v: %v", args, err)
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatal(err)
	}
}
