package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/fault"
)

func newImport(e *env) *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Bring in a plan document, whole or not at all",
		Long: `Bring in a plan document: the JSON file of one whole plan. Every account and
every category's figures are then compared with the file's own.

FILE may be - for standard input. How to get the file: holdover help export`,
		Example: "  holdover import \"Household-20261121-093000.json\"\n  holdover import plan.json --name Household --json",
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.withApp(cmd.Context(), func(a *app.App) error {
				return e.importFile(cmd.Context(), a, args[0], name)
			})
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "name of the budget here (default: the plan's name)")
	return cmd
}

func (e *env) importFile(ctx context.Context, a *app.App, path, name string) error {
	file, size, err := e.openFile(path)
	if err != nil {
		return err
	}
	defer file.Close()
	debug.SetGCPercent(25) // a document of a million rows: a little time for a quarter of the memory
	bar := newBar(e.err, "Reading", size)
	got, err := a.Import(ctx, app.Machine(), file, app.ImportOptions{Name: name, FileName: path, Progress: bar.at})
	bar.done(err == nil)
	if err != nil {
		return named(path, err)
	}
	return e.show(got, func(p *printer) { printReport(p, got) })
}

func (e *env) openFile(path string) (io.ReadCloser, int64, error) {
	if path == "-" {
		return io.NopCloser(bufio.NewReader(e.in)), 0, nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fault.New(fault.NotFound, "there is no file %s", path).WithCause(err).
			WithHint("ways to get the file: holdover help export")
	}
	if err != nil {
		return nil, 0, fault.New(fault.Invalid, "%s cannot be read", path).WithCause(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	if info.IsDir() {
		return nil, 0, errors.Join(fault.New(fault.Invalid, "%s is a folder, not a file", path).
			WithHint("name the JSON file in it"), f.Close())
	}
	return f, info.Size(), nil
}

func printReport(p *printer, got app.Imported) {
	for _, line := range got.Report.Lines() {
		p.print("%-10s%s\n", line.Label, printable(strings.Join(line.Items, " · ")))
	}
	p.say("%-10sholdover serve, or holdover months %s", "Next", shellName(got.Budget.Name))
}

// named puts the file's name before what is wrong in it.
func named(path string, err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || path == "-" || (f.Kind != fault.NotAPlan && f.Kind != fault.Invalid) {
		return err
	}
	with := *f
	with.Message = path + ": " + f.Message
	return &with
}
