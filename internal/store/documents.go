package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

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
func keepDocument(q *session, no, document int64, original *Original, report json.RawMessage, at time.Time) error {
	if original != nil {
		if err := original.save(q, no, document); err != nil {
			return err
		}
	}
	if report == nil {
		return nil
	}
	_, err := q.exec("INSERT INTO import_report (budget, document, at, report) VALUES ($1, $2, $3, $4)", no, document, at.UnixMilli(), string(report))
	return err
}

// KeepDocument stores a newer document with its report and makes it the one that
// the budget is compared with. Undoing the change brings the one before back,
// and the document stays for a redo.
func (w *Writer) KeepDocument(original *Original, report json.RawMessage) error {
	var last int64
	if _, err := w.q.one("SELECT coalesce(max(document), 0) FROM import_report WHERE budget = $1", []any{w.no}, &last); err != nil {
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

func scanDocument(r *sql.Rows) (d Document, err error) {
	var at int64
	var report string
	err = r.Scan(&d.No, &at, &report)
	d.At, d.Report = time.UnixMilli(at).UTC(), json.RawMessage(report)
	return d, err
}

// Documents are the documents that the budget keeps, oldest first.
func (v *View) Documents() ([]Document, error) {
	return list(v.q, scanDocument, selectDocuments+" ORDER BY document", v.no)
}

// Report is the report of the document that the budget is compared with. Fault:
// NotFound where it came from none.
func (v *View) Report() (Document, error) {
	found, err := list(v.q, scanDocument, selectDocuments+" AND document = $2", v.no, v.header.Info.Document)
	if err == nil && len(found) == 0 {
		err = missing(nil, "import report")
	}
	if err != nil {
		return Document{}, err
	}
	return found[0], nil
}

// Original writes one of the documents that a budget keeps, byte for byte; 0 is
// the one that it is compared with. Fault: NotFound.
func (s *Store) Original(ctx context.Context, no, document int64, to io.Writer) error {
	return s.look(ctx, func(q *session) error {
		h, err := loadHeader(q, no)
		if err != nil {
			return err
		}
		if document == 0 {
			document = h.Info.Document
		}
		chunks := &chunkReader{q: q, no: no, document: document}
		decoder, err := zstd.NewReader(chunks, zstd.WithDecoderConcurrency(1))
		if err != nil {
			return fmt.Errorf("reading the document: %w", err)
		}
		defer decoder.Close()
		if _, err := io.Copy(to, decoder); err != nil {
			return fmt.Errorf("writing the document: %w", err)
		}
		if chunks.seq > 0 {
			return nil
		}
		if h.Info.Document == 0 {
			return fault.New(fault.NotFound, "this budget was not imported, there is no original document")
		}
		return fault.New(fault.NotFound, "the budget keeps no document %d", document)
	})
}

// chunkReader reads the rows of a document one after the other.
type chunkReader struct {
	q            *session
	no, document int64
	seq          int
	left         []byte
}

func (c *chunkReader) Read(p []byte) (int, error) {
	if len(c.left) == 0 {
		found, err := c.q.one("SELECT chunk FROM original WHERE budget = $1 AND document = $2 AND seq = $3", []any{c.no, c.document, c.seq}, &c.left)
		if err != nil {
			return 0, err
		}
		if !found {
			return 0, io.EOF
		}
		c.seq++
	}
	n := copy(p, c.left)
	c.left = c.left[n:]
	return n, nil
}
