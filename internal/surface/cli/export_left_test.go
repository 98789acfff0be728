//go:build unix

package cli

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdover/internal/testing/sourcetest"
	"holdover/internal/testing/testkit"
)

// Every command that writes a file removes the temporary files of killed processes in the same folder.
func TestWritingAFileDeletesLeftTemporaryFiles(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), []byte("{}")
	long := time.Now().Add(-2 * draftLife)
	e := &env{}
	err := e.toFile(filepath.Join(dir, "first.json"), func(io.Writer) error { // as if it were killed here
		left, err := filepath.Glob(filepath.Join(dir, ".holdover-*"))
		if err == nil && len(left) == 1 {
			err = os.Rename(left[0], left[0]+".kept")
		}
		return err
	})
	if err == nil {
		t.Fatal("writing a file without a name: got no error")
	}
	kept, err := filepath.Glob(filepath.Join(dir, ".holdover-*.kept"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("other files: %v, want one (error %v)", kept, err)
	}
	killed := strings.TrimSuffix(kept[0], ".kept")
	if err := errors.Join(os.Rename(kept[0], killed), os.Chtimes(killed, long, long)); err != nil {
		t.Fatal(err)
	}
	if err := e.toFile(filepath.Join(dir, "second.json"), func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("temporary file %s exists (error %v)", killed, err)
	}
}

// TestStoppedExportLeavesNoFile ends an export by the signal of a closed terminal. It leaves no file, and also
// removes the temporary file of a killed export.
func TestStoppedExportLeavesNoFile(t *testing.T) {
	s := sourcetest.New(t, testkit.Plan(t, "--seed", "20", "--years", "1", "--tx", "200", "--name", "Household"))
	started := make(chan struct{})
	s.Before(func(w http.ResponseWriter, r *http.Request) bool {
		if filepath.Base(r.URL.Path) == "plans" {
			return false
		}
		close(started)
		<-r.Context().Done()
		return true
	})
	home := t.TempDir()
	downloads := filepath.Join(home, "Downloads")
	if err := os.Mkdir(downloads, 0o700); err != nil {
		t.Fatal(err)
	}
	old, young := filepath.Join(downloads, ".holdover-1.part"), filepath.Join(downloads, ".holdover-2.part")
	for _, path := range []string{old, young} {
		if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * draftLife)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "holdover", "export", "--source", s.URL, "--plan", "last-used")
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "XDG_DOWNLOAD_DIR=" + downloads, "HOLDOVER_SOURCE_TOKEN=" + sourcetest.Token}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-started
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("stopped export reports success")
	}
	left, err := filepath.Glob(filepath.Join(downloads, ".holdover-*"))
	if err != nil || len(left) != 1 || left[0] != young {
		t.Errorf("files left behind: %v (error %v)", left, err)
	}
}
