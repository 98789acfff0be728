package blob

import (
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"holdover/internal/storage/database"
	"holdover/internal/storage/tempfile"
)

// Original receives the document of an import while it is read, and holds it compressed until the import stores it:
// up to inMemory bytes in memory, more in a temporary file.
type Original struct {
	encoder *zstd.Encoder
	buffer  *tempfile.Buffer
}

const inMemory = 4 << 20

// NewOriginal returns an empty document. Always close it.
func NewOriginal() (*Original, error) {
	o := &Original{buffer: tempfile.New(inMemory)}
	// With two, the encoder compresses a block while the next one is decoded.
	encoder, err := zstd.NewWriter(o.buffer, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2))
	if err != nil {
		return nil, fmt.Errorf("compressing the document: %w", err)
	}
	o.encoder = encoder
	return o, nil
}

// Write appends the next bytes of the document.
func (o *Original) Write(p []byte) (int, error) {
	n, err := o.encoder.Write(p)
	return n, database.Busy(err)
}

// Close releases the data. It may be called repeatedly.
func (o *Original) Close() error {
	return errors.Join(o.encoder.Close(), o.buffer.Close())
}

// Finish ends the document and returns the error of storing it. Nothing more can be written.
func (o *Original) Finish() error { return database.Busy(o.encoder.Close()) }

// Reader returns a reader of the document from its beginning. Several readers may be open at once. After the first
// call nothing more can be written, and Close invalidates the readers.
func (o *Original) Reader() (io.ReadCloser, error) {
	if err := o.Finish(); err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(o.buffer.Reader(), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("reading the document: %w", err)
	}
	return decoder.IOReadCloser(), nil
}
