package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/reports"
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

func (r *reporting) coming() error {
	got, err := r.app.ComingReport(r.cmd.Context(), app.Machine(), r.budget.ID, r.app.Today(r.cmd.Context()), r.ask.Days, r.ask.Targets)
	return showReport(r, &got, err, func(p *printer) {
		t := p.table("Account…", "Now>", "Lowest>", "On", "At the end>", "…")
		for _, a := range got.Coming.Accounts {
			warning := ""
			if a.BelowZero != 0 {
				warning = "below zero on " + a.BelowZero.String()
			}
			t.row(a.Name, r.amount(p, a.Now), r.amount(p, a.Lowest), a.LowestOn.String(), r.amount(p, a.End), warning)
		}
		t.print()
		r.toBudget(p, &got)
		r.events(p, &got)
	})
}

// toBudget prints the forecast of To Budget.
func (r *reporting) toBudget(p *printer, got *reports.ComingReport) {
	p.blank()
	columns := []string{"To Budget", "Now>", "Upcoming income>", "Expected>"}
	if r.ask.Targets {
		columns = slices.Insert(columns, 3, "Needed for targets>")
	}
	t := p.table(columns...)
	for _, m := range got.ToBudget {
		row := []any{m.Month.String(), r.amount(p, m.ToBudget), r.amount(p, m.Income), r.amount(p, m.Ahead)}
		if r.ask.Targets {
			row = slices.Insert(row, 3, any(r.amount(p, m.Targets)))
		}
		t.row(row...)
	}
	t.print()
}

// events prints the expected transactions.
func (r *reporting) events(p *printer, got *reports.ComingReport) {
	if len(got.Events) == 0 {
		p.say("Nothing is scheduled until %s.", got.Until)
		return
	}
	p.blank()
	t := p.table("Date", "Account…", "Payee…", "Amount>")
	names := map[string]string{}
	for _, a := range got.Coming.Accounts {
		names[a.ID] = a.Name
	}
	for _, ev := range got.Events {
		t.row(ev.Date.String(), names[ev.AccountID], ev.Name, r.amount(p, ev.Amount))
	}
	t.print()
}
