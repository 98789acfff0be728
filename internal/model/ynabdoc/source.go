package ynabdoc

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/base/apperr"
)

// Limits on one value that must fit in memory. Names, notes and ids are far below the first; the second is for
// unknown arrays.
const (
	maxValue   = 1 << 20
	maxUnknown = 64 << 20
)

// Limits on a text, in bytes as written in the file. A page shows a hundred rows with several names each, and a
// download is named after its budget.
const (
	maxName = 4000
	maxLong = 64 << 10
)

// Limits on the memory of a file's records, so that a small file cannot allocate much: a live row of 60 bytes becomes
// a record of 320.
const (
	roomAtFirst = 32 << 20 // bytes, for a file of any size
	roomPerByte = 7        // of the file
	roomUnknown = 64       // the memory of an unknown member
)

var errTooLong = errors.New("the value is too long")

// source feeds the decoder and stops it from gathering a value beyond all bounds.
type source struct {
	r         io.Reader
	dec       *jsontext.Decoder
	delivered int64
	limit     int64
	taken     int64 // by records, in memory
	err       error // why reading stopped before the end
}

// take counts bytes stored in memory, and reports whether the file is large enough to contain that much.
func (s *source) take(bytes int64) bool {
	s.taken += bytes
	return s.taken <= roomAtFirst+roomPerByte*s.delivered
}

func (s *source) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	if s.delivered-s.dec.InputOffset() > s.limit {
		s.err = errTooLong
		return 0, s.err
	}
	n, err := s.r.Read(p)
	s.delivered += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// allow sets another limit until the returned function is called.
func (s *source) allow(limit int64) (restore func()) {
	before := s.limit
	s.limit = limit
	return func() { s.limit = before }
}

// counter reports the bytes read.
type counter struct {
	r     io.Reader
	n     int64
	tells func(int64)
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if c.tells != nil && n > 0 {
		c.tells(c.n)
	}
	return n, err
}

// unreadable returns the error for a file or connection that fails while it is read.
func unreadable(err error) *apperr.Error {
	return apperr.New(apperr.Unavailable, "reading the plan document stopped before its end").WithCause(err).
		WithHint("Try again; if it stops again, check the disk or the connection.")
}
