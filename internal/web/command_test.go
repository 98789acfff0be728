package web

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"holdover/internal/testkit"
)

// program is the command line, built once for all tests of the package.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "holdover-program-")
	if err != nil {
		return "", err
	}
	removeLater = append(removeLater, dir)
	path := filepath.Join(dir, "holdover")
	build := exec.Command("go", "build", "-o", path, "holdover/cmd/holdover")
	build.Stderr = os.Stderr
	return path, build.Run()
})

// removeLater are folders to remove when all tests are over.
var removeLater []string

func TestMain(m *testing.M) {
	code := m.Run()
	for _, dir := range removeLater {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// command runs the program on the world's data and reads its JSON, milliunit by
// milliunit, while the server goes on.
func (w *world) command(t testing.TB, into any, args ...string) {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, append(args, "--json", "--data", w.dir)...)
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
