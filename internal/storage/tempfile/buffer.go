// Package tempfile buffers data in transit: a document while it is read, a response for a slow client, a plan during its
// download. Small data stays in memory; large data goes to a temporary file, unlinked where the system allows that,
// so that nothing remains however the program ends.
//
// Start with Buffer, then Relays.
package tempfile

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"holdover/internal/base/apperr"
)

// Buffer buffers bytes, which can be read any number of times.
type Buffer struct {
	inMemory int
	memory   bytes.Buffer
	file     *File
	size     int64
}

// New returns an empty buffer that stores up to inMemory bytes in memory. The caller must close it.
func New(inMemory int) *Buffer { return &Buffer{inMemory: inMemory} }

// Write appends bytes. It returns an Unavailable error if the temporary folder is full or read-only.
func (s *Buffer) Write(p []byte) (n int, err error) {
	if s.file == nil && s.memory.Len()+len(p) > s.inMemory {
		if err := s.spill(); err != nil {
			return 0, err
		}
	}
	if s.file == nil {
		n, err = s.memory.Write(p)
	} else {
		n, err = s.file.Write(p)
	}
	s.size += int64(n)
	return n, err
}

func (s *Buffer) spill() error {
	file, err := NewFile()
	if err != nil {
		return err
	}
	if _, err := s.memory.WriteTo(file); err != nil {
		return errors.Join(err, file.Close())
	}
	s.file, s.memory = file, bytes.Buffer{}
	return nil
}

// Size returns the number of bytes written.
func (s *Buffer) Size() int64 { return s.size }

// Reader returns a reader from the beginning. Several may exist at once; Close ends them.
func (s *Buffer) Reader() io.Reader {
	if s.file == nil {
		return bytes.NewReader(s.memory.Bytes())
	}
	return io.NewSectionReader(s.file, 0, math.MaxInt64)
}

// ReadAt reads written bytes from an offset.
func (s *Buffer) ReadAt(p []byte, at int64) (int, error) {
	if s.file == nil {
		return bytes.NewReader(s.memory.Bytes()).ReadAt(p, at)
	}
	return s.file.ReadAt(p, at)
}

// Close releases the data. It may be called repeatedly.
func (s *Buffer) Close() error {
	if s.file == nil {
		s.memory = bytes.Buffer{}
		return nil
	}
	return s.file.Close()
}

// File is a temporary file that is deleted when it is closed or the process ends.
type File struct {
	*os.File
	named bool // the system does not unlink open files
}

// names is the pattern of temporary files, openNames that of files that other code opens by their names.
const (
	names     = "holdover-*.spool"
	openNames = "holdover-*.open"
)

// Create creates an empty temporary file with a name, for code that opens it by that name. The caller removes it; if the
// process is killed, [Sweep] does so a day later. It returns an Unavailable error.
func Create() (*os.File, error) { return create(openNames) }

func create(pattern string) (*os.File, error) {
	file, err := os.CreateTemp("", pattern)
	if err != nil {
		return nil, noRoom(err)
	}
	return file, nil
}

// NewFile creates an empty temporary file. It returns an Unavailable error.
func NewFile() (*File, error) {
	file, err := create(names)
	if err != nil {
		return nil, err
	}
	return &File{File: file, named: os.Remove(file.Name()) != nil}, nil
}

// Write appends bytes. It returns an Unavailable error.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, noRoom(err)
}

// Close closes and removes the file. It may be called again.
func (f *File) Close() error {
	err := f.File.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	if f.named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// forgotten is the age from which a file of [Create] is that of a killed process.
const forgotten = 24 * time.Hour

// Sweep removes the temporary files of killed processes. Files in use have no name, or, on a system that does not
// unlink open files, cannot be removed; those of [Create] are recent.
func Sweep() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), names)) // the pattern is sound
	for _, path := range left {
		_ = os.Remove(path)
	}
	opened, _ := filepath.Glob(filepath.Join(os.TempDir(), openNames)) // the pattern is sound
	for _, path := range opened {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > forgotten {
			_ = os.Remove(path)
		}
	}
}

func noRoom(err error) error {
	if err == nil {
		return nil
	}
	f := apperr.New(apperr.Unavailable, "the temporary folder %s cannot be written to", os.TempDir()).WithCause(err)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		f = apperr.New(apperr.Unavailable, "the disk is full: no space left in the temporary folder %s", os.TempDir()).WithCause(err)
	}
	return f.WithHint("make room there, or name another folder in the variable TMPDIR")
}
