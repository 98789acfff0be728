package cli

import (
	"context"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
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
key "plan": give them --leading-key budget.`,
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
