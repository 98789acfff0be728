package cli

import (
	"io"

	"github.com/spf13/cobra"

	"holdover/internal/app"
)

func newOriginal(e *env) *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use:     "original BUDGET",
		Short:   "Write the document as it came, byte for byte",
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b app.Budget) error {
				return e.toFile(output, func(w io.Writer) error {
					return a.Original(cmd.Context(), app.Machine(), b.ID, w)
				})
			})
		},
	}
	outputFlag(cmd, &output)
	return cmd
}

func newDocument(e *env) *cobra.Command {
	var output, key string
	cmd := &cobra.Command{
		Use:   "document BUDGET",
		Short: "Write the budget as it stands, as a plan document",
		Long: `Write the budget as it stands as a plan document, which another Holdover or
any program that reads the source's files can import.

Programs that know only the older form fail with not-sourceapp5 on the leading
key "plan": give them --leading-key budget.`,
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			leading, err := leadingKey(key)
			if err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b app.Budget) error {
				return e.toFile(output, func(w io.Writer) error {
					return a.Document(cmd.Context(), app.Machine(), b.ID, leading, w)
				})
			})
		},
	}
	outputFlag(cmd, &output)
	cmd.Flags().StringVar(&key, "leading-key", "plan", "the document's leading key, plan or budget")
	return cmd
}

func outputFlag(cmd *cobra.Command, output *string) {
	cmd.Flags().StringVarP(output, "output", "o", "-", "file to write, - for standard output")
}
