package cli

import (
	"slices"

	"holdover/internal/app"
	"holdover/internal/app/reports"
)

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
