package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/conversion"
	"holdover/internal/storage/sourceapi"
)

func newImport(e *env) *cobra.Command {
	var opts importing
	var fromSource bool
	x := &exporting{env: e, key: "plan"}
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Import a budget from YNAB, Actual Budget or a bank's files",
		Long: `Import a budget, completely or not at all. Every account and every category's
figures are then compared with the file's own. FILE is recognised by its content:

  YNAB            the JSON file of one complete plan (holdover help export), or
                  the ZIP file of its export, or the two tables in it
  YNAB 4          the budget's folder (NAME.ynab4), packed as a ZIP file
  Actual Budget   the ZIP file of its export
  a bank          OFX, QIF, CAMT, MT940 or CSV, to begin a new budget

FILE may be - for standard input. With --from-source there is no FILE: the plan
is downloaded from YNAB and imported. If a file can be read in several
ways, the error names the option that decides: --dates, --decimals or --currency.

An existing plan is not imported again: holdover reimport applies
what changed since, and --new imports it as another budget.`,
		Example: "  holdover import \"Household-20261121-093000.json\"\n  holdover import Register.csv Plan.csv --name Household --dates dmy\n  holdover import --from-source --plan last-used",
		GroupID: "bring",
		Args: func(cmd *cobra.Command, args []string) error {
			if fromSource {
				return exactArgs(0)(cmd, args)
			}
			return someArgs(1, migration.MaxFiles)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if fromSource {
				return e.importFromSource(cmd.Context(), x, opts)
			}
			return e.importFiles(cmd.Context(), args, opts)
		},
	}
	cmd.Flags().StringVar(&opts.name, "name", "", "name of the budget (default: the plan's name)")
	cmd.Flags().BoolVar(&opts.again, "new", false, "import as another budget, even if the plan already exists")
	cmd.Flags().BoolVar(&fromSource, "from-source", false, "download the plan from YNAB, or from another Holdover, and import it")
	cmd.Flags().BoolVar(&opts.cards, "cards", false, "budget cards as envelopes, as YNAB does: see holdover help cards")
	cmd.Flags().StringVar(&opts.answers.Dates, "dates", "", "the order of dates in the file: dmy, mdy or ymd")
	takesWords(cmd.Flags(), "dates", "dmy", "mdy", "ymd")
	cmd.Flags().StringVar(&opts.answers.Decimals, "decimals", "", "the decimal sign in the file: , or .")
	takesWords(cmd.Flags(), "decimals", ",", ".")
	cmd.Flags().StringVar(&opts.answers.Currency, "currency", "", "the currency of a file that does not name it, such as EUR")
	x.sourceFlags(cmd.Flags())
	return cmd
}

type importing struct {
	name    string
	again   bool
	cards   bool
	answers conversion.Options
}

// importFiles imports one file, or several of one export.
func (e *env) importFiles(ctx context.Context, paths []string, opts importing) error {
	if len(paths) == 1 {
		return e.importFile(ctx, paths[0], opts)
	}
	bundle := migration.NewBundle()
	defer bundle.Close()
	total := int64(0)
	for _, path := range paths {
		file, size, err := e.openFile(ctx, path, planFile)
		if err != nil {
			return err
		}
		total += size
		if err := errors.Join(bundle.Add(path, file), file.Close()); err != nil {
			return err
		}
	}
	file, name, err := bundle.File()
	if err != nil {
		return err
	}
	tuneMemory(total)
	return e.importFrom(ctx, file, total, name, strings.Join(iterutil.Map(paths, shellName), " "), opts)
}

func (e *env) importFile(ctx context.Context, path string, opts importing) error {
	file, size, err := e.openFile(ctx, path, planFile)
	if err != nil {
		return err
	}
	defer file.Close()
	expected := size
	if strings.EqualFold(filepath.Ext(path), ".zip") {
		expected *= unpackedRatio
	}
	tuneMemory(expected)
	return named(path, e.importFrom(ctx, file, size, path, shellName(path), opts))
}

// unpackedRatio is how much larger the content of a ZIP file is assumed to be.
const unpackedRatio = 10

// importFromSource downloads a plan into a temporary file and imports it.
func (e *env) importFromSource(ctx context.Context, x *exporting, opts importing) error {
	if err := x.findSource(); err != nil {
		return err
	}
	return x.withPlans(ctx, func(client *sourceapi.Client, plans []sourceapi.Plan) error {
		plan, err := x.choose(ctx, plans)
		if err != nil {
			return err
		}
		file, err := x.fetch(ctx, client, plan)
		if err != nil {
			return err
		}
		defer file.Close()
		tuneMemory(file.Size)
		return e.importFrom(ctx, file, file.Size, x.address.Name(), "", opts)
	})
}

// fetch downloads the plan's document and returns it, ready to be read.
func (x *exporting) fetch(ctx context.Context, client *sourceapi.Client, plan sourceapi.Plan) (sourceapi.Temporary, error) {
	x.bar = newBar(x.env.err, "Fetching", 0)
	got, err := client.FetchTemporary(ctx, plan.ID)
	x.bar.done(err == nil)
	return got, err
}

// large is the size in bytes from which memory is more important than time: a document of about 200,000 rows.
const large = 128 << 20

// small is the size in bytes up to which there is enough memory to collect garbage half as often.
const small = 48 << 20

// smallMemory is the memory in bytes up to which garbage is collected that rarely: the data in use of a small document
// stays below it.
const smallMemory = 70 << 20

// tuneMemory sets how often garbage is collected while a document of size bytes is imported.
func tuneMemory(size int64) {
	switch {
	case size > large:
		debug.SetGCPercent(25) // a little time for a quarter of the memory
	case size <= small && size > 0:
		debug.SetGCPercent(200)
		if os.Getenv("GOMEMLIMIT") == "" {
			debug.SetMemoryLimit(smallMemory)
		}
	}
}

// importFrom imports a document; from describes its origin, and file is its name on the command line, empty if it was
// downloaded. A new database gets its final name before the result is printed.
func (e *env) importFrom(ctx context.Context, r io.Reader, size int64, from, file string, how importing) error {
	where := e.where(false)
	where.Draft = true
	bar := newBar(e.err, "Reading", size)
	opts := migration.ImportOptions{Name: how.name, FileName: from, CardEnvelopes: how.cards, Answers: how.answers, Progress: bar.at}
	var got migration.Imported
	err := e.opened(ctx, where, func(a *app.App) (err error) {
		got, err = e.importInto(ctx, a, r, opts, how.again, file)
		return err
	})
	bar.done(err == nil)
	if err != nil {
		return err
	}
	return e.show(got, func(p *printer) {
		printReport(p, got)
		p.say("%-10s%s, or %s", "Next", p.command("serve"), p.command("months %s", shellName(got.Budget.Name)))
	})
}

// importInto imports a document. It imports a plan a second time only if again is true.
func (e *env) importInto(ctx context.Context, a *app.App, r io.Reader, opts migration.ImportOptions, again bool, file string) (migration.Imported, error) {
	var existing []migration.ExistingBudget
	if !again {
		opts.Ask = func(all []migration.ExistingBudget, document *migration.Upload) {
			existing = all
			_ = document.Close() // read-only, so an error has no effect
		}
	}
	got, err := a.Import(ctx, app.Machine(), r, opts)
	f, ok := errors.AsType[*apperr.Error](err)
	if !ok {
		return got, err
	}
	if len(existing) > 0 {
		return got, e.alreadyExists(ctx, a, f, existing[0], file)
	}
	if question, unclear := errors.AsType[*conversion.Question](err); unclear {
		return got, f.WithHint("%s", answersOf(question))
	}
	return got, err
}

// answersOf returns the hint with the options that answer a question.
func answersOf(q *conversion.Question) string {
	const explained = 5
	if len(q.Answers) > explained {
		return "add --" + q.Field + " with one of " + strings.Join(iterutil.Map(q.Answers, func(a conversion.Answer) string { return a.Value }), " ")
	}
	return strings.Join(iterutil.Map(q.Answers, func(a conversion.Answer) string {
		return "--" + q.Field + " " + shellName(a.Value) + " for " + a.Label
	}), ", ")
}

// alreadyExists explains how to continue with a plan that was imported before. file is empty if it was downloaded.
func (e *env) alreadyExists(ctx context.Context, a *app.App, f *apperr.Error, existing migration.ExistingBudget, file string) error {
	budget := shellName(existing.Name)
	if _, err := a.FindBudget(ctx, app.Machine(), existing.Name); err != nil { // several of that name
		budget = existing.ID
	}
	if file == "" {
		return f.WithHint("get the file with holdover export and see what changed since with %s; %s imports it as another budget", e.command("reimport %s FILE", budget), e.command("import --from-source --new"))
	}
	return f.WithHint("%s shows what changed since; %s imports it as another budget", e.command("reimport %s %s", budget, file), e.command("import %s --new", file))
}

type fileHints struct{ missing, folder string }

var (
	planFile      = fileHints{missing: "ways to get the file: holdover help export", folder: "give the JSON file in it"}
	statementFile = fileHints{missing: "check the spelling and the folder", folder: "give the bank's file in it"}
)

func (e *env) openFile(ctx context.Context, path string, hints fileHints) (io.ReadCloser, int64, error) {
	if path == "-" {
		return io.NopCloser(e.stdin(ctx)), 0, nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, apperr.New(apperr.NotFound, "file %s not found", path).WithCause(err).
			WithHint("%s", hints.missing)
	}
	if err != nil {
		return nil, 0, apperr.New(apperr.Invalid, "%s cannot be read", path).WithCause(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	if info.IsDir() {
		return nil, 0, errors.Join(apperr.New(apperr.Invalid, "%s is a folder, not a file", path).
			WithHint("%s", hints.folder), f.Close())
	}
	return f, info.Size(), nil
}

func printReport(p *printer, got migration.Imported) {
	for _, line := range got.Report.Lines() {
		p.print("%-10s%s\n", line.Label, printable(strings.Join(line.Items, " · ")))
	}
}

// named prefixes an error with the file's name.
func named(path string, err error) error {
	if kind := apperr.KindOf(err); path == "-" || (kind != apperr.NotAPlan && kind != apperr.Invalid) {
		return err
	}
	return apperr.Placed(err, func(f *apperr.Error) {
		if !strings.HasPrefix(f.Message, filepath.Base(path)) { // the message already begins with the name
			f.Message = path + ": " + f.Message
		}
	})
}
