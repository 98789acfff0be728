package app

import (
	"context"
	"io"
	"strings"

	"holdover/internal/auth"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/importer"
	"holdover/internal/money"
	"holdover/internal/plandoc"
	"holdover/internal/reconcile"
	"holdover/internal/store"
)

// ImportOptions are what a person can say about an import.
type ImportOptions struct {
	Name     string // of the budget here; the plan's own where empty
	FileName string // for the report
	// Ask, if set, is told of budgets that came from the same plan and that the
	// actor may change. Nothing is imported then; the document is the receiver's.
	Ask func(known []Known, document *Upload)
	// Progress, if set, is told now and then how many bytes have been read.
	Progress func(bytesRead int64)
}

// Imported is what an import has made.
type Imported struct {
	Budget ImportedBudget `json:"budget"`
	Report Report         `json:"report"`
}

// ImportedBudget names the new budget.
type ImportedBudget struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Import brings in a plan document: all of it, verified against its own
// figures, or nothing. Faults: NotAPlan (not-sourceapp5), Invalid with the
// record and field, Conflict after opts.Ask.
func (a *App) Import(ctx context.Context, who Actor, r io.Reader, opts ImportOptions) (Imported, error) {
	if err := auth.Allowed(auth.Owner, who.Scope, auth.Manage); err != nil {
		return Imported{}, err
	}
	original, err := store.NewOriginal()
	if err != nil {
		return Imported{}, err
	}
	asked := false
	defer func() {
		if !asked {
			_ = original.Close() // what it held is in the budget, or given up
		}
	}()
	doc, err := a.read(r, original, opts)
	if err != nil {
		return Imported{}, err
	}
	if opts.Ask != nil {
		known, err := a.known(ctx, who, doc.Plan.ID)
		if err != nil {
			return Imported{}, err
		}
		if asked = len(known) > 0; asked {
			opts.Ask(known, &Upload{original})
			return Imported{}, hereAlready(known)
		}
	}
	whole, notes, err := importer.Import(doc, importer.Options{NewID: newID, Name: strings.TrimSpace(opts.Name)})
	if err != nil {
		return Imported{}, err
	}
	report := Report{File: opts.FileName, Plan: doc.Plan.Name, Notes: *notes, Verification: *verifyImport(doc, whole, notes)}
	return a.keep(ctx, who, whole, original, report)
}

// verifyImport compares the budget as it was made with its document. The
// evidence is left out: it can be large, and Verify finds it again.
func verifyImport(doc *plandoc.Document, whole *budget.Whole, notes *importer.Notes) *reconcile.Report {
	made := reconcile.Of(whole, figuresOf(envelope.Compute(envelope.SnapshotOf(whole))))
	report := reconcile.Verify(doc, reconcile.Roles(notes.Roles), made, made)
	report.Evidence = nil
	return report
}

// figuresOf are a sheet's figures as reconcile asks for them.
func figuresOf(sheet *envelope.Sheet) reconcile.Figures {
	return reconcile.Figures{
		ToBudget: func(m cal.Month) money.Milli { return sheet.Month(m).ToBudget },
		Held:     func(m cal.Month) money.Milli { return sheet.Month(m).Held },
		Cell: func(c budget.CategoryNo, m cal.Month) reconcile.Cell {
			cell := sheet.Cell(c, m)
			return reconcile.Cell{Budgeted: cell.Budgeted, Activity: cell.Activity, Balance: cell.Balance, Rollover: cell.Rollover}
		},
	}
}

// read decodes the document while its bytes are being kept, in parallel.
func (a *App) read(r io.Reader, original *store.Original, opts ImportOptions) (*plandoc.Document, error) {
	kept := newTee(original)
	doc, err := plandoc.DecodeWith(io.TeeReader(r, kept), plandoc.Options{Progress: opts.Progress})
	if keepErr := kept.Close(); err == nil {
		err = keepErr
	}
	return doc, err
}

func (a *App) keep(ctx context.Context, who Actor, whole *budget.Whole, original *store.Original, report Report) (Imported, error) {
	name, err := a.freeName(ctx, who, whole.Info.Name)
	if err != nil {
		return Imported{}, err
	}
	whole.Info.Name, report.Name = name, name
	text, err := report.about(whole)
	if err != nil {
		return Imported{}, err
	}
	h, err := a.store.Import(ctx, store.Import{
		Whole: whole, Report: text, Original: original, Owner: store.UserNo(who.User),
		Meta: store.Meta{Actor: who.journalName(), Action: "import", Label: "Imported " + name, At: a.now()},
	})
	if err != nil {
		return Imported{}, err
	}
	return Imported{Budget: ImportedBudget{ID: h.Info.ID, Name: h.Info.Name}, Report: report}, nil
}

// freeName is the name, or the name with a suffix where the actor has a budget
// of that name already.
func (a *App) freeName(ctx context.Context, who Actor, name string) (string, error) {
	if strings.TrimSpace(name) == "" {
		name = "Budget"
	}
	all, err := a.Budgets(ctx, who)
	if err != nil {
		return "", err
	}
	taken := make(map[string]bool, len(all))
	for _, b := range all {
		taken[budget.NameKey(b.Name)] = true
	}
	return budget.FreeName(name, func(key string) bool { return taken[key] }), nil
}
