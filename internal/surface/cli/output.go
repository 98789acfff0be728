package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"

	"holdover/internal/base/apperr"
)

// toFile calls write with a file, or with standard output for "-". The file is created completely or not at all, and
// never replaces an existing one.
func (e *env) toFile(path string, write func(io.Writer) error) error {
	if path == "-" {
		to := &stdout{w: e.out}
		out := bufio.NewWriterSize(to, 1<<16)
		err := errors.Join(write(out), out.Flush())
		if to.failed != nil {
			return cannotPrint(to.failed)
		}
		return err
	}
	if _, err := os.Lstat(path); err == nil {
		return isThere(path)
	}
	sweepDrafts(filepath.Dir(path))
	f, err := os.CreateTemp(filepath.Dir(path), drafts)
	if err != nil {
		return apperr.New(apperr.Invalid, "%s cannot be written", path).WithCause(err).WithHint("check that the folder exists and that you may write to it")
	}
	defer os.Remove(f.Name())
	to := &stdout{w: f}
	out := bufio.NewWriterSize(to, 1<<16)
	err = errors.Join(write(out), out.Flush())
	if to.failed != nil {
		return errors.Join(unsaved(filepath.Dir(path), to.failed), f.Close())
	}
	if err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return unsaved(filepath.Dir(path), err)
	}
	return placeFile(f.Name(), path)
}

// stdout records that the write to standard output, or to a file, failed, as opposed to the producer of the data.
type stdout struct {
	w      io.Writer
	failed error
}

func (s *stdout) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil {
		s.failed = err
	}
	return n, err
}

// placeFile gives a finished temporary file its name. It uses a hard link, which fails if the name exists by now; a
// rename would replace the file.
func placeFile(temp, path string) error {
	err := os.Link(temp, path)
	if errors.Is(err, fs.ErrExist) {
		return isThere(path)
	}
	if err != nil { // a file system without hard links
		err = os.Rename(temp, path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return os.Chmod(path, 0o600)
}

// printCSV calls print with standard output. On a terminal, characters that control it are removed, as from tables; a
// file or another program gets the exact text.
func (e *env) printCSV(print func(io.Writer) error) error {
	if !isTerminal(e.out) {
		return print(e.out)
	}
	w := transform.NewWriter(e.out, runes.Remove(runes.Predicate(isHarmful)))
	return errors.Join(print(w), w.Close())
}

// printsOneWay refuses --csv together with --json.
func (e *env) printsOneWay(csv bool) error {
	if csv && e.json {
		return usageError{errors.New("--json and --csv are two ways to print the same: choose one")}
	}
	return nil
}

// newJSONEncoder returns the encoder of all JSON that commands print. Names can be from untrusted files: characters
// that control a terminal or change the direction of text are written as escapes, which JSON readers decode.
func newJSONEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(jsonEscaper{w})
	enc.SetEscapeHTML(false)
	return enc
}

// jsonEscaper writes JSON with harmful characters escaped. In JSON they occur only within strings. Each call of Write
// must contain whole characters, as json.Encoder's calls do.
type jsonEscaper struct{ w io.Writer }

func (j jsonEscaper) Write(p []byte) (int, error) {
	text := string(p)
	if strings.ContainsFunc(text, isHarmful) {
		var b strings.Builder
		for _, r := range text {
			if isHarmful(r) {
				fmt.Fprintf(&b, `\u%04x`, r)
			} else {
				b.WriteRune(r)
			}
		}
		text = b.String()
	}
	if _, err := io.WriteString(j.w, text); err != nil {
		return 0, err
	}
	return len(p), nil
}
