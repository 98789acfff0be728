package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/logic/exporter"
)

func newOriginal(e *env) *cobra.Command {
	var output string
	var document int64
	var list bool
	cmd := &cobra.Command{
		Use:   "original BUDGET",
		Short: "Write the original document, byte for byte",
		Long: `Write the document that a budget came from, byte for byte. After a newer one was
taken over with holdover reimport that is the newer one. The others stay: --list
shows them, and --number chooses one of them.`,
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			if list {
				return e.listDocuments(cmd.Context(), a, b)
			}
			return e.toFile(output, func(w io.Writer) error {
				return a.Original(cmd.Context(), app.Machine(), b.ID, document, w)
			})
		}),
	}
	outputFlag(cmd, &output)
	cmd.Flags().BoolVar(&list, "list", false, "list the stored documents")
	cmd.Flags().Int64Var(&document, "number", 0, "the document to write (default: the one the budget is compared with)")
	return cmd
}

func (e *env) listDocuments(ctx context.Context, a *app.App, b pageframe.Budget) error {
	all, err := a.Documents(ctx, app.Machine(), b.ID)
	return showRead(e, all, err, func(p *printer) {
		t := p.listed(printable(b.Name)+" was not imported: there is no original document.", "Number", "Imported", "File…", "")
		for _, d := range all {
			now := ""
			if d.Current {
				now = "compared with"
			}
			t.row(strconv.FormatInt(d.No, 10), minute(d.At), d.File, now)
		}
		t.print()
	})
}

// leadingKeys are the names that a document's leading key can have.
var leadingKeys = []string{"plan", "budget"}

func newDocument(e *env) *cobra.Command {
	var output, key string
	cmd := &cobra.Command{
		Use:   "document BUDGET",
		Short: "Write the current budget as a plan document",
		Long: `Write the current budget as a plan document, which another Holdover or
any program that reads the source's files can import.

Older programs fail with not-sourceapp5 on the leading
key "plan": give them --leading-key budget.

holdover export-budget BUDGET --to plan writes the same file and lists the data
that is not in it. It also writes files of other programs.`,
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			if err := a.CheckBudget(cmd.Context(), b.ID); err != nil { // damaged data is not exported
				return err
			}
			return e.toFile(output, func(w io.Writer) error {
				return a.Document(cmd.Context(), app.Machine(), b.ID, key, w)
			})
		}),
	}
	outputFlag(cmd, &output)
	cmd.Flags().StringVar(&key, "leading-key", "plan", "the document's leading key, plan or budget")
	takesWords(cmd.Flags(), "leading-key", leadingKeys...)
	return cmd
}

func outputFlag(cmd *cobra.Command, output *string) {
	cmd.Flags().StringVarP(output, "output", "o", "-", "file to write, - for standard output")
}

// exportResult is what export-budget prints with --json.
type exportResult struct {
	Format  string             `json:"format"`
	File    string             `json:"file"`
	Omitted []exporter.Omitted `json:"omitted"` // the data that is not in the file
}

func newExportBudget(e *env) *cobra.Command {
	var output, to string
	cmd := &cobra.Command{
		Use:   "export-budget BUDGET --to FORMAT",
		Short: "Write the current budget as a file of another program",
		Long: "Write the current budget as a file of another program, with all its transactions.\nData that the file cannot contain is listed on standard error.\n\n" +
			strings.TrimRight(formatsText(), "\n"),
		Example: `  holdover export-budget Household --to hledger -o household.journal
  hledger -f household.journal balance budget`,
		GroupID: "bring",
		Args: func(cmd *cobra.Command, args []string) error {
			if to == "" && len(args) == 1 {
				return usageError{fmt.Errorf("--to is missing: add it with %s", either(app.ExportNames()))}
			}
			return exactArgs(1)(cmd, args)
		},
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			f, err := app.FindExportFormat(to)
			if err != nil {
				return err
			}
			if output == "-" && !f.Text && isTerminal(e.out) {
				return usageError{fmt.Errorf("the format %s is not text: add --output FILE", to)}
			}
			if err := a.CheckBudget(cmd.Context(), b.ID); err != nil { // damaged data is not exported
				return err
			}
			omitted := []exporter.Omitted{}
			if err := e.toFile(output, func(w io.Writer) error {
				list, err := a.Export(cmd.Context(), app.Machine(), b.ID, to, w)
				omitted = append(omitted, list...)
				return err
			}); err != nil {
				return err
			}
			return e.showOmitted(exportResult{f.Name(), output, omitted})
		}),
	}
	outputFlag(cmd, &output)
	cmd.Flags().StringVar(&to, "to", "", "the format: "+strings.Join(app.ExportNames(), ", "))
	takesWords(cmd.Flags(), "to", app.ExportNames()...)
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(app.ExportNames(), cobra.ShellCompDirectiveNoFileComp)) // the flag exists
	return cmd
}

// formatsText describes the formats for the help.
func formatsText() string {
	var b strings.Builder
	for _, f := range app.ExportFormats() {
		fmt.Fprintf(&b, "%s: %s\n%s\n\n", strings.Join(f.Names, ", "), f.Title, ansi.Wordwrap(f.For+" "+f.Lacks, 80, ""))
	}
	return b.String()
}

// showOmitted lists the data that is not in the file on standard error. With --json and a file other than standard output,
// it prints the list on standard output.
func (e *env) showOmitted(x exportResult) error {
	if e.json && x.File != "-" {
		return e.show(x, nil)
	}
	p := e.printer()
	for _, o := range x.Omitted {
		p.say("Not in the file: %s", printable(o.String()))
	}
	return nil
}
