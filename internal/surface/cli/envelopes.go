package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
)

// toBudget names the money without a category on the command line.
const toBudget = "to-budget"

func newBudget(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "budget",
		Short:   "Budget amounts, move money and cover overspending",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(newBudgetSet(e), newBudgetMove(e), newBudgetCover(e))
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
		p.say("%s. %s", printable(done.Label), p.oneStep())
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

func newCategory(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "category",
		Short:   "Add, rename, move, hide and sort categories",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	onCategory := func(use, short string, args int, do func(ctx context.Context, a *app.App, id, category string, args []string) (app.ChangeResult, error)) *cobra.Command {
		return e.changing(use, short, args, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (done app.ChangeResult, err error) {
			category, err := findCategory(ctx, a, b, args[0])
			if err != nil {
				return done, err
			}
			return do(ctx, a, b.ID, category, args[1:])
		})
	}
	cmd.AddCommand(
		e.changing("add BUDGET GROUP NAME", "Add a category to a group", 3, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (done app.ChangeResult, err error) {
			group, err := a.FindGroup(ctx, app.Machine(), b.ID, args[0])
			if err != nil {
				return done, err
			}
			return a.NewCategory(ctx, app.Machine(), b.ID, group.ID, args[1])
		}),
		onCategory("rename BUDGET CATEGORY NAME", "Rename a category", 3, func(ctx context.Context, a *app.App, id, category string, args []string) (app.ChangeResult, error) {
			return a.RenameCategory(ctx, app.Machine(), id, category, args[0])
		}),
		onCategory("move BUDGET CATEGORY GROUP", "Move a category to the end of a group", 3, func(ctx context.Context, a *app.App, id, category string, args []string) (done app.ChangeResult, err error) {
			group, err := a.FindGroup(ctx, app.Machine(), id, args[0])
			if err != nil {
				return done, err
			}
			return a.MoveCategory(ctx, app.Machine(), id, category, group.ID, "")
		}),
		onCategory("hide BUDGET CATEGORY", "Hide a category", 2, func(ctx context.Context, a *app.App, id, category string, _ []string) (app.ChangeResult, error) {
			return a.HideCategory(ctx, app.Machine(), id, category, true)
		}),
		onCategory("show BUDGET CATEGORY", "Show a hidden category again", 2, func(ctx context.Context, a *app.App, id, category string, _ []string) (app.ChangeResult, error) {
			return a.HideCategory(ctx, app.Machine(), id, category, false)
		}),
		e.changing("sort BUDGET GROUP", "Sort the categories of a group by name", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (done app.ChangeResult, err error) {
			group, err := a.FindGroup(ctx, app.Machine(), b.ID, args[0])
			if err != nil {
				return done, err
			}
			return a.SortCategories(ctx, app.Machine(), b.ID, group.ID)
		}),
	)
	return cmd
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
