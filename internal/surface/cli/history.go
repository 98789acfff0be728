package cli

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
)

func newHistory(e *env) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:     "history BUDGET",
		Short:   "List the changes of a budget, newest first",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			all, err := a.History(cmd.Context(), app.Machine(), b.ID, 0, limit)
			return showRead(e, all, err, func(p *printer) { printHistory(p, all) })
		}),
	}
	cmd.Flags().IntVar(&limit, "limit", 20, "at most this many changes")
	takesNumbers(cmd.Flags(), "limit", 1, endless)
	return cmd
}

func printHistory(p *printer, all []app.HistoryEntry) {
	t := p.listed("Nothing was changed yet.", "Number>", "At", "By…", "Change…", "?")
	for i := range all {
		c := &all[i]
		state := ""
		if c.Undone {
			state = "undone"
		}
		t.row(strconv.FormatInt(c.Change, 10), c.At.Format("2006-01-02 15:04"), c.Actor, c.Describe(c.Label), state)
	}
	t.print()
}

func newUndo(e *env) *cobra.Command {
	return e.reversing("undo", "Undo the command line's last change of a budget, or the one with a number of its history", (*app.App).Undo)
}

func newRedo(e *env) *cobra.Command {
	return e.reversing("redo", "Redo what the command line undid last, or the change with a number of its history", (*app.App).Redo)
}

// reversing returns a command that undoes or redoes a change.
func (e *env) reversing(name, short string, do func(a *app.App, ctx context.Context, who app.Actor, id string, change int64) (app.ChangeResult, error)) *cobra.Command {
	cmd := e.changing(name+" BUDGET [NUMBER]", short, 1, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
		change := int64(0)
		if len(args) > 0 {
			var err error
			if change, err = strconv.ParseInt(args[0], 10, 64); err != nil || change < 1 {
				return app.ChangeResult{}, usageError{apperr.New(apperr.Invalid, "%q is not the number of a change", args[0]).
					WithHint("%s lists them", e.command("history %s", shellName(e.ref)))}
			}
		}
		return do(a, ctx, app.Machine(), b.ID, change)
	})
	cmd.GroupID, cmd.Args = "serve", someArgs(1, 2)
	return cmd
}
