package walk

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"holdover/internal/testing/testkit"
	"holdover/oracle"
)

// program returns the path of the command line, built if it is out of date. Concurrent tests of several packages
// share it: the first one builds it.
var program = sync.OnceValues(func() (string, error) {
	repo, err := oracle.FindRepo()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(string(repo), ".cache", "bin")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	building := flock.New(filepath.Join(dir, "holdover-tested.lock"))
	if err := building.Lock(); err != nil {
		return "", err
	}
	defer building.Unlock() //nolint:errcheck // its file is closed in any case
	path := filepath.Join(dir, "holdover-tested")
	build := exec.Command("go", "build", "-o", path, "holdover/cmd/holdover")
	build.Stderr = os.Stderr
	return path, build.Run()
})

// Program returns the path of the normal program, for tests of several processes.
func Program(t testing.TB) string {
	t.Helper()
	return testkit.Must(program())(t)
}

// Process is the running program.
type Process struct {
	Address string // that it printed
	command *exec.Cmd
	killed  bool
}

// Start starts the program, stops it at the end of the test, and returns the address that it prints after the words.
func Start(t testing.TB, words string, args ...string) (address string) {
	t.Helper()
	return StartProcess(t, words, args...).Address
}

// StartProcess is Start, returning the process.
func StartProcess(t testing.TB, words string, args ...string) *Process {
	t.Helper()
	p := TryProcess(t, words, args...)
	if p == nil {
		t.Fatalf("holdover %v does not say %q", args, words)
	}
	return p
}

// TryProcess is StartProcess for a start that may fail, such as without its database; it returns nil then.
func TryProcess(t testing.TB, words string, args ...string) *Process {
	t.Helper()
	p := &Process{command: exec.Command(Program(t), args...)}
	p.command.Env = append(os.Environ(), "HOME="+t.TempDir())
	output := testkit.Must(p.command.StderrPipe())(t)
	testkit.NoError(t, p.command.Start())
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if _, at, found := strings.Cut(lines.Text(), words); found {
			go func() { _, _ = io.Copy(io.Discard, output) }()
			p.Address = strings.TrimRight(strings.Fields(at)[0], ",")
			t.Cleanup(func() { p.end(t) })
			return p
		}
	}
	_ = p.command.Wait()
	return nil
}

func (p *Process) end(t testing.TB) {
	if p.killed {
		return
	}
	_ = p.command.Process.Signal(os.Interrupt)
	if err := p.command.Wait(); err != nil {
		t.Errorf("holdover %v ends with %v", p.command.Args[1:], err)
	}
}

// Kill ends the process immediately.
func (p *Process) Kill() {
	p.killed = true
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// PeakMiB returns the peak memory of the process so far, or 0 if the system does not report it.
func (p *Process) PeakMiB() (mib float64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, "VmHWM: %f kB", &mib); err == nil {
			return mib / 1024
		}
	}
	return 0
}

// ProcessorTime returns the processor time of the process so far, or 0 on systems that do not report it.
func (p *Process) ProcessorTime() time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	var user, system int64 // in hundredths of a second, the fields 14 and 15; the name before them may have blanks in it
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	user, _ = strconv.ParseInt(fields[11], 10, 64)
	system, _ = strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// Command runs the program on the server's data and decodes its JSON, while the server keeps running.
func (w *Env) Command(t testing.TB, into any, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Program(t), append(args, "--json", "--data", w.Dir)...)
	cmd.Dir = testkit.RepoRoot(t)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("holdover %v: %v", args, err)
	}
	testkit.NoError(t, json.Unmarshal(out, into))
}
