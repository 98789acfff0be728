package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

	"holdover/internal/database"
	"holdover/internal/fault"
)

// firstDocument is the number of the document that a budget was imported from.
const firstDocument = 1

// Document is one of the documents that a budget keeps: the one it was imported
// from, and each newer one that was taken over since. None is ever thrown away,
// so that an undo finds the one before.
type Document struct {
	No     int64
	At     time.Time       // when it was taken over
	Report json.RawMessage // what was said of it then
}

// keepDocument stores a document with its report; either may be nil.
func keepDocument(q *database.Session, no, document int64, original *Original, report json.RawMessage, at time.Time) error {
	if original != nil {
		if err := original.save(q, no, document); err != nil {
			return err
		}
	}
	if report == nil {
		return nil
	}
	_, err := q.Exec("INSERT INTO import_report (budget, document, at, report) VALUES ($1, $2, $3, $4)", no, document, at.UnixMilli(), string(report))
	return err
}

// KeepDocument stores a newer document with its report and makes it the one that
// the budget is compared with. Undoing the change brings the one before back,
// and the document stays for a redo.
func (w *Writer) KeepDocument(original *Original, report json.RawMessage) error {
	var last int64
	if _, err := w.q.One("SELECT coalesce(max(document), 0) FROM import_report WHERE budget = $1", []any{w.no}, &last); err != nil {
		return err
	}
	info := w.Info()
	info.Document = max(last, info.Document) + 1
	if err := keepDocument(w.q, w.no, info.Document, original, report, w.entry.At); err != nil {
		return err
	}
	return w.PutInfo(info)
}

const selectDocuments = "SELECT document, at, report FROM import_report WHERE budget = $1"

func scanDocument(r database.Row) (d Document, err error) {
	var at int64
	var report string
	err = r.Scan(&d.No, &at, &report)
	d.At, d.Report = time.UnixMilli(at).UTC(), json.RawMessage(report)
	return d, err
}

// Documents are the documents that the budget keeps, oldest first.
func (v *View) Documents() ([]Document, error) {
	return database.List(v.q, scanDocument, selectDocuments+" ORDER BY document", v.no)
}

// Report is the report of the document that the budget is compared with. Fault:
// NotFound where it came from none.
func (v *View) Report() (Document, error) {
	found, err := database.List(v.q, scanDocument, selectDocuments+" AND document = $2", v.no, v.header.Info.Document)
	if err == nil && len(found) == 0 {
		err = database.Missing(nil, "import report")
	}
	if err != nil {
		return Document{}, err
	}
	return found[0], nil
}

// Original writes one of the documents that a budget keeps, byte for byte; 0 is
// the one that it is compared with. However slowly it is taken, nothing of the
// database is held meanwhile. Faults: NotFound, Unavailable where what is kept is
// damaged.
func (s *Store) Original(ctx context.Context, no, document int64, to io.Writer) error {
	chunks := &chunkReader{store: s, ctx: ctx, no: no, document: document}
	if err := chunks.first(); err != nil {
		return err
	}
	decoder, err := zstd.NewReader(chunks, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return database.DamagedBy(fmt.Errorf("reading the document: %w", err))
	}
	defer decoder.Close()
	out := &written{to: to}
	_, err = io.Copy(out, decoder)
	if err != nil && out.failed == nil && chunks.failed == nil {
		if _, gone := s.Knowledge(ctx, no); gone != nil {
			return gone
		}
		err = database.DamagedBy(fmt.Errorf("reading the document: %w", err))
	}
	return err
}

// written remembers whether it was the writing that failed.
type written struct {
	to     io.Writer
	failed error
}

func (w *written) Write(p []byte) (n int, err error) {
	n, err = w.to.Write(p)
	w.failed = err
	return n, err
}

// chunkReader reads the rows of a document one after the other, each in a look
// of its own: they never change.
type chunkReader struct {
	store        *Store
	ctx          context.Context //nolint:containedctx // it lives as long as one call
	no, document int64
	seq          int
	left         []byte
	failed       error
}

// first finds the document and reads its first row.
func (c *chunkReader) first() error {
	h := Header{}
	err := c.store.db.Look(c.ctx, func(q *database.Session) (err error) {
		h, err = c.store.header(q, c.no)
		return err
	})
	if err != nil {
		return err
	}
	if c.document == 0 {
		c.document = h.Info.Document
	}
	switch err := c.next(); {
	case !errors.Is(err, io.EOF):
		return err
	case h.Info.Document == 0:
		return fault.New(fault.NotFound, "this budget was not imported, there is no original document")
	}
	return fault.New(fault.NotFound, "the budget keeps no document %d", c.document)
}

// next reads the next row; io.EOF is the end.
func (c *chunkReader) next() error {
	c.failed = c.store.db.Look(c.ctx, func(q *database.Session) error {
		found, err := q.One("SELECT chunk FROM original WHERE budget = $1 AND document = $2 AND seq = $3", []any{c.no, c.document, c.seq}, &c.left)
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
