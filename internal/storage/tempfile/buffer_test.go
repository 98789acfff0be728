package tempfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holdover/internal/base/apperr"
)

func filesLeft(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestBufferReadsBackWhatWasWritten writes sizes on both sides of the limit of memory.
func TestBufferReadsBackWhatWasWritten(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, size := range []int{0, 10, 100, 101, 100_000} {
		s, want := New(100), bytes.Repeat([]byte("x1y"), size)[:size]
		for rest := want; len(rest) > 0; {
			n := min(len(rest), 40)
			if _, err := s.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		for range 2 {
			if got, err := io.ReadAll(s.Reader()); err != nil || !bytes.Equal(got, want) || s.Size() != int64(size) {
				t.Errorf("buffer of %d bytes: %d were read back (error %v)", size, len(got), err)
			}
		}
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	}
	if files := filesLeft(t); len(files) > 0 {
		t.Errorf("files left behind: %v", files)
	}
}

// TestKilledProcessLeavesNoFile kills a program that has a large buffer open.
func TestKilledProcessLeavesNoFile(t *testing.T) {
	if os.Getenv("SPOOL_CHILD") != "" {
		s := New(1)
		if _, err := s.Write(make([]byte, 1<<16)); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("ready\n")
		_, _ = io.Copy(io.Discard, os.Stdin)
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "SPOOL_CHILD=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if err := os.WriteFile(filepath.Join(dir, "holdover-1.spool"), nil, 0o600); err != nil { // killed between making and unnaming
		t.Fatal(err)
	}
	Sweep()
	if files := filesLeft(t); len(files) > 0 {
		t.Errorf("files left behind: %v", files)
	}
}

// A file that was created to be opened by its name stays for a day: another process may use it.
func TestSweepKeepsRecentNamedFiles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	recent, err := Create()
	if err != nil {
		t.Fatal(err)
	}
	old, err := Create()
	if err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-25 * time.Hour)
	if err := errors.Join(recent.Close(), old.Close(), os.Chtimes(old.Name(), past, past)); err != nil {
		t.Fatal(err)
	}
	Sweep()
	if _, err := os.Stat(recent.Name()); err != nil {
		t.Errorf("the recent file is gone: %v", err)
	}
	if _, err := os.Stat(old.Name()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the old file is still there: %v", err)
	}
}

// TestFullTemporaryFolderIsNamed: the error is not reported as a defect.
func TestFullTemporaryFolderIsNamed(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "gone"))
	_, err := New(1).Write([]byte("more than one"))
	if apperr.KindOf(err) != apperr.Unavailable || !strings.Contains(err.Error(), "temporary folder "+os.TempDir()) {
		t.Error(err)
	}
}

// blockingWriter blocks until it is released.
type blockingWriter struct {
	bytes.Buffer
	begun, free chan struct{}
	once        sync.Once
}

func (s *blockingWriter) Write(p []byte) (int, error) {
	s.once.Do(func() { close(s.begun) })
	<-s.free
	return s.Buffer.Write(p)
}

// TestSlowReaderDoesNotBlockTheWriter has the writer end while the reader has taken
// nothing yet.
func TestSlowReaderDoesNotBlockTheWriter(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	to := &blockingWriter{begun: make(chan struct{}), free: make(chan struct{})}
	written, done := make(chan struct{}), make(chan error, 1)
	text := bytes.Repeat([]byte("figures "), 1<<20)
	go func() {
		done <- NewRelays(4, 4).Relay("anna", to, func(w io.Writer) error {
			defer close(written)
			_, err := w.Write(text)
			return err
		})
	}()
	<-to.begun
	<-written
	close(to.free)
	if err := <-done; err != nil || !bytes.Equal(to.Bytes(), text) {
		t.Errorf("%d of %d bytes were relayed (error %v)", to.Len(), len(text), err)
	}
	if files := filesLeft(t); len(files) > 0 {
		t.Errorf("files left behind: %v", files)
	}
}

// TestErrorsAreReturnedBeforeTheFirstByte writes responses that fit in memory.
func TestErrorsAreReturnedBeforeTheFirstByte(t *testing.T) {
	failed := errors.New("the disk is on fire")
	for size, before := range map[int]bool{0: true, 1 << 19: true, 4 << 20: false} {
		var to bytes.Buffer
		err := NewRelays(1, 1).Relay("", &to, func(w io.Writer) error {
			_, err := w.Write(make([]byte, size))
			return errors.Join(err, failed)
		})
		if !errors.Is(err, failed) || before && to.Len() > 0 {
			t.Errorf("error after %d bytes: %d were sent, error %v", size, to.Len(), err)
		}
	}
}

// TestLargeResponsesAreLimited checks the limits per client and in total; small responses do not count.
func TestLargeResponsesAreLimited(t *testing.T) {
	rs := NewRelays(2, 1)
	large := func(w io.Writer) error { _, err := w.Write(make([]byte, 2<<20)); return err }
	begin := func(key string) (end func()) {
		to, done := &blockingWriter{begun: make(chan struct{}), free: make(chan struct{})}, make(chan error, 1)
		go func() { done <- rs.Relay(key, to, large) }()
		<-to.begun
		return func() {
			close(to.free)
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	}
	endAnna := begin("anna")
	if err := rs.Relay("anna", io.Discard, large); apperr.KindOf(err) != apperr.TooMany {
		t.Errorf("second large response of Anna: error %v, want too many", err)
	}
	if err := rs.Relay("anna", io.Discard, func(w io.Writer) error { _, err := w.Write(make([]byte, 1000)); return err }); err != nil {
		t.Errorf("small response: %v", err)
	}
	endBert := begin("bert")
	if err := rs.Relay("carl", io.Discard, large); apperr.KindOf(err) != apperr.TooMany {
		t.Errorf("third large response: error %v, want too many", err)
	}
	endAnna()
	endBert()
	if err := rs.Relay("anna", io.Discard, large); err != nil {
		t.Error(err)
	}
}

// TestDisconnectStopsTheWriter checks that a disconnected client stops the producer.
func TestDisconnectStopsTheWriter(t *testing.T) {
	disconnected := errors.New("broken pipe")
	err := NewRelays(1, 1).Relay("", failingWriter{disconnected}, func(w io.Writer) error {
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return err
			}
		}
	})
	if !errors.Is(err, disconnected) {
		t.Error(err)
	}
}

type failingWriter struct{ err error }

func (f failingWriter) Write([]byte) (int, error) { return 0, f.err }

// TestPanicOfTheWriterReachesTheCaller: a panic of the writer is passed to the caller, so that it is logged and answered
// as usual.
func TestPanicOfTheWriterReachesTheCaller(t *testing.T) {
	defer func() {
		if v := recover(); v == nil {
			t.Error("the writer's panic did not reach the caller")
		}
	}()
	_ = NewRelays(1, 1).Relay("", io.Discard, func(io.Writer) error { panic("oops") })
}
