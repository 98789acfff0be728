package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
)

func newDelete(e *env) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:     "delete BUDGET",
		Short:   "Delete a budget with everything in it",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			if !yes {
				if err := e.confirmDelete(cmd.Context(), b); err != nil {
					return err
				}
			}
			err := a.Delete(cmd.Context(), app.Machine(), b.ID)
			deleted := map[string]any{"deleted": map[string]string{"id": b.ID, "name": b.Name}}
			return showRead(e, deleted, err, func(p *printer) {
				p.say("Deleted %q with %s.", b.Name, humanize.Number(b.Transactions, "transaction", "transactions"))
			})
		}),
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// confirmDelete asks the user for the budget's name; without a terminal, as in a script, it requires the flag.
func (e *env) confirmDelete(ctx context.Context, b pageframe.Budget) error {
	if in, ok := e.in.(*os.File); !ok || !isTerminal(in) {
		return apperr.New(apperr.Invalid, "deleting %q cannot be undone", b.Name).WithHint("add --yes to delete it")
	}
	fmt.Fprintf(e.err, "This deletes %q with %s and cannot be undone.\nType the budget's name to delete it: ", printable(b.Name), humanize.Number(b.Transactions, "transaction", "transactions"))
	line, err := e.line(ctx)
	if err != nil || strings.TrimSpace(line) != strings.TrimSpace(b.Name) {
		return apperr.New(apperr.Invalid, "the name was not typed; nothing was deleted")
	}
	return nil
}
