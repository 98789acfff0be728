package migration

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io"
	"strings"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/importer"
	"holdover/internal/logic/reimport"
	"holdover/internal/model/auth"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/humanize"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/planfile"
	"holdover/internal/storage/store"
	"holdover/internal/storage/store/blob"
)

// Reimport describes the changes that a newer document of the same plan makes in a budget.
type Reimport struct {
	New     int               `json:"new"`
	Changed int               `json:"changed"`
	Deleted int               `json:"deleted"`
	Kept    int               `json:"kept"` // records that stay as they are here, at least in part
	Changes []reimport.Change `json:"changes"`
	// Same reports whether it is the same document that the budget is compared with. Any other document replaces it,
	// also if it changes no record.
	Same bool `json:"same_file"`
	// Older is set only for a file that is older than the document that the budget is compared with: records created
	// since are missing in it, and count as deleted.
	Older *Older `json:"older,omitempty"`
}

// Where describes which records count as deleted: an older file lacks those created since.
func (r *Reimport) Where() string {
	if r.Older != nil {
		return "in this file"
	}
	return "since"
}

// NewerFile contains the user's input about a newer document.
type NewerFile struct {
	Name  string
	Older bool // take over a document older than the present one
}

// PreviewReimport returns the changes that a newer document of the budget's plan would make; name is that of its file. r must be received
// completely, because the memory for a whole budget is reserved while it is read. It returns the errors of Import,
// and Conflict for another plan.
func (br *Migration) PreviewReimport(ctx context.Context, who users.Actor, id, name string, r io.Reader) (view Reimport, err error) {
	err = br.access.WithMemory(ctx, who, budgetsession.Alone, func() error {
		view, err = br.previewReimport(ctx, who, id, name, r)
		return err
	})
	return view, err
}

func (br *Migration) previewReimport(ctx context.Context, who users.Actor, id, name string, r io.Reader) (Reimport, error) {
	n, err := br.newer(ctx, who, id, name, auth.See, r)
	if err != nil {
		return Reimport{}, err
	}
	var view Reimport
	err = br.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		_, view, err = n.compare(v)
		return err
	})
	return view, err
}

// ApplyReimport takes over the changes of a newer document of the plan, except for fields that were changed here, and
// stores it as the document that the budget is compared with, in one step of the journal. It returns the errors of
// PreviewReimport, and Conflict if another document was taken over since, or if this one is older and the user did
// not confirm that.
func (br *Migration) ApplyReimport(ctx context.Context, who users.Actor, id string, file NewerFile, r io.Reader) (done budgetsession.ChangeResult, view Reimport, err error) {
	err = br.access.WithMemory(ctx, who, budgetsession.Alone, func() error {
		done, view, err = br.applyReimport(ctx, who, id, file, r)
		return err
	})
	return done, view, err
}

func (br *Migration) applyReimport(ctx context.Context, who users.Actor, id string, file NewerFile, r io.Reader) (budgetsession.ChangeResult, Reimport, error) {
	original, err := blob.NewOriginal()
	if err != nil {
		return budgetsession.ChangeResult{}, Reimport{}, err
	}
	defer original.Close()
	n, err := br.newer(ctx, who, id, file.Name, auth.Change, io.TeeReader(r, original))
	if err = cmp.Or(original.Finish(), err); err != nil {
		return budgetsession.ChangeResult{}, Reimport{}, err
	}
	if n.older != nil && !file.Older {
		return budgetsession.ChangeResult{}, Reimport{Older: n.older}, n.older.fault()
	}
	var view Reimport
	done, err := br.access.Change(ctx, who, id, "reimport", func(e *budgetsession.ChangeTx) error {
		result, compared, err := n.compare(&e.ReadTx)
		if view = compared; err != nil || view.Same {
			return err
		}
		from := "Updated from a newer file"
		if view.Older != nil {
			from = "Went back to an older file"
		}
		e.Say(from+": %s new, %s changed, %s deleted", humanize.Count(view.New), humanize.Count(view.Changed), humanize.Count(view.Deleted))
		e.AcceptFarDates() // the document was accepted as a whole
		t := &takeover{ChangeTx: e, numbers: map[int64]int64{}}
		if err := t.write(&result.Writes); err != nil {
			return err
		}
		told, err := n.told(file.Name, e.Info().Name)
		if err != nil {
			return err
		}
		return e.KeepDocument(original, told)
	})
	return done, view, err
}

// newer is a newer document, the one that the budget is compared with, and the budgets made from both.
type newer struct {
	decoded
	of      source
	same    bool
	older   *Older
	answers conversion.Options
	notes   *importer.Notes
	was, is *budget.Whole
}

// decoded is a document that was read to its end, with its SHA-256 digest. The remarks are nil unless the file was
// converted.
type decoded struct {
	doc     *ynabdoc.Document
	remarks *conversion.Remarks
	print   [sha256.Size]byte
}

func (br *Migration) newer(ctx context.Context, who users.Actor, id, name string, right auth.Right, r io.Reader) (*newer, error) {
	h, err := br.access.Header(ctx, who, id, right)
	if err != nil {
		return nil, err
	}
	info := h.Info
	if info.Document == 0 {
		return nil, apperr.New(apperr.NotFound, "%s was not imported: there is no file to compare it with", info.Name).
			WithHint("import the file as a new budget")
	}
	if err := budgetsession.RefuseArchived(info); err != nil {
		return nil, err
	}
	n := &newer{of: source{h.No, info.Document}}
	how, err := br.reading(ctx, n.of)
	if err != nil {
		return nil, err
	}
	kept := br.open(ctx, n.of)
	defer kept.CloseWithError(io.ErrClosedPipe)
	before, err := decodeWithPrint(kept, how)
	if err != nil {
		return nil, err
	}
	now, err := decodeWithPrint(r, planfile.Options{Name: name, Answers: how.Answers})
	if err == nil && now.remarks == nil {
		err = now.doc.CheckWhole()
	}
	if err != nil {
		return nil, err
	}
	n.decoded, n.answers = now, how.Answers
	n.same = now.print == before.print
	if n.doc.Plan.ID != before.doc.Plan.ID {
		return nil, apperr.New(apperr.Conflict, "the file is not the plan of %s", info.Name).
			WithHint("import it as a new budget")
	}
	n.older = olderThan(n.doc, before.doc)
	if n.was, _, err = made(before.doc, importer.Options{CardEnvelopes: info.CardEnvelopes}); err != nil {
		return nil, err
	}
	n.is, n.notes, err = made(n.doc, importer.Options{CardEnvelopes: info.CardEnvelopes})
	return n, err
}

func decodeWithPrint(r io.Reader, how planfile.Options) (d decoded, err error) {
	digest := sha256.New()
	bytes := io.TeeReader(r, digest)
	if d.doc, d.remarks, err = planfile.Decode(bytes, how); err == nil {
		_, err = io.Copy(io.Discard, bytes)
	}
	d.print = [sha256.Size]byte(digest.Sum(nil))
	return d, err
}

// compare returns the changes of the newer document to the present budget.
func (n *newer) compare(v *store.ReadTx) (*reimport.Result, Reimport, error) {
	if v.Info().Document != n.of.document {
		return nil, Reimport{}, apperr.New(apperr.Conflict, "another file was applied in the meantime").WithHint("compare the file again")
	}
	now, err := v.Whole()
	if err != nil {
		return nil, Reimport{}, err
	}
	result := reimport.Compare(n.was, n.is, now)
	view := reimportView(result)
	view.Same, view.Older = n.same, n.older
	return result, view, nil
}

// told returns the data that is stored with the newer document.
func (n *newer) told(fileName, name string) (store.DocumentSummary, error) {
	report := ImportReport{File: fileName, Plan: n.doc.Plan.Name, Name: name, Notes: *n.notes}
	report.addConversion(n.remarks, n.answers)
	return report.told(n.doc, n.is)
}

func reimportView(r *reimport.Result) Reimport {
	view := Reimport{Changes: r.Changes}
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.Kept != "" {
			view.Kept++
			if len(c.Fields) == 0 {
				continue
			}
		}
		switch c.Action {
		case reimport.New:
			view.New++
		case reimport.Changed:
			view.Changed++
		case reimport.Deleted:
			view.Deleted++
		}
	}
	return view
}

// ReimportNote describes which fields of a record change and which stay.
func ReimportNote(c *reimport.Change) string {
	says := fieldWords(c.Fields)
	if c.Was != "" {
		says += ", it was " + c.Was
	}
	switch {
	case c.Kept == "":
	case len(c.KeptFields) == 0:
		says = "stays: " + c.Kept
	case says == "":
		says = fieldWords(c.KeptFields) + " stays: " + c.Kept
	default:
		says += "; " + fieldWords(c.KeptFields) + " stays: " + c.Kept
	}
	return says
}

func fieldWords(fields []string) string {
	return strings.ReplaceAll(strings.Join(fields, ", "), "_", " ")
}
