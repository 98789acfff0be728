package cli

import (
	"github.com/spf13/cobra"
	"holdover/internal/words"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/store"
)

func newCheck(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Read everything and say whether it is sound",
		Long: `Read everything: the database's own structure, every budget's transactions
against the figures that are kept of them, and every document that budgets came
from. Nothing is changed. The exit code is 0 only if nothing is wrong.

Letters that something else changed in a name or a memo cannot be told.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return e.withApp(cmd.Context(), func(a *app.App) error {
				found, err := a.Check(cmd.Context())
				if err != nil {
					return err
				}
				if err := e.show(map[string]any{"sound": len(found) == 0, "findings": found}, func(p *printer) { printFindings(p, found) }); err != nil {
					return err
				}
				if len(found) > 0 {
					return fault.New(fault.Invalid, "the data is damaged: %s", words.Number(len(found), "finding", "findings")).
						WithHint("stop Holdover, keep the folder as it is, and bring the last sound backup back into another one with holdover restore")
				}
				return nil
			})
		},
	}
}

func printFindings(p *printer, found []store.Finding) {
	if len(found) == 0 {
		p.say("Everything was read. It is sound.")
		return
	}
	t := p.table("Budget", "What is wrong")
	for _, f := range found {
		t.row(f.Name, f.What)
	}
	t.print()
}
