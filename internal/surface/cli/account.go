package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
)

// added is the JSON output of a command that adds a record.
type added struct {
	app.ChangeResult
	ID string `json:"id"`
}

// showAdded prints the addition of a record, or returns the error of adding it.
func (e *env) showAdded(done app.ChangeResult, id string, err error) error {
	return showRead(e, added{done, id}, err, func(p *printer) {
		p.print("%s\n", id)
		p.say("%s. %s", printable(done.Label), p.oneStep())
	})
}

func newAccount(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "account",
		Short:   "Add, rename, close and reopen accounts",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	onAccount := func(use, short string, args int, do func(ctx context.Context, a *app.App, id, account string, args []string) (app.ChangeResult, error)) *cobra.Command {
		return e.changing(use, short, args, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (done app.ChangeResult, err error) {
			account, err := a.FindAccount(ctx, app.Machine(), b.ID, args[0])
			if err != nil {
				return done, err
			}
			return do(ctx, a, b.ID, account.ID, args[1:])
		})
	}
	cmd.AddCommand(
		newAccountAdd(e),
		onAccount("rename BUDGET ACCOUNT NAME", "Rename an account", 3, func(ctx context.Context, a *app.App, id, account string, args []string) (app.ChangeResult, error) {
			return a.RenameAccount(ctx, app.Machine(), id, account, args[0])
		}),
		newAccountClose(e),
		onAccount("reopen BUDGET ACCOUNT", "Open a closed account again", 2, func(ctx context.Context, a *app.App, id, account string, _ []string) (app.ChangeResult, error) {
			return a.ReopenAccount(ctx, app.Machine(), id, account)
		}),
	)
	return cmd
}

func newAccountAdd(e *env) *cobra.Command {
	types := iterutil.Map(budget.AccountTypes(), func(t budget.AccountType) string { return string(t) })
	var kind, owned, owed, date, category, note string
	var onBudget, offBudget bool
	cmd := &cobra.Command{
		Use:   "add BUDGET NAME",
		Short: "Add an account, and print its id",
		Long: `Add an account, and print its id. A balance becomes its first transaction; on
budget it is income, unless --category names a category.`,
		Example:           "  holdover account add Household \"Holiday savings\" --type savings --balance 250\n  holdover account add Household Mortgage --type mortgage --owed 180000",
		Args:              exactArgs(2),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) (err error) {
			entry := app.AccountEntry{Name: args[1], Type: kind, Note: note, OnBudget: (onBudget || budget.AccountType(kind).IsUsuallyOnBudget()) && !offBudget}
			if balance, err := signedAmount(b, owed, owned); err != nil {
				return err
			} else if balance != nil {
				entry.Balance = *balance
			}
			if entry.Date, err = typedDay(cmd.Context(), a, date); err != nil {
				return err
			}
			if category != "" {
				if entry.Category, err = findCategory(cmd.Context(), a, b, category); err != nil {
					return err
				}
			}
			done, id, err := a.AddAccount(cmd.Context(), app.Machine(), b.ID, entry)
			return e.showAdded(done, id, err)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&kind, "type", string(budget.Checking), "the type: "+strings.Join(types, ", "))
	flags.StringVar(&owned, "balance", "", "the money in the account")
	flags.StringVar(&owed, "owed", "", "the debt of the account")
	flags.StringVar(&date, "date", "", "the day of the balance, YYYY-MM-DD (default: today)")
	flags.StringVar(&category, "category", "", "the category of the balance, in place of income")
	flags.StringVar(&note, "note", "", "a note about the account")
	flags.BoolVar(&onBudget, "on-budget", false, "budget the account's money, whatever its type")
	flags.BoolVar(&offBudget, "off-budget", false, "only track the account, whatever its type")
	takesWords(flags, "type", types...)
	cmd.MarkFlagsMutuallyExclusive("balance", "owed")
	cmd.MarkFlagsMutuallyExclusive("on-budget", "off-budget")
	cmd.MarkFlagsMutuallyExclusive("off-budget", "category")
	return cmd
}

func newAccountClose(e *env) *cobra.Command {
	var to, date, category string
	var writeOff bool
	cmd := &cobra.Command{
		Use:               "close BUDGET ACCOUNT",
		Short:             "Close an account; --to or --write-off decides about a balance",
		Example:           "  holdover account close Household \"Old savings\" --to Checking",
		Args:              exactArgs(2),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			ctx := cmd.Context()
			account, err := a.FindAccount(ctx, app.Machine(), b.ID, args[1])
			if err != nil {
				return err
			}
			rest := app.ClosingTransfer{WriteOff: writeOff}
			if rest.Date, err = typedDay(ctx, a, date); err != nil {
				return err
			}
			if to != "" {
				receiver, err := a.FindAccount(ctx, app.Machine(), b.ID, to)
				if err != nil {
					return err
				}
				rest.To = receiver.ID
			}
			if category != "" {
				if rest.Category, err = findCategory(ctx, a, b, category); err != nil {
					return err
				}
			}
			done, err := a.CloseAccount(ctx, app.Machine(), b.ID, account.ID, rest)
			return e.showChange(done, err)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&to, "to", "", "the account that receives the balance")
	flags.BoolVar(&writeOff, "write-off", false, "bring the account to zero with an adjustment")
	flags.StringVar(&date, "date", "", "the day of the transfer or adjustment, YYYY-MM-DD (default: today)")
	flags.StringVar(&category, "category", "", "the category of money that leaves or enters the budget, in place of income")
	cmd.MarkFlagsMutuallyExclusive("to", "write-off")
	return cmd
}
