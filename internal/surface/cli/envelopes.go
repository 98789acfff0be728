package cli

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
)

// toBudget names the money without a category on the command line.
const toBudget = "to-budget"

func newBudget(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "budget",
		Short:   "Budget amounts, move money, cover overspending, set the expected income, start fresh, archive years",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(newBudgetSet(e), newBudgetMove(e), newBudgetCover(e), newBudgetExpect(e), newFreshStart(e), newArchive(e), newBringBack(e))
	return cmd
}

// inMonth returns a command that changes the month of its flag --month, and prints what it did.
func (e *env) inMonth(cmd *cobra.Command, do func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget, m civil.Month) (app.ChangeResult, error)) *cobra.Command {
	var month string
	cmd.ValidArgsFunction = e.completeBudget
	cmd.Flags().StringVar(&month, "month", "", "the month, YYYY-MM (default: the current month)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		typed, err := typedMonth(month)
		if err != nil {
			return err
		}
		return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error {
			done, err := do(cmd, args, a, b, cmp.Or(typed, a.Today(cmd.Context()).Month()))
			return e.showChange(done, err)
		})
	}
	return cmd
}

// showChange prints a change, or returns the error of making it.
func (e *env) showChange(done app.ChangeResult, err error) error {
	return showRead(e, done, err, func(p *printer) {
		if done.Change == 0 {
			p.say("Nothing was changed.")
			return
		}
		back := p.oneStep()
		if done.Of != "" && !done.Again {
			back = "To redo this: " + p.command("redo %s", shellName(p.ref))
		}
		p.say("%s. %s", printable(done.Describe(done.Label)), back)
	})
}

func newBudgetSet(e *env) *cobra.Command {
	return e.inMonth(&cobra.Command{
		Use:     "set BUDGET CATEGORY AMOUNT",
		Short:   "Set the budgeted amount of a category",
		Example: "  holdover budget set Household Groceries 450\n  holdover budget set Household \"Bills: Rent\" 900 --month 2026-12",
		Args:    exactArgs(3),
	}, func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget, m civil.Month) (done app.ChangeResult, err error) {
		amount, err := typedAmount(b, args[2])
		if err != nil {
			return done, err
		}
		category, err := findCategory(cmd.Context(), a, b, args[1])
		if err != nil {
			return done, err
		}
		return a.SetBudgeted(cmd.Context(), app.Machine(), b.ID, category, m, amount)
	})
}

func newBudgetMove(e *env) *cobra.Command {
	return e.inMonth(&cobra.Command{
		Use:     "move BUDGET FROM TO AMOUNT",
		Short:   "Move money between two categories; " + toBudget + " is the money without a category",
		Example: "  holdover budget move Household Clothing Groceries 20\n  holdover budget move Household Clothing " + toBudget + " 20",
		Args:    exactArgs(4),
	}, func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget, m civil.Month) (done app.ChangeResult, err error) {
		amount, err := typedAmount(b, args[3])
		if err != nil {
			return done, err
		}
		from, err := findPlace(cmd.Context(), a, b, args[1])
		if err != nil {
			return done, err
		}
		to, err := findPlace(cmd.Context(), a, b, args[2])
		if err != nil {
			return done, err
		}
		return a.Transfer(cmd.Context(), app.Machine(), b.ID, m, from, to, amount)
	})
}

func newBudgetCover(e *env) *cobra.Command {
	return e.inMonth(&cobra.Command{
		Use:     "cover BUDGET CATEGORY FROM",
		Short:   "Cover an overspent category from another one, or from " + toBudget,
		Example: "  holdover budget cover Household Groceries Clothing",
		Args:    exactArgs(3),
	}, func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget, m civil.Month) (done app.ChangeResult, err error) {
		category, err := findPlace(cmd.Context(), a, b, args[1])
		if err != nil {
			return done, err
		}
		from, err := findPlace(cmd.Context(), a, b, args[2])
		if err != nil {
			return done, err
		}
		return a.Cover(cmd.Context(), app.Machine(), b.ID, m, category, from)
	})
}

func newBudgetExpect(e *env) *cobra.Command {
	cmd := e.changing("expect BUDGET AMOUNT", "Set the income that you expect in a month; 0 removes it", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
		return a.SetExpectedIncome(ctx, app.Machine(), b.ID, args[0])
	})
	cmd.Example = "  holdover budget expect Household 2400"
	return cmd
}

// typedAmount parses an amount in the budget's notation.
func typedAmount(b pageframe.Budget, text string) (money.Milli, error) {
	amount, err := amountparse.Amount(b.CurrencyFormat, text, 0)
	if err != nil {
		return 0, usageError{err}
	}
	return amount, nil
}

// findCategory returns the id of the category that a user names.
func findCategory(ctx context.Context, a *app.App, b pageframe.Budget, ref string) (string, error) {
	c, err := a.FindCategory(ctx, app.Machine(), b.ID, ref)
	return c.ID, err
}

// findPlace is findCategory, and returns "" for the money without a category.
func findPlace(ctx context.Context, a *app.App, b pageframe.Budget, ref string) (string, error) {
	if ref == toBudget {
		return "", nil
	}
	return findCategory(ctx, a, b, ref)
}

// changing returns a command that changes the budget named by its first argument, and prints what it did. do gets the arguments
// after the budget.
func (e *env) changing(use, short string, args int, do func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error)) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: exactArgs(args), ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			done, err := do(cmd.Context(), a, b, args[1:])
			return e.showChange(done, err)
		}),
	}
}

// recordChange changes a record of a budget by their ids. args are the arguments that follow the record.
type recordChange func(ctx context.Context, a *app.App, id, record string, args []string) (app.ChangeResult, error)

// changingRecord returns a function that makes commands as changing does, for commands whose second argument names a record.
// find returns the id of that record.
func (e *env) changingRecord(find func(ctx context.Context, a *app.App, b pageframe.Budget, ref string) (string, error)) func(use, short string, args int, do recordChange) *cobra.Command {
	return func(use, short string, args int, do recordChange) *cobra.Command {
		return e.changing(use, short, args, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (done app.ChangeResult, err error) {
			record, err := find(ctx, a, b, args[0])
			if err != nil {
				return done, err
			}
			return do(ctx, a, b.ID, record, args[1:])
		})
	}
}

func newTarget(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "target",
		Short:   "Set and remove the targets of categories",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(newTargetSet(e), e.inMonth(&cobra.Command{
		Use:   "remove BUDGET CATEGORY",
		Short: "Remove the target of a category from a month on",
		Args:  exactArgs(2),
	}, func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget, m civil.Month) (done app.ChangeResult, err error) {
		category, err := findCategory(cmd.Context(), a, b, args[1])
		if err != nil {
			return done, err
		}
		return a.RemoveTarget(cmd.Context(), app.Machine(), b.ID, category, m)
	}))
	return cmd
}

// targetFlags are the properties of a target, as typed.
type targetFlags struct {
	every, by       string
	day             int
	balance, refill bool

	percent, weight, schedule string
	lastMonth, scheduled      bool
}

// ruleFlags are the flags of targets without an amount.
var ruleFlags = []string{"income-share", "rest", "scheduled"}

func newTargetSet(e *env) *cobra.Command {
	var f targetFlags
	cmd := e.inMonth(&cobra.Command{
		Use:   "set BUDGET CATEGORY [AMOUNT]",
		Short: "Set the target of a category from a month on",
		Long: `Set the target of a category from a month on; earlier months keep theirs. It is
needed every month, unless --every, --by or --balance says otherwise. A target
of --income-share, --rest or --scheduled has no amount.`,
		Example: "  holdover target set Household Groceries 110 --every week --day 6\n  holdover target set Household Insurance 480 --every 12 --by 2027-03-01\n" +
			"  holdover target set Household Holiday 1500 --by 2027-07-01\n  holdover target set Household Savings --income-share 10\n" +
			"  holdover target set Household Fun --rest 2\n  holdover target set Household Rent --scheduled",
		Args: someArgs(2, 3),
	}, func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget, m civil.Month) (done app.ChangeResult, err error) {
		form, err := f.form(args[2:])
		if err != nil {
			return done, err
		}
		category, err := findCategory(cmd.Context(), a, b, args[1])
		if err != nil {
			return done, err
		}
		return a.SetTarget(cmd.Context(), app.Machine(), b.ID, category, m, form)
	})
	flags := cmd.Flags()
	flags.StringVar(&f.every, "every", "", "week, month, year, or a number of months to 24")
	flags.StringVar(&f.by, "by", "", "the day by which the money is needed, YYYY-MM-DD; the next one with --every")
	flags.IntVar(&f.day, "day", 0, "the day of the month, or of the week from Sunday (0)")
	flags.BoolVar(&f.balance, "balance", false, "have this balance, by the day of --by if that is given")
	flags.BoolVar(&f.refill, "refill", false, "refill up to the amount each time, rather than setting another one aside")
	takesNumbers(flags, "day", 0, 31)
	flags.StringVar(&f.percent, "income-share", "", "a percentage of the income of the month, such as 12.5")
	flags.BoolVar(&f.lastMonth, "last-month", false, "with --income-share: of the income of the month before")
	flags.StringVar(&f.weight, "rest", "", "a part of what remains when a month is assigned by targets, by this weight from 1 to 1000")
	flags.BoolVar(&f.scheduled, "scheduled", false, "the amount that scheduled transactions take from the category")
	flags.StringVar(&f.schedule, "schedule", "", "with --scheduled: only this scheduled transaction, by its id")
	cmd.MarkFlagsMutuallyExclusive("every", "balance")
	cmd.MarkFlagsMutuallyExclusive(ruleFlags...)
	for _, rule := range ruleFlags {
		for _, other := range []string{"every", "by", "day", "balance", "refill"} {
			cmd.MarkFlagsMutuallyExclusive(rule, other)
		}
	}
	return cmd
}

// form returns the form of a target that the pages would send.
func (f *targetFlags) form(amount []string) (form app.TargetForm, err error) {
	form = app.TargetForm{Day: strconv.Itoa(f.day), Filling: string(budget.SetAside), Percent: f.percent, LastMonth: f.lastMonth, Weight: f.weight, Schedule: f.schedule}
	hasRule := f.percent != "" || f.weight != "" || f.scheduled
	switch {
	case hasRule == (len(amount) > 0):
		return form, usageError{errors.New("a target has either an AMOUNT or one of --income-share, --rest and --scheduled")}
	case f.lastMonth && f.percent == "":
		return form, usageError{errors.New("--last-month goes with --income-share")}
	case f.schedule != "" && !f.scheduled:
		return form, usageError{errors.New("--schedule goes with --scheduled")}
	case f.percent != "":
		form.Shape = app.ShareOfIncome
	case f.weight != "":
		form.Shape = app.PartOfTheRest
	case f.scheduled:
		form.Shape = app.FromSchedules
	}
	if hasRule {
		return form, nil
	}
	form.Amount = amount[0]
	if f.refill {
		form.Filling = string(budget.RefillUpTo)
	}
	if f.by != "" {
		if form.Date, err = civil.ParseDate(f.by); err != nil {
			return form, usageError{err}
		}
	}
	switch {
	case f.by != "" && (f.every == "week" || f.every == "month"):
		err = usageError{errors.New("--by goes with --every year, with a number of months, or without --every")}
	case f.balance:
		form.Shape = app.ABalance
	case f.every == "week":
		form.Shape = app.EveryWeek
	case f.every == "month" || f.every == "" && f.by == "":
		form.Shape = app.EveryMonth
	case f.every == "year":
		form.Shape, form.Months = app.EverySoOften, "12"
	case f.every != "":
		form.Shape, form.Months = app.EverySoOften, f.every
	default:
		form.Shape = app.ByADate
	}
	return form, err
}
