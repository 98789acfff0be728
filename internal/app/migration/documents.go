package migration

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/model/auth"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/planfile"
	"holdover/internal/storage/store"
)

// KeptDocument is a document stored with a budget: the one it was imported from, or a newer one that was taken over
// since.
type KeptDocument struct {
	No      int64     `json:"no"` // the argument of Original
	At      time.Time `json:"at"` // when it was taken over
	File    string    `json:"file"`
	Current bool      `json:"current"` // the budget is compared with it
}

// Documents returns the documents stored with the budget, oldest first.
func (br *Migration) Documents(ctx context.Context, who users.Actor, id string) ([]KeptDocument, error) {
	return budgetsession.Read(ctx, br.access, who, id, func(v *store.ReadTx) ([]KeptDocument, error) {
		all, err := v.Documents()
		kept := make([]KeptDocument, len(all))
		for i, d := range all {
			report, err := readReport(d)
			if err != nil {
				return nil, err
			}
			kept[i] = KeptDocument{No: d.No, At: d.At, File: report.File, Current: d.No == v.Info().Document}
		}
		return kept, err
	})
}

// Original writes a document of the budget byte for byte; 0 is the one that verification compares with. It returns a
// NotFound error for a budget that was not imported.
func (br *Migration) Original(ctx context.Context, who users.Actor, id string, document int64, w io.Writer) error {
	h, err := br.access.Header(ctx, who, id, auth.See)
	if err != nil {
		return err
	}
	return br.access.Store.Original(ctx, h.No, document, w)
}

// Report returns the report about the document that verification compares with, from when it was taken over. It
// returns a NotFound error for a budget that was not imported.
func (br *Migration) Report(ctx context.Context, who users.Actor, id string) (ImportReport, error) {
	report, _, err := br.report(ctx, who, id, auth.See)
	return report, err
}

// report returns the stored report and its document.
func (br *Migration) report(ctx context.Context, who users.Actor, id string, right auth.Right) (report ImportReport, of source, err error) {
	var kept store.Document
	err = br.access.ReadTxWith(ctx, who, id, right, func(v *store.ReadTx) error {
		of.budget = v.Header().No
		kept, err = v.Report()
		return err
	})
	if err != nil {
		return ImportReport{}, source{}, err
	}
	report, err = readReport(kept)
	of.document = kept.No
	return report, of, err
}

// figures returns the stored figures that verification uses instead of the document, nil for a document taken over by
// an older program, and the document. It returns a NotFound error for a budget that was not imported.
func (br *Migration) figures(ctx context.Context, who users.Actor, id string, right auth.Right) (figures []byte, of source, err error) {
	err = br.access.ReadTxWith(ctx, who, id, right, func(v *store.ReadTx) error {
		if err := budgetsession.RefuseArchived(v.Info()); err != nil {
			return err
		}
		of = source{v.Header().No, v.Info().Document}
		figures, err = v.Figures()
		return err
	})
	return figures, of, err
}

func readReport(d store.Document) (ImportReport, error) {
	var report ImportReport
	if err := json.Unmarshal(d.Report, &report); err != nil {
		return ImportReport{}, fmt.Errorf("read the report: %w", err)
	}
	return report, nil
}

// source is one of a budget's documents.
type source struct{ budget, document int64 }

// plan reads a document that a budget keeps.
func (br *Migration) plan(ctx context.Context, of source) (*ynabdoc.Document, error) {
	how, err := br.reading(ctx, of)
	if err != nil {
		return nil, err
	}
	r := br.open(ctx, of)
	defer r.CloseWithError(io.ErrClosedPipe) // stops the writer when decoding stops
	doc, _, err := planfile.Decode(r, how)
	return doc, err
}

// reading returns the options with which a document was read when it was imported.
func (br *Migration) reading(ctx context.Context, of source) (how planfile.Options, err error) {
	err = br.access.Store.ReadTx(ctx, of.budget, func(v *store.ReadTx) error {
		kept, err := v.Document(of.document)
		if err != nil {
			return err
		}
		report, err := readReport(kept)
		how = report.reading()
		return err
	})
	return how, err
}

func (br *Migration) open(ctx context.Context, of source) *io.PipeReader {
	r, w := io.Pipe()
	go func() { w.CloseWithError(br.access.Store.Original(ctx, of.budget, of.document, w)) }()
	return r
}
