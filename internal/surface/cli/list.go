package cli

import (
	"context"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
)

func newBudgets(e *env) *cobra.Command {
	return &cobra.Command{
		Use:     "budgets",
		Short:   "List the budgets",
		GroupID: "look",
		Args:    exactArgs(0),
		RunE:    list(e, (*app.App).Budgets, printBudgets),
	}
}

func printBudgets(p *printer, budgets []pageframe.Budget) {
	t := p.listed("No budgets yet. Import one with: "+p.command("import PLAN.json"), "Name…", "Currency", "From", "To", "Accounts>", "Transactions>", "Id?")
	for _, b := range budgets {
		t.row(b.Name, b.Currency, b.FirstMonth.String(), b.LastMonth.String(), humanize.Count(b.Accounts), humanize.Count(b.Transactions), b.ID)
	}
	t.print()
}

func newAccounts(e *env) *cobra.Command {
	return &cobra.Command{
		Use:     "accounts BUDGET",
		Short:   "List a budget's accounts with their balances",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE:    listOf(e, (*app.App).Accounts, printAccounts),
	}
}

func printAccounts(p *printer, b pageframe.Budget, accounts []pageframe.Account) {
	t := p.table("Name…", "Type?", "Kind", "Cleared>", "Uncleared>", "Balance>")
	var onBudget, off money.Milli
	for _, acc := range accounts {
		kind := "on budget"
		if !acc.OnBudget {
			kind = "off budget"
			off += acc.Balance
		} else {
			onBudget += acc.Balance
		}
		if acc.Closed {
			kind += ", closed"
		}
		t.row(acc.Name, string(acc.Type), kind, p.amount(b, acc.ClearedBalance), p.amount(b, acc.UnclearedBalance), p.amount(b, acc.Balance))
	}
	t.rule()
	t.row("On budget", "", "", "", "", p.amount(b, onBudget))
	t.row("Off budget", "", "", "", "", p.amount(b, off))
	t.print()
}

func newMonths(e *env) *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:     "months BUDGET",
		Short:   "Show a budget month by month, with every category",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			span, err := monthSpan(from, to)
			if err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error {
				months, err := a.Months(cmd.Context(), app.Machine(), b.ID, span)
				return showRead(e, months, err, func(p *printer) { printMonths(p, b, months) })
			})
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "first month to show, YYYY-MM")
	cmd.Flags().StringVar(&to, "to", "", "last month to show, YYYY-MM")
	return cmd
}

// monthSpan returns the range of two months given by flags, in either order.
func monthSpan(from, to string) (span app.MonthSpan, err error) {
	if span.From, err = typedMonth(from); err == nil {
		span.To, err = typedMonth(to)
	}
	if span.To != 0 && span.To < span.From {
		span.From, span.To = span.To, span.From
	}
	return span, err
}

// typedMonth parses a month given by a flag; "" is zero.
func typedMonth(text string) (civil.Month, error) {
	if text == "" {
		return 0, nil
	}
	m, err := civil.ParseMonth(text)
	if err != nil {
		return 0, usageError{err}
	}
	return m, nil
}

func printMonths(p *printer, b pageframe.Budget, months []app.Month) {
	t := p.table("Month", "Income>?", "Funds>?", "Overspent before>?", "Budgeted>", "Activity>", "Held>?", "To Budget>")
	for _, m := range months {
		t.row(m.Month.String(), p.amount(b, m.Income), p.amount(b, m.Funds), p.amount(b, m.OverspentLastMonth),
			p.amount(b, m.Budgeted), p.amount(b, m.Activity), p.amount(b, m.Held), p.amount(b, m.ToBudget))
	}
	t.print()
	if len(months) != 1 {
		p.say("%s shows one month with its categories", p.command("months %s --from %s --to %s", p.budget(b), lastMonth(months), lastMonth(months)))
		return
	}
	p.blank()
	printCategories(p, b, months[0])
}

func lastMonth(months []app.Month) string {
	if len(months) == 0 {
		return "YYYY-MM"
	}
	return months[len(months)-1].Month.String()
}

func printCategories(p *printer, b pageframe.Budget, m app.Month) {
	t := p.table("Category…", "Budgeted>", "Activity>", "Balance>", "")
	group := ""
	for _, c := range m.Categories {
		if c.Group != group {
			group = c.Group
			t.row(group, "", "", "", "")
		}
		mark := ""
		if c.Rollover {
			mark = "↪"
		}
		t.row("  "+c.Name, p.amount(b, c.Budgeted), p.amount(b, c.Activity), p.amount(b, c.Balance), mark)
	}
	t.print()
}

// list returns a command that prints the result of read for the command line's actor.
func list[T any](e *env, read func(*app.App, context.Context, app.Actor) (T, error), people func(*printer, T)) func(*cobra.Command, []string) error {
	return e.inApp(func(cmd *cobra.Command, _ []string, a *app.App) error {
		got, err := read(a, cmd.Context(), app.Machine())
		return showRead(e, got, err, func(p *printer) { people(p, got) })
	})
}

// listOf is list for one budget, which the command names.
func listOf[T any](e *env, read func(*app.App, context.Context, app.Actor, string) (T, error), people func(*printer, pageframe.Budget, T)) func(*cobra.Command, []string) error {
	return e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
		got, err := read(a, cmd.Context(), app.Machine(), b.ID)
		return showRead(e, got, err, func(p *printer) { people(p, b, got) })
	})
}

// showRead prints the result, or returns the error of reading it.
func showRead[T any](e *env, got T, err error, people func(*printer)) error {
	if err != nil {
		return err
	}
	return e.show(got, people)
}

// inBudget returns a command that calls do with the budget named by its first argument.
func (e *env) inBudget(do func(*cobra.Command, []string, *app.App, pageframe.Budget) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error { return do(cmd, args, a, b) })
	}
}

// withBudget opens the application and finds the budget that an id or a name on the command line refers to.
func (e *env) withBudget(ctx context.Context, ref string, do func(*app.App, pageframe.Budget) error) error {
	return e.withApp(ctx, func(a *app.App) error {
		b, err := e.findBudget(ctx, a, ref)
		if err != nil {
			return err
		}
		return do(a, b)
	})
}

// findBudget returns the budget that a user names.
func (e *env) findBudget(ctx context.Context, a *app.App, ref string) (pageframe.Budget, error) {
	b, err := a.FindBudget(ctx, app.Machine(), ref)
	if err != nil {
		return b, e.listedBy(err, "budgets")
	}
	e.ref = ref
	return b, nil
}

// listedBy adds a hint to an error about a missing or ambiguous name: the command that lists the names.
func (e *env) listedBy(err error, format string, args ...any) error {
	return apperr.Placed(err, func(f *apperr.Error) {
		switch f.Kind {
		case apperr.NotFound:
			f.Hint = e.command(format, args...) + " lists them"
		case apperr.Conflict:
			f.Hint = "give the id; " + e.command(format, args...) + " --json shows it"
		}
	})
}
