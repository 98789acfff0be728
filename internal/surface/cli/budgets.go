package cli

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/money"
	"holdover/internal/model/humanize"
)

func newNew(e *env) *cobra.Command {
	var entry app.BudgetEntry
	var numbers, month string
	cmd := &cobra.Command{
		Use:     "new NAME",
		Short:   "Create an empty budget",
		Long:    "Create a budget with only a category for income. The commands account, group and\ncategory add to it, as the pages do.",
		Example: "  holdover new Household --currency EUR --starter",
		GroupID: "bring",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entry.Name, entry.Numbers = args[0], money.Numbers(numbers)
			var err error
			if entry.FirstMonth, err = typedMonth(month); err != nil {
				return err
			}
			return e.beginApp(cmd.Context(), func(a *app.App) error {
				b, err := a.NewBudget(cmd.Context(), app.Machine(), entry)
				return showRead(e, b, err, func(p *printer) {
					p.print("Created %q in %s, starting %s. Its id is %s\n", printable(b.Name), b.Currency, b.FirstMonth, b.ID)
					p.say("%-10s%s, or %s", "Next", p.command("account add %s Checking", shellName(b.Name)), p.command("serve"))
				})
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&entry.Currency, "currency", "EUR", "the currency's code")
	flags.StringVar(&numbers, "numbers", "", "number format, such as 1.234,56 (default: the usual one of the currency)")
	flags.StringVar(&entry.DateFormat, "dates", app.DateFormats()[0], "date format")
	flags.StringVar(&month, "first-month", "", "the first month, such as 2026-03 (default: the current month)")
	flags.BoolVar(&entry.Starter, "starter", false, "start with a few groups and categories")
	takes(flags, "currency", "a currency's code of three letters, such as EUR or USD", func(code string) bool {
		_, known := money.FormatOf(code, "")
		return known
	})
	takesWords(flags, "numbers", money.AllNumbers()...)
	takesWords(flags, "dates", app.DateFormats()...)
	return cmd
}

func newFreshStart(e *env) *cobra.Command {
	var entry app.FreshStartEntry
	cmd := &cobra.Command{
		Use:     "fresh-start BUDGET",
		Short:   "Create a budget with the accounts and categories of another one, without its transactions",
		Example: "  holdover budget fresh-start Household --name \"Household 2027\"",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			made, err := a.FreshStart(cmd.Context(), app.Machine(), b.ID, entry)
			return showRead(e, made, err, func(p *printer) {
				p.print("Created %q from %q, with %s. Its id is %s\n", printable(made.Name), printable(b.Name), humanize.Number(made.Accounts, "account", "accounts"), made.ID)
				p.say("%q stays as it is.", printable(b.Name))
			})
		}),
	}
	cmd.ValidArgsFunction = e.completeBudget
	cmd.Flags().StringVar(&entry.Name, "name", "", "the name of the new budget (default: the old one with the month)")
	cmd.Flags().BoolVar(&entry.Payees, "payees", true, "take all payees; otherwise only those of schedules and rules")
	return cmd
}

func newArchive(e *env) *cobra.Command {
	var apply bool
	cmd := &cobra.Command{
		Use:     "archive BUDGET YEAR",
		Short:   "Preview archiving the transactions before 1 January of a year; --apply does it",
		Example: "  holdover budget archive Household 2023 --apply",
		Args:    exactArgs(2),
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			year, err := strconv.Atoi(args[1])
			if err != nil {
				return usageError{apperr.New(apperr.Invalid, "%q is not a year", args[1])}
			}
			if apply {
				done, err := a.ArchiveYears(cmd.Context(), app.Machine(), b.ID, year)
				return e.showChange(done, err)
			}
			preview, err := a.PreviewArchive(cmd.Context(), app.Machine(), b.ID, year)
			return showRead(e, preview, err, func(p *printer) {
				t := p.table("Account…", "Archived>", "Cleared>", "Uncleared>")
				for _, acc := range preview.Accounts {
					t.row(acc.Name, humanize.Count(acc.Rows), p.amount(b, acc.Cleared), p.amount(b, acc.Uncleared))
				}
				t.print()
				p.say("%s would be archived; %s would remain.", humanize.Number(preview.Rows, "transaction", "transactions"), humanize.Number(preview.Left, "transaction", "transactions"))
				for _, why := range app.ArchiveReasons() {
					if n := preview.Stays[why.Reason]; n > 0 {
						p.say("These stay: %s %s.", humanize.Number(n, "transaction", "transactions"), why.Words)
					}
				}
			})
		}),
	}
	cmd.ValidArgsFunction = e.completeBudget
	cmd.Flags().BoolVar(&apply, "apply", false, "archive them")
	return cmd
}

func newBringBack(e *env) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "bring-back BUDGET",
		Short: "Bring back the years that were archived last",
		Args:  exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			if path == "" {
				done, err := a.BringBack(cmd.Context(), app.Machine(), b.ID, nil)
				return e.showChange(done, err)
			}
			file, err := os.Open(path)
			if err != nil {
				return apperr.New(apperr.NotFound, "%s cannot be read", path).WithCause(err)
			}
			defer file.Close()
			done, err := a.BringBack(cmd.Context(), app.Machine(), b.ID, file)
			return e.showChange(done, err)
		}),
	}
	cmd.ValidArgsFunction = e.completeBudget
	cmd.Flags().StringVar(&path, "file", "", "the downloaded `FILE` of the archived years (default: the stored one)")
	return cmd
}

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
