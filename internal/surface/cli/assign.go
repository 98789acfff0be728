package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
)

// assigned is the JSON output of holdover assign.
type assigned struct {
	app.Assigning
	Applied *app.ChangeResult `json:"applied,omitempty"`
}

func newAssign(e *env) *cobra.Command {
	actions := iterutil.Map(app.AssignActions(), func(action app.AssignAction) string { return string(action) })
	var month string
	var apply bool
	cmd := &cobra.Command{
		Use:   "assign BUDGET [" + strings.Join(actions, "|") + "]",
		Short: "Show what assigning a month at once would change, and apply it",
		Long: `Show which budgeted amounts of a month would change, and change them with --apply,
in one step that can be undone. Without an action: underfunded, which covers what
is overspent and funds each target. Assigning stops
when To Budget reaches 0.

Nothing is changed without --apply.`,
		Example:           "  holdover assign Household --month 2026-11\n  holdover assign Household spent-last-month --apply",
		GroupID:           "look",
		ValidArgsFunction: e.completeBudgetThen(actions),
		Args: oneOf(actions, func(not string) error {
			return fmt.Errorf("unknown action %q: choose one of %s", not, strings.Join(actions, ", "))
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := typedMonth(month)
			if err != nil {
				return err
			}
			action := app.AssignActions()[0]
			if len(args) == 2 {
				action = app.AssignAction(args[1])
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error {
				return e.assign(cmd, a, b, cmp.Or(m, a.Today(cmd.Context()).Month()), action, apply)
			})
		},
	}
	cmd.Flags().StringVar(&month, "month", "", "the month to assign, YYYY-MM (default: the current month)")
	cmd.Flags().BoolVar(&apply, "apply", false, "apply the changes, in one step that can be undone")
	return cmd
}

func (e *env) assign(cmd *cobra.Command, a *app.App, b pageframe.Budget, m civil.Month, action app.AssignAction, apply bool) error {
	made, err := a.PreviewAssign(cmd.Context(), app.Machine(), b.ID, m, action, nil)
	if err != nil {
		return err
	}
	out := assigned{Assigning: made}
	if apply && len(made.Lines) > 0 {
		done, err := a.AssignMonth(cmd.Context(), app.Machine(), b.ID, m, action, made.Lines)
		if err != nil {
			return err
		}
		out.Applied = &done
	}
	return e.show(out, func(p *printer) { printAssigned(p, b, &out) })
}

func printAssigned(p *printer, b pageframe.Budget, out *assigned) {
	if len(out.Lines) == 0 {
		p.say("%s changes nothing in %s.", app.AssignName(out.Action), out.Month.Name())
		return
	}
	t := p.table("Group…", "Category…", "Budgeted>", "Change>", "After>")
	for _, l := range out.Lines {
		t.row(l.Group, l.Name, p.amount(b, l.Was), p.amount(b, l.Is-l.Was), p.amount(b, l.Is))
	}
	t.print()
	p.say("To Budget of %s: %s, then %s.", out.Month.Name(), b.CurrencyFormat.Spoken(out.ToBudget), b.CurrencyFormat.Spoken(out.After))
	if out.Applied == nil {
		p.say("Nothing was changed. To apply it: %s", p.command("assign %s %s --month %s --apply", p.budget(b), out.Action, out.Month))
		return
	}
	p.say("%s", p.oneStep())
}
