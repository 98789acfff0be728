package migration

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/google/uuid"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/logic/cardmode"
	"holdover/internal/logic/importer"
	"holdover/internal/model/budget"
	"holdover/internal/model/conversion"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/database"
	"holdover/internal/storage/planfile"
	"holdover/internal/storage/store"
	"holdover/internal/storage/store/blob"
	"holdover/internal/storage/store/staging"
	"holdover/internal/storage/tempfile"
	"holdover/internal/storage/userstore"
)

// ImportOptions configures an import.
type ImportOptions struct {
	Name          string // of the new budget; empty for the plan's name
	FileName      string // for the report
	CardEnvelopes bool   // keep cards as envelopes
	// Arrives reports whether the document is an upload. It is then received completely before memory is reserved, so
	// that a slow client does not delay others.
	Arrives bool
	// Ask, if set, is called instead of importing the document if budgets of the same plan exist that the actor may
	// change. It then owns the document.
	Ask func(existing []ExistingBudget, document *Upload)
	// Answers are the user's answers to the questions of a file that is not a plan document.
	Answers conversion.Options
	// Unclear, if set, is called if the file can be read in several ways. It then owns the file.
	Unclear func(question *conversion.Question, file *Upload)
	// Progress, if set, is called with the number of bytes read so far.
	Progress func(bytesRead int64)
}

// Imported is the result of an import.
type Imported struct {
	Budget ImportedBudget `json:"budget"`
	Report ImportReport   `json:"report"`
}

// ImportedBudget names the new budget.
type ImportedBudget struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Import imports a plan document or a file that package planfile converts to one, completely, verified against its own
// figures, or not at all. It returns the errors of MayBegin, NotAPlan (not-sourceapp5), Invalid with the record and
// field, the error of [conversion.Ask] after opts.Unclear, and Conflict after opts.Ask.
func (br *Migration) Import(ctx context.Context, who users.Actor, r io.Reader, opts ImportOptions) (Imported, error) {
	if err := who.CanCreateBudget(); err != nil {
		return Imported{}, err
	}
	original, err := blob.NewOriginal()
	if err != nil {
		return Imported{}, err
	}
	weight := int64(budgetsession.Alone)
	if opts.Arrives {
		arriving := bufio.NewReader(r)
		packed := planfile.IsPacked(arriving)
		n, err := io.Copy(original, arriving)
		if err != nil {
			return Imported{}, errors.Join(err, original.Close())
		}
		weight, r = n*budgetsession.PerPlanByte, nil
		if packed {
			weight *= unpackedRatio
		}
	}
	var got Imported
	asked := false
	err = br.access.WithMemory(ctx, who, weight, func() error {
		got, asked, err = br.importDocument(ctx, who, r, original, opts)
		return err
	})
	if !asked {
		_ = original.Close() // its content is stored or no longer needed
	}
	return got, err
}

// unpackedRatio is how much larger the content of a compressed upload is assumed to be.
const unpackedRatio = 20

// importDocument imports the content of r, or the stored copy if r is nil. asked reports whether opts.Ask or
// opts.Unclear was called, which then owns the document.
func (br *Migration) importDocument(ctx context.Context, who users.Actor, r io.Reader, original *blob.Original, opts ImportOptions) (got Imported, asked bool, err error) {
	spill, rows := tempfile.New(spillInMemory), staging.NewRows()
	defer spill.Close() //nolint:errcheck // its rows are in the budget, or the import failed
	defer rows.Close()  //nolint:errcheck // likewise
	doc, remarks, err := br.read(r, original, spill, opts)
	if err == nil && remarks == nil {
		err = doc.CheckWhole()
	}
	if question, unclear := errors.AsType[*conversion.Question](err); unclear && opts.Unclear != nil {
		opts.Unclear(question, &Upload{original})
		return got, true, err
	}
	if err != nil {
		return got, false, err
	}
	if asked, err := br.ask(ctx, who, doc, original, opts); asked || err != nil {
		return got, asked, err
	}
	whole, notes, err := made(doc, importer.Options{Name: strings.TrimSpace(opts.Name), CardEnvelopes: opts.CardEnvelopes, Rows: rows})
	if err != nil {
		return got, false, err
	}
	whole.Staged = rows
	report := ImportReport{File: opts.FileName, Plan: doc.Plan.Name, Notes: *notes}
	report.addConversion(remarks, opts.Answers)
	into := store.Import{Whole: whole, Original: original, Admit: func(others []store.ExistingBudget) error {
		if opts.Ask == nil {
			return nil
		}
		return requireNone(others, doc.Plan.ID)
	}}
	got, err = br.keep(ctx, who, doc, into, report)
	if apperr.KindOf(err) == apperr.Conflict { // another import of the plan was sooner
		if asked, why := br.ask(ctx, who, doc, original, opts); asked {
			return got, true, why
		}
	}
	return got, false, err
}

// ask calls opts.Ask if there are budgets from the same plan; the receiver then owns the document.
func (br *Migration) ask(ctx context.Context, who users.Actor, doc *ynabdoc.Document, original *blob.Original, opts ImportOptions) (asked bool, err error) {
	if opts.Ask == nil {
		return false, nil
	}
	existing, err := br.existing(ctx, who, doc.Plan.ID)
	if err != nil || len(existing) == 0 {
		return false, err
	}
	opts.Ask(existing, &Upload{original})
	return true, alreadyExists(existing)
}

// made returns the budget made from a document.
func made(doc *ynabdoc.Document, opts importer.Options) (*budget.Whole, *importer.Notes, error) {
	opts.NewID = budgetsession.NewID
	whole, notes, err := importer.Import(doc, opts)
	if err == nil && whole.Info.CardEnvelopes {
		cardmode.KeepIn(whole, budgetsession.NewID)
	}
	return whole, notes, err
}

// spillInMemory is the number of bytes of a document's rows that are held in memory.
const spillInMemory = 4 << 20

// read decodes the file while its bytes are being stored, or afterwards. The rows of the document go to the spill file.
func (br *Migration) read(r io.Reader, original *blob.Original, spill *tempfile.Buffer, opts ImportOptions) (*ynabdoc.Document, *conversion.Remarks, error) {
	how := planfile.Options{Name: opts.FileName, Answers: opts.Answers, Spill: spill}
	if r == nil {
		kept, err := original.Reader()
		if err != nil {
			return nil, nil, err
		}
		doc, remarks, err := planfile.Decode(kept, how)
		return doc, remarks, errors.Join(err, kept.Close())
	}
	how.Progress = opts.Progress
	doc, remarks, err := planfile.Decode(io.TeeReader(r, original), how)
	return doc, remarks, cmp.Or(original.Finish(), err)
}

// keep stores the budget and verifies it at the same time: a failed verification stores nothing. If another import
// took the name or the plan's id in between, it uses the next one.
func (br *Migration) keep(ctx context.Context, who users.Actor, doc *ynabdoc.Document, into store.Import, report ImportReport) (got Imported, err error) {
	info, admit := into.Whole.Info, into.Admit
	for {
		whole := &into.Whole.Info
		if whole.Name, err = br.access.FreeName(ctx, who, info.Name); err != nil {
			return got, err
		}
		if whole.ID, err = br.planID(ctx, &info); err != nil {
			return got, err
		}
		into.Admit = func(others []store.ExistingBudget) error {
			if err := admit(others); err != nil {
				return err
			}
			return budgetsession.NotAmong(others, whole.Name)
		}
		if got, err = br.keepAs(ctx, who, doc, into, report); apperr.CodeOf(err) != database.Taken {
			return got, err
		}
	}
}

// keepAs stores the budget under its name and id.
func (br *Migration) keepAs(ctx context.Context, who users.Actor, doc *ynabdoc.Document, into store.Import, report ImportReport) (Imported, error) {
	whole, name := into.Whole, into.Whole.Info.Name
	report.Name = name
	told := beside(func() (store.DocumentSummary, error) { return report.told(doc, whole) })
	into.Summary, into.Owner = told, userstore.UserNo(who.User)
	into.Meta = store.Meta{Actor: who.JournalName(), Action: "import", Label: "Imported " + name, At: br.access.Now()}
	h, err := br.access.Store.Import(ctx, into)
	_, proved := told() // before its inputs are released
	if err = cmp.Or(err, proved); err != nil {
		return Imported{}, err
	}
	return Imported{Budget: ImportedBudget{ID: h.Info.ID, Name: h.Info.Name}, Report: report}, nil
}

// beside runs make in a goroutine and returns a function that waits for the result; a panic of make is raised there.
func beside[T any](make func() (T, error)) (made func() (T, error)) {
	made = sync.OnceValues(make)
	go func() {
		defer func() { _ = recover() }() // raised again in the caller of made
		_, _ = made()
	}()
	return made
}

// planID returns the id of a new budget: the plan's id at the source, so that programs configured with it keep
// working. If that is not a UUID, or another budget has it, the id is new; the plan's id still finds the budget, see
// userstore.AccessRequest.
func (br *Migration) planID(ctx context.Context, info *budget.Info) (string, error) {
	id, err := uuid.Parse(info.SourceID)
	if err != nil || id.String() != strings.ToLower(info.SourceID) {
		return info.ID, nil
	}
	_, err = br.access.Store.Budget(ctx, id.String())
	if apperr.KindOf(err) == apperr.NotFound {
		return id.String(), nil
	}
	return info.ID, err
}
