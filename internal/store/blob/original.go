package blob

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"holdover/internal/database"
	"holdover/internal/spool"
)

// Original takes the document of an import while it is being read, and keeps it
// compressed until the import stores it: up to inMemory bytes in memory, beyond
// that in a temporary file.
type Original struct {
	encoder *zstd.Encoder
	spool   *spool.Spool
}

const inMemory = 4 << 20

// NewOriginal returns an empty document. Always close it.
func NewOriginal() (*Original, error) {
	o := &Original{spool: spool.New(inMemory)}
	encoder, err := zstd.NewWriter(o.spool, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("compressing the document: %w", err)
	}
	o.encoder = encoder
	return o, nil
}

// Write takes the next bytes of the document.
func (o *Original) Write(p []byte) (int, error) {
	n, err := o.encoder.Write(p)
	return n, database.Busy(err)
}

// Close releases the data. It may be called repeatedly.
func (o *Original) Close() error {
	return errors.Join(o.encoder.Close(), o.spool.Close())
}

// Reader reads the document from its beginning. There may be several at once;
// nothing can be written any more, and Close ends them.
func (o *Original) Reader() (io.ReadCloser, error) {
	if err := o.encoder.Close(); err != nil {
		return nil, database.Busy(err)
	}
	decoder, err := zstd.NewReader(o.spool.Reader(), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	return decoder.IOReadCloser(), nil
}
