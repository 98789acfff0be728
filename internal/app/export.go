package app

import (
	"context"
	"io"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/exporter"
	"holdover/internal/logic/journal"
	"holdover/internal/logic/ynabcsv"
	"holdover/internal/model/budget"
	"holdover/internal/storage/actualfile"
	"holdover/internal/storage/store"
)

// ExportFormat is a format in which a budget can be written.
type ExportFormat struct {
	Names  []string // names of the format in commands and addresses
	Title  string
	Suffix string // of the names of its files, with their ending, such as ".journal"
	Media  string // its media type
	Text   bool   // the file is text
	For    string // its use, for the user
	Lacks  string // the data that it cannot contain, for the user
	write  func(io.Writer, *exporter.Source, exporter.Options) ([]exporter.Omitted, error)
}

// Name returns the first of the names.
func (f *ExportFormat) Name() string { return f.Names[0] }

// Ending returns the ending of its files, such as ".zip".
func (f *ExportFormat) Ending() string { return path.Ext(f.Suffix) }

var exportFormats = []ExportFormat{
	{
		Names: []string{"plan"}, Title: "Plan document", Suffix: ".json", Media: "application/json", Text: true,
		For:   "Another Holdover makes an exact copy from it. Programs that read files of YNAB's API can read it too.",
		Lacks: "It does not contain receipts, saved views, filters and reports, or the history of changes.",
		write: func(w io.Writer, src *exporter.Source, opts exporter.Options) ([]exporter.Omitted, error) {
			return nil, exporter.Export(w, src, opts)
		},
	},
	{
		Names: []string{"actual"}, Title: "Actual Budget", Suffix: " for Actual.zip", Media: "application/zip",
		For:   "Actual Budget opens it with Import file. The figures of every month are equal there; cards are ordinary accounts.",
		Lacks: "It does not contain types of accounts, flags, approvals, receipts or saved views, and targets only if Actual has a template for them.",
		write: func(w io.Writer, src *exporter.Source, _ exporter.Options) ([]exporter.Omitted, error) {
			return actualfile.Write(w, src)
		},
	},
	{
		Names: []string{"csv"}, Title: "CSV tables", Suffix: " as CSV.zip", Media: "application/zip",
		For:   "Two tables for a spreadsheet, the register and the plan, in the columns of YNAB's own export. Many programs import them.",
		Lacks: "They do not contain scheduled transactions, targets, rules, receipts, holds, rollovers, hidden and closed marks, or links between transfers.",
		write: func(w io.Writer, src *exporter.Source, opts exporter.Options) ([]exporter.Omitted, error) {
			return ynabcsv.Write(w, src, opts.Today)
		},
	},
	{
		Names: []string{"hledger", "ledger"}, Title: "hledger and Ledger", Suffix: ".journal", Media: "text/plain; charset=utf-8", Text: true,
		For: "One text file for the accounting programs hledger and Ledger. Envelopes are accounts below budget: their balances at the end of a month are the " +
			"figures of Holdover.",
		Lacks: "It does not contain targets, scheduled transactions, rules or receipts.",
		write: func(w io.Writer, src *exporter.Source, _ exporter.Options) ([]exporter.Omitted, error) {
			return journal.Ledger(w, src)
		},
	},
	{
		Names: []string{"beancount"}, Title: "Beancount", Suffix: ".beancount", Media: "text/plain; charset=utf-8", Text: true,
		For:   "One text file for Beancount, with directives from which the plug-in fava-envelope computes the envelopes.",
		Lacks: "It does not contain targets, scheduled transactions, rules or receipts. Names of accounts and categories have letters, digits and hyphens only.",
		write: func(w io.Writer, src *exporter.Source, _ exporter.Options) ([]exporter.Omitted, error) {
			return journal.Beancount(w, src)
		},
	},
}

// ExportFormats returns the formats in which a budget can be written, the most complete first.
func ExportFormats() []ExportFormat { return exportFormats }

// FindExportFormat returns the format with a name, or a NotFound error.
func FindExportFormat(name string) (*ExportFormat, error) {
	if f := iterutil.First(exportFormats, func(f ExportFormat) bool { return slices.Contains(f.Names, name) }); f != nil {
		return f, nil
	}
	return nil, apperr.New(apperr.NotFound, "no format is named %q", name).WithHint("use one of %s", strings.Join(ExportNames(), ", "))
}

// ExportNames returns the names of all formats.
func ExportNames() (names []string) {
	for i := range exportFormats {
		names = append(names, exportFormats[i].Names...)
	}
	return names
}

// exportMemory is the memory in bytes that an export reserves.
const exportMemory = 64 << 20

// Export writes the current budget in the format with a name, and returns the data that is not in the file. A user has one
// export at a time.
func (a *App) Export(ctx context.Context, who Actor, id, format string, w io.Writer) (omitted []exporter.Omitted, err error) {
	err = a.access.WithMemory(ctx, who, exportMemory, func() error {
		omitted, err = a.export(ctx, who, id, format, w)
		return err
	})
	return omitted, err
}

func (a *App) export(ctx context.Context, who Actor, id, format string, w io.Writer) (omitted []exporter.Omitted, err error) {
	err = a.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		f, err := FindExportFormat(format)
		if err != nil {
			return err
		}
		src, err := fullSourceOf(v)
		if err != nil {
			return err
		}
		if src.Lacks, err = lacks(v); err != nil {
			return err
		}
		src.Transactions, src.Splits = whileOpen(ctx, src.Transactions), whileOpen(ctx, src.Splits)
		byFormat, err := f.write(w, src, ExportOptions(v, "plan", a.Today(ctx)))
		omitted = slices.Concat(src.Lacks, byFormat)
		return err
	})
	return omitted, err
}

// whileOpen returns the transactions, and an error once ctx is done. Closing the page ends the context of its request.
func whileOpen(ctx context.Context, all iter.Seq2[budget.Transaction, error]) iter.Seq2[budget.Transaction, error] {
	return func(yield func(budget.Transaction, error) bool) {
		for t, err := range all {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

// lacks lists the records that no format contains.
func lacks(v *store.ReadTx) (list exporter.Omissions, err error) {
	receipts, err := v.Receipts()
	if err != nil {
		return nil, err
	}
	for i := range receipts {
		list.Omit("receipts", receipts[i].Name)
	}
	views, err := v.KeptViews()
	if err != nil {
		return nil, err
	}
	for i := range views {
		what := "saved views"
		if views[i].Rows != nil {
			what = "saved filters"
		}
		list.Omit(what, views[i].Name)
	}
	archives, err := v.Archives()
	if err != nil {
		return nil, err
	}
	for i := range archives {
		list.Omit("archived years, which have a file of their own", "before "+strconv.Itoa(archives[i].Before.Year()))
	}
	reports, err := v.KeptReports()
	for i := range reports {
		list.Omit("saved reports", reports[i].Name)
	}
	return list, err
}
