//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdover/internal/storage/database"
)

// TestKilledImportLeavesNoDatabase kills an import that was to create a database. The next import creates it.
func TestKilledImportLeavesNoDatabase(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	imported := func() *exec.Cmd { return program(t, "import", "-", "--data", data) }
	plan := filepath.Join(t.TempDir(), "household.json")
	if err := writeSample(plan); err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile(plan)
	if err != nil {
		t.Fatal(err)
	}
	half, _, cut := bytes.Cut(document, []byte(`"transactions"`))
	if !cut {
		t.Fatal("the sample has no transactions")
	}
	cmd := imported()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(half); err != nil {
		t.Fatal(err)
	}
	for !hasDatabase(t, data) && t.Context().Err() == nil {
		runtime.Gosched()
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("import ended before it was killed")
	}
	if _, err := os.Stat(filepath.Join(data, database.FileName)); err == nil {
		t.Error("killed import left a database")
	}
	cmd = imported()
	cmd.Stdin = bytes.NewReader(document)
	if output, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(output), "Imported") {
		t.Errorf("next import: %v: %s", err, output)
	}
}

// TestStoppedImportReportsIt: the error named the running SQL statement.
func TestStoppedImportReportsIt(t *testing.T) {
	data, plan := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "household.json")
	if err := writeSample(plan); err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile(plan)
	if err != nil {
		t.Fatal(err)
	}
	cmd := program(t, "import", "-", "--data", data)
	var output strings.Builder
	cmd.Stderr = &output
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(document[:len(document)/2]); err != nil {
		t.Fatal(err)
	}
	for !hasDatabase(t, data) && t.Context().Err() == nil {
		runtime.Gosched()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond) // otherwise the rest may be complete before the signal
	_, _ = in.Write(document[len(document)/2:])
	_ = in.Close()
	if err := cmd.Wait(); err == nil || !strings.Contains(output.String(), "stopped; nothing was changed") {
		t.Errorf("stopped import: error %v, output %q", err, output.String())
	}
}

// hasDatabase reports whether a folder contains a database under any name.
func hasDatabase(t *testing.T, data string) bool {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(data, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(all) > 0
}
