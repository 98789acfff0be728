package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/budget"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/blob"
)

// firstDocument is the number of the document that a budget was imported from.
const firstDocument = 1

// Document is one of a budget's stored documents: the one that it was imported from, or a newer one that was taken
// over since. Documents are never deleted, so that an undo finds the previous one.
type Document struct {
	No     int64
	At     time.Time       // time of the import
	Report json.RawMessage // the report of that import
}

// DocumentSummary is the data that is stored with a document.
type DocumentSummary struct {
	Report  json.RawMessage // the import's report; if nil, no data is stored
	Figures []byte          // the input of a verification without the document; may be nil
}

// keepDocument stores a document, which may be nil, with its data.
func keepDocument(q *database.Session, no, document int64, original *blob.Original, told DocumentSummary, at time.Time) error {
	if original != nil {
		if err := original.Save(q, no, document); err != nil {
			return err
		}
	}
	if told.Report == nil {
		return nil
	}
	return q.Run("INSERT INTO import_report (budget, document, at, report, figures) VALUES ($1, $2, $3, $4, $5)", no, document, at.UnixMilli(), string(told.Report), told.Figures)
}

// KeepDocument stores a newer document with its data. The budget is compared with it from then on. An undo of the
// change restores the previous document; the newer one stays stored for a redo.
func (w *WriteTx) KeepDocument(original *blob.Original, told DocumentSummary) error {
	var last int64
	if _, err := w.q.One("SELECT coalesce(max(document), 0) FROM import_report WHERE budget = $1", []any{w.no}, &last); err != nil {
		return err
	}
	info := w.Info()
	info.Document = max(last, info.Document) + 1
	if err := keepDocument(w.q, w.no, info.Document, original, told, w.entry.At); err != nil {
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

// Documents returns the stored documents, oldest first.
func (v *ReadTx) Documents() ([]Document, error) {
	return database.List(v.q, scanDocument, selectDocuments+" ORDER BY document", v.no)
}

// Report returns the report of the document that the budget is compared with. Error: NotFound if the budget was not
// imported.
func (v *ReadTx) Report() (Document, error) { return v.Document(v.header.Info.Document) }

// Document returns the stored document with a number. Error: NotFound if there is none.
func (v *ReadTx) Document(number int64) (Document, error) {
	return database.First(v.q, noDocument(), scanDocument, selectDocuments+" AND document = $2", v.no, number)
}

// Figures returns the stored figures of the document that the budget is compared with. They are nil if there are
// none, as in an import by an older version. Error: NotFound if the budget was not imported.
func (v *ReadTx) Figures() ([]byte, error) {
	scan := func(r database.Row) (figures []byte, err error) { return figures, r.Scan(&figures) }
	return database.First(v.q, noDocument(), scan, "SELECT figures FROM import_report WHERE budget = $1 AND document = $2", v.no, v.header.Info.Document)
}

// noDocument returns the error for a budget that was not imported.
func noDocument() error {
	return apperr.New(apperr.NotFound, "the budget was not imported: it has no file to compare with")
}

// Original writes a stored document byte for byte; document 0 is the one that the budget is compared with. It holds
// no database resource while a slow client reads. Errors: NotFound; Unavailable if the stored data is damaged.
func (s *Store) Original(ctx context.Context, no, document int64, to io.Writer) error {
	h := Header{}
	err := s.db.Read(ctx, func(q *database.Session) (err error) {
		h, err = s.header(q, no)
		return err
	})
	if err != nil {
		return err
	}
	err = blob.Copy(ctx, s.db, no, cmp.Or(document, h.Info.Document), to)
	switch {
	case errors.Is(err, blob.ErrNone) && h.Info.Document == 0:
		return apperr.New(apperr.NotFound, "this budget was not imported: it has no original document")
	case errors.Is(err, blob.ErrNone):
		return apperr.New(apperr.NotFound, "the budget has no document %d", cmp.Or(document, h.Info.Document))
	case apperr.CodeOf(err) == database.Damaged:
		if _, gone := s.Knowledge(ctx, no); gone != nil {
			return gone
		}
	}
	return err
}

// KeepArchiveFile stores the file of an archive. It stays when the archive's record is deleted, for a redo.
func (w *WriteTx) KeepArchiveFile(archive budget.ArchiveNo, file *blob.Original) error {
	return file.SaveArchive(w.q, w.no, int64(archive))
}

// CopyArchiveFile writes the file of an archive. Errors: NotFound; Unavailable if the stored data is damaged.
func (v *ReadTx) CopyArchiveFile(archive budget.ArchiveNo, to io.Writer) error {
	return archiveFault(blob.CopyArchiveWithin(v.q, v.no, int64(archive), to))
}

// ArchiveFile is CopyArchiveFile for the budget with a number. It holds no database resource while a slow client reads.
func (s *Store) ArchiveFile(ctx context.Context, no int64, archive budget.ArchiveNo, to io.Writer) error {
	return archiveFault(blob.CopyArchive(ctx, s.db, no, int64(archive), to))
}

func archiveFault(err error) error {
	if errors.Is(err, blob.ErrNone) {
		return apperr.New(apperr.NotFound, "the file of the archived years is not there").WithHint("use the file that you downloaded")
	}
	return err
}
