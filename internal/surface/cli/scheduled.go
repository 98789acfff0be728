package cli

import (
	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/schedules"
)

func newScheduled(e *env) *cobra.Command {
	return &cobra.Command{
		Use:     "scheduled BUDGET",
		Short:   "List a budget's scheduled transactions, next date first",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			got, err := a.Scheduled(cmd.Context(), app.Machine(), b.ID, a.Today(cmd.Context()))
			return showRead(e, got.Rows, err, func(p *printer) { printScheduled(p, b, got.Rows) })
		}),
	}
}

func printScheduled(p *printer, b pageframe.Budget, rows []schedules.Row) {
	t := p.listed("Nothing is scheduled.", "Next", "When…", "Account…", "Payee…", "Amount>", "…?")
	for i := range rows {
		r := &rows[i]
		t.row(r.Date.String(), r.When, r.AccountName, r.PayeeName, p.amount(b, r.Amount), scheduledState(r))
	}
	t.print()
}

func scheduledState(r *schedules.Row) string {
	switch {
	case r.Refused != "":
		return r.Refused
	case !r.AutoEnter:
		return "waits to be entered"
	case r.TakenBack:
		return "waits: its transaction was undone"
	}
	return "automatic"
}

func newEnterDue(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "enter-due",
		Short: "Enter scheduled transactions that are due",
		Long: `Enter the automatic scheduled transactions of all budgets that are due, also
for past days, each once. While holdover serve
runs it does so on its own.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: e.inApp(func(cmd *cobra.Command, _ []string, a *app.App) error {
			changes, err := a.NewAutoEnter().Enter(cmd.Context(), a.Today(cmd.Context()))
			if changes == nil {
				changes = []schedules.Entered{}
			}
			return showRead(e, changes, err, func(p *printer) { printEntered(p, changes) })
		}),
	}
}

func printEntered(p *printer, changes []schedules.Entered) {
	t := p.listed("Nothing automatic is due.", "Budget…", "What…")
	for _, c := range changes {
		t.row(c.Budget, c.Label)
	}
	t.print()
}
