package plandoc

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"holdover/internal/fault"
)

// Bounds on one value that must be in memory whole. Names, notes and ids are far
// below the first; the second is for arrays that this program does not know.
const (
	maxValue   = 1 << 20
	maxUnknown = 64 << 20
)

var errTooLong = errors.New("the value is too long")

// source feeds the decoder and stops it from gathering a value beyond all bounds.
type source struct {
	r         io.Reader
	dec       *jsontext.Decoder
	delivered int64
	limit     int64
	err       error // why reading stopped, other than at the end
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

// allow sets another limit until the function it gives back is called.
func (s *source) allow(limit int64) (restore func()) {
	before := s.limit
	s.limit = limit
	return func() { s.limit = before }
}

// counter tells of the bytes read.
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

// unreadable is the fault for a file or connection that fails while it is read.
func unreadable(err error) *fault.Error {
	return fault.New(fault.Unavailable, "reading the plan document stopped before its end").WithCause(err).
		WithHint("Try again; if it stops again, check the disk or the connection.")
}
