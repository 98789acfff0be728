package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Original takes the document of an import while it is being read, and keeps it
// compressed until the import stores it: up to inMemory bytes in memory, beyond
// that in a temporary file that is gone with the process.
type Original struct {
	encoder *zstd.Encoder
	spool   spool
}

const (
	inMemory  = 16 << 20
	chunkSize = 1 << 20 // bytes in a row of table original
)

// NewOriginal begins to take a document. Close it whatever happens.
func NewOriginal() (*Original, error) {
	o := &Original{}
	encoder, err := zstd.NewWriter(&o.spool, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("compressing the document: %w", err)
	}
	o.encoder = encoder
	return o, nil
}

// Write takes the next bytes of the document.
func (o *Original) Write(p []byte) (int, error) {
	n, err := o.encoder.Write(p)
	return n, busy(err)
}

// Close lets go of what was kept. It may be called again.
func (o *Original) Close() error {
	return errors.Join(o.encoder.Close(), o.spool.Close())
}

// Reader reads the document from its beginning. There may be several at once;
// nothing can be written any more, and Close ends them.
func (o *Original) Reader() (io.ReadCloser, error) {
	if err := o.encoder.Close(); err != nil {
		return nil, busy(err)
	}
	decoder, err := zstd.NewReader(o.spool.reader(), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	return decoder.IOReadCloser(), nil
}

// save stores the document with a budget, in rows of one chunk each.
func (o *Original) save(q *session, no, document int64) error {
	if err := o.encoder.Close(); err != nil {
		return busy(err)
	}
	compressed := o.spool.reader()
	for seq, buf := 0, make([]byte, chunkSize); ; seq++ {
		n, err := io.ReadFull(compressed, buf)
		if n > 0 {
			if _, err := q.exec("INSERT INTO original (budget, document, seq, chunk) VALUES ($1, $2, $3, $4)", no, document, seq, buf[:n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the compressed document: %w", err)
		}
	}
}

// spool is memory first and a file when it grows.
type spool struct {
	memory bytes.Buffer
	file   *os.File
}

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.memory.Len()+len(p) <= inMemory {
		return s.memory.Write(p)
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "holdover-*.zst")
		if err != nil {
			return 0, err
		}
		s.file = file
		if _, err := s.memory.WriteTo(file); err != nil {
			return 0, err
		}
		s.memory = bytes.Buffer{}
	}
	return s.file.Write(p)
}

func (s *spool) reader() io.Reader {
	if s.file == nil {
		return bytes.NewReader(s.memory.Bytes())
	}
	return io.NewSectionReader(s.file, 0, math.MaxInt64)
}

func (s *spool) Close() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file = nil
	return errors.Join(file.Close(), os.Remove(file.Name()))
}
