package cli

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/reports"
	"holdover/internal/app/rows"
	"holdover/internal/app/schedules"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
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
	t := p.listed("Nothing is scheduled.", "Next", "When…", "Account…", "Payee…", "Amount>", "…?", "Id?")
	for i := range rows {
		r := &rows[i]
		t.row(r.Date.String(), r.When, r.AccountName, r.PayeeName, p.amount(b, r.Amount), scheduledState(r), r.ID)
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

func newSchedule(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "schedule",
		Short:   "Add, edit, enter, skip and delete scheduled transactions",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(
		newScheduleAdd(e), newScheduleEdit(e), newScheduleEnter(e),
		e.changing("skip BUDGET ID", "Move a scheduled transaction to its next day without entering it", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
			return a.SkipScheduled(ctx, app.Machine(), b.ID, args[0], 0)
		}),
		e.changing("delete BUDGET ID", "Delete a scheduled transaction; those that it entered stay", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
			return a.DeleteScheduled(ctx, app.Machine(), b.ID, args[0])
		}),
	)
	return cmd
}

// repeatFlags are the fields of a scheduled transaction, as typed.
type repeatFlags struct {
	fieldFlags
	repeat, on, weekend, until, approximate string
	wait                                    bool
}

func (f *repeatFlags) register(cmd *cobra.Command, article string) {
	f.fieldFlags.register(cmd, article)
	flags := cmd.Flags()
	flags.StringVar(&f.repeat, "repeat", "", "never, daily, weekly, everyOtherWeek, twiceAMonth, every4Weeks, monthly, everyOtherMonth, every3Months, every4Months, twiceAYear, yearly, everyOtherYear, or another interval such as every10Days")
	flags.StringVar(&f.on, "on", "", "the day of the month, such as 2-friday, last-working-day or last-day; empty for the day of --date")
	flags.StringVar(&f.weekend, "weekend", "", "where days on weekends move: before, after or nearest; none to leave them")
	flags.StringVar(&f.until, "until", "", "the last possible day, YYYY-MM-DD; empty for no end")
	flags.StringVar(&f.approximate, "approximate", "", "how far the amount may differ, such as 10% or 5.00; 0 for an exact amount")
	flags.BoolVar(&f.wait, "wait", false, "wait to be entered, rather than being entered automatically")
	takesWords(flags, "weekend", "before", "after", "nearest", rows.None)
}

// fields returns the fields whose flags were given.
func (f *repeatFlags) fields(cmd *cobra.Command, a *app.App, b pageframe.Budget) (out app.ScheduledFields, err error) {
	if out.TransactionFields, err = f.fieldFlags.fields(cmd, a, b); err != nil {
		return out, err
	}
	out.Strict = false // a schedule's own rules determine which categories it may have
	out.Exact = f.repeat
	given := cmd.Flags().Changed
	if given("on") {
		out.Pattern = &f.on
	}
	if given("weekend") {
		out.Weekend = new(orNone(f.weekend))
	}
	if given("wait") {
		out.AutoEnter = new(!f.wait)
	}
	if given("until") {
		var day civil.Date
		if f.until != "" {
			if day, err = typedDay(cmd.Context(), a, f.until); err != nil {
				return out, err
			}
		}
		out.Until = &day
	}
	if percent, is := strings.CutSuffix(f.approximate, "%"); is {
		n, err := strconv.Atoi(percent)
		if err != nil {
			return out, usageError{apperr.New(apperr.Invalid, "%q is not a whole number of per cent", f.approximate)}
		}
		out.SpreadPercent = &n
	} else if f.approximate != "" {
		spread, err := typedAmount(b, f.approximate)
		if err != nil {
			return out, err
		}
		out.Spread = &spread
	}
	return out, nil
}

func newScheduleAdd(e *env) *cobra.Command {
	var f repeatFlags
	cmd := &cobra.Command{
		Use:   "add BUDGET ACCOUNT",
		Short: "Schedule a transaction for a later day, once or repeatedly, and print its id",
		Example: "  holdover schedule add Household Checking --spent 900 --payee Landlord --category Rent --date 2026-12-01 --repeat monthly --weekend after\n" +
			"  holdover schedule add Household Checking --received 2400 --payee Employer --date 2026-11-30 --repeat monthly --on last-working-day --approximate 10%",
		Args:              exactArgs(2),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			f.account = args[1]
			fields, err := f.fields(cmd, a, b)
			if err != nil {
				return err
			}
			done, id, err := a.CreateScheduled(cmd.Context(), app.Machine(), b.ID, fields)
			return e.showAdded(done, id, err)
		}),
	}
	f.register(cmd, "the")
	cmd.Flags().StringVar(&f.date, "date", "", "the first day, YYYY-MM-DD")
	cmd.MarkFlagsOneRequired("spent", "received")
	cmd.MarkFlagsOneRequired("date")
	return cmd
}

func newScheduleEdit(e *env) *cobra.Command {
	var f repeatFlags
	cmd := &cobra.Command{
		Use:   "edit BUDGET ID",
		Short: "Change a scheduled transaction; fields without a flag stay",
		Long: `Change a scheduled transaction; fields without a flag stay. The command
scheduled shows the ids. An empty payee, category or notes removes it.`,
		Example:           "  holdover schedule edit Household 7b1f… --spent 950 --wait=false",
		Args:              exactArgs(2),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			fields, err := f.fields(cmd, a, b)
			if err != nil {
				return err
			}
			done, err := a.UpdateScheduled(cmd.Context(), app.Machine(), b.ID, args[1], fields)
			return e.showChange(done, err)
		}),
	}
	f.register(cmd, "another")
	cmd.Flags().StringVar(&f.account, "account", "", "another account")
	cmd.Flags().StringVar(&f.date, "date", "", "another next day, YYYY-MM-DD")
	return cmd
}

func newScheduleEnter(e *env) *cobra.Command {
	var date string
	cmd := e.changing("enter BUDGET ID", "Enter a scheduled transaction now, and move it to its next day", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (done app.ChangeResult, err error) {
		var day civil.Date
		if date != "" {
			if day, err = typedDay(ctx, a, date); err != nil {
				return done, err
			}
		}
		return a.EnterScheduled(ctx, app.Machine(), b.ID, args[0], 0, day)
	})
	cmd.Flags().StringVar(&date, "date", "", "the day of the transaction, YYYY-MM-DD (default: the scheduled day)")
	return cmd
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
