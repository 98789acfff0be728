package blob

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"holdover/internal/storage/database"
)

// chunkSize is the number of bytes in a row.
const chunkSize = 1 << 20

// The tables of files in chunks.
var (
	documents = chunkTable{"original", "document"}
	archives  = chunkTable{"archive_file", "archive"}
)

// chunkTable is a table of files in chunks, and its column with the number of the file.
type chunkTable struct{ name, file string }

// Save stores the document of a budget, in rows of one chunk each.
func (o *Original) Save(q *database.Session, no, document int64) error {
	return o.save(q, documents, no, document)
}

// SaveArchive stores the file of an archive, in rows of one chunk each.
func (o *Original) SaveArchive(q *database.Session, no, archive int64) error {
	return o.save(q, archives, no, archive)
}

func (o *Original) save(q *database.Session, in chunkTable, no, file int64) error {
	if err := o.encoder.Close(); err != nil {
		return database.Busy(err)
	}
	compressed := o.buffer.Reader()
	for seq, buf := 0, make([]byte, chunkSize); ; seq++ {
		n, err := io.ReadFull(compressed, buf)
		if n > 0 {
			if _, err := q.Exec("INSERT INTO "+in.name+" (budget, "+in.file+", seq, chunk) VALUES ($1, $2, $3, $4)", no, file, seq, buf[:n]); err != nil {
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

// Documents returns the numbers of a budget's stored documents.
func Documents(q *database.Session, no int64) ([]int64, error) {
	return database.List(q, database.Only[int64], "SELECT DISTINCT document FROM original WHERE budget = $1 ORDER BY document", no)
}

// ErrNone is the error for a document number that does not exist.
var ErrNone = errors.New("there is no such document")

// Copy writes a stored document byte for byte. It holds no database resource while a slow client reads. It returns
// ErrNone, and Unavailable with the code Damaged if the data is damaged.
func Copy(ctx context.Context, db *database.DB, no, document int64, to io.Writer) error {
	return copyChunks(&chunkReader{read: outside(ctx, db), table: documents, no: no, file: document}, to)
}

// CopyArchive is Copy for the file of an archive.
func CopyArchive(ctx context.Context, db *database.DB, no, archive int64, to io.Writer) error {
	return copyChunks(&chunkReader{read: outside(ctx, db), table: archives, no: no, file: archive}, to)
}

// CopyArchiveWithin is CopyArchive within a transaction.
func CopyArchiveWithin(q *database.Session, no, archive int64, to io.Writer) error {
	within := func(fn func(*database.Session) error) error { return fn(q) }
	return copyChunks(&chunkReader{read: within, table: archives, no: no, file: archive}, to)
}

// outside returns a function that reads in a separate transaction: chunks do not change.
func outside(ctx context.Context, db *database.DB) func(func(*database.Session) error) error {
	return func(fn func(*database.Session) error) error { return db.Read(ctx, fn) }
}

func copyChunks(chunks *chunkReader, to io.Writer) error {
	if err := chunks.next(); err != nil {
		if errors.Is(err, io.EOF) {
			err = ErrNone
		}
		return err
	}
	decoder, err := zstd.NewReader(chunks, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return damaged(err)
	}
	defer decoder.Close()
	out := &written{to: to}
	_, err = io.Copy(out, decoder)
	if err != nil && out.failed == nil && chunks.failed == nil {
		err = damaged(err)
	}
	return err
}

func damaged(err error) error { return database.DamagedBy(fmt.Errorf("reading the document: %w", err)) }

// written wraps a writer and remembers its error, which tells a failed write from damaged data.
type written struct {
	to     io.Writer
	failed error
}

func (w *written) Write(p []byte) (n int, err error) {
	n, err = w.to.Write(p)
	w.failed = err
	return n, err
}

// chunkReader reads the rows of a file.
type chunkReader struct {
	read     func(func(*database.Session) error) error
	table    chunkTable
	no, file int64
	seq      int
	left     []byte
	failed   error
}

// next reads the next row. It returns io.EOF at the end.
func (c *chunkReader) next() error {
	c.failed = c.read(func(q *database.Session) error {
		found, err := q.One("SELECT chunk FROM "+c.table.name+" WHERE budget = $1 AND "+c.table.file+" = $2 AND seq = $3", []any{c.no, c.file, c.seq}, &c.left)
		if err == nil && !found {
			c.left = nil
		}
		return err
	})
	if c.failed == nil && c.left == nil {
		return io.EOF
	}
	c.seq++
	return c.failed
}

func (c *chunkReader) Read(p []byte) (int, error) {
	for len(c.left) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.left)
	c.left = c.left[n:]
	return n, nil
}
