package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/loans"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/api"
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
		Short:   "Add, rename, group, reconcile, close and reopen accounts, show loans",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	onAccount := e.changingRecord(func(ctx context.Context, a *app.App, b pageframe.Budget, ref string) (string, error) {
		account, err := a.FindAccount(ctx, app.Machine(), b.ID, ref)
		return account.ID, err
	})
	cmd.AddCommand(
		newAccountAdd(e),
		onAccount("rename BUDGET ACCOUNT NAME", "Rename an account", 3, func(ctx context.Context, a *app.App, id, account string, args []string) (app.ChangeResult, error) {
			return a.RenameAccount(ctx, app.Machine(), id, account, args[0])
		}),
		onAccount("move BUDGET ACCOUNT GROUP", "Move an account to the end of an account group; \"\" takes it out of its group", 3, func(ctx context.Context, a *app.App, id, account string, args []string) (done app.ChangeResult, err error) {
			group, err := findAccountGroup(ctx, a, id, args[0])
			if err != nil {
				return done, err
			}
			return a.GroupAccount(ctx, app.Machine(), id, account, group, "")
		}),
		newAccountClose(e), newReconcile(e),
		onAccount("reopen BUDGET ACCOUNT", "Open a closed account again", 2, func(ctx context.Context, a *app.App, id, account string, _ []string) (app.ChangeResult, error) {
			return a.ReopenAccount(ctx, app.Machine(), id, account)
		}),
		newAccountLoan(e), newAccountGroups(e),
	)
	return cmd
}

func newAccountAdd(e *env) *cobra.Command {
	types := iterutil.Map(budget.AccountTypes(), func(t budget.AccountType) string { return string(t) })
	var kind, owned, owed, date, category, note, group string
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
			if entry.Group, err = findAccountGroup(cmd.Context(), a, b.ID, group); err != nil {
				return err
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
	flags.StringVar(&group, "group", "", "the account group (id or name)")
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

func newReconcile(e *env) *cobra.Command {
	var date, category string
	var adjust bool
	cmd := &cobra.Command{
		Use:   "reconcile BUDGET ACCOUNT BALANCE",
		Short: "Mark the cleared transactions of an account as reconciled if they sum to the bank's balance",
		Example: "  holdover account reconcile Household Checking 1250.40 --date 2026-11-30\n" +
			"  holdover account reconcile Household Visa -- -310.75",
		Args:              exactArgs(3),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) (err error) {
			ctx := cmd.Context()
			account, err := a.FindAccount(ctx, app.Machine(), b.ID, args[1])
			if err != nil {
				return err
			}
			var bank app.BankBalance
			if bank.Balance, err = typedAmount(b, args[2]); err != nil {
				return err
			}
			if bank.Date, err = typedDay(ctx, a, date); err != nil {
				return err
			}
			if category != "" {
				if bank.Category, err = findCategory(ctx, a, b, category); err != nil {
					return err
				}
			}
			if adjust {
				got, err := a.Reconciling(ctx, app.Machine(), b.ID, account.ID, bank.Balance, bank.Date)
				if err != nil {
					return err
				}
				bank.Adjustment = got.Missing
			}
			done, err := a.Reconcile(ctx, app.Machine(), b.ID, account.ID, bank)
			return e.showChange(done, apperr.Placed(err, func(at *apperr.Error) {
				if at.Kind == apperr.Conflict {
					at.Hint += " with --adjust"
				}
			}))
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&date, "date", "", "the day of the balance, YYYY-MM-DD (default: today)")
	flags.BoolVar(&adjust, "adjust", false, "add a transaction for the difference, if there is one")
	flags.StringVar(&category, "category", "", "the category of that transaction, in place of income")
	return cmd
}

// findAccountGroup returns the id of the account group that a user names, or "" for none.
func findAccountGroup(ctx context.Context, a *app.App, id, ref string) (string, error) {
	if ref == "" {
		return "", nil
	}
	group, err := a.FindAccountGroup(ctx, app.Machine(), id, ref)
	return group.ID, err
}

func newAccountGroups(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "groups",
		Short: "List, add, rename, order and delete account groups",
		Args:  exactArgs(0),
		RunE:  help,
	}
	onGroup := e.changingRecord(func(ctx context.Context, a *app.App, b pageframe.Budget, ref string) (string, error) {
		group, err := a.FindAccountGroup(ctx, app.Machine(), b.ID, ref)
		return group.ID, err
	})
	order := onGroup("order BUDGET GROUP [BEFORE]", "Move an account group before another one, or to the end", 2, func(ctx context.Context, a *app.App, id, group string, args []string) (done app.ChangeResult, err error) {
		before := ""
		if len(args) > 0 {
			if before, err = findAccountGroup(ctx, a, id, args[0]); err != nil {
				return done, err
			}
		}
		return a.MoveAccountGroup(ctx, app.Machine(), id, group, before)
	})
	order.Args = someArgs(2, 3)
	cmd.AddCommand(
		&cobra.Command{
			Use: "list BUDGET", Short: "List the account groups with their accounts and balances", Args: exactArgs(1),
			RunE: listOf(e, accountGroups, printAccountGroups), ValidArgsFunction: e.completeBudget,
		},
		e.changing("add BUDGET NAME", "Add an account group", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
			return a.NewAccountGroup(ctx, app.Machine(), b.ID, args[0])
		}),
		onGroup("rename BUDGET GROUP NAME", "Rename an account group", 3, func(ctx context.Context, a *app.App, id, group string, args []string) (app.ChangeResult, error) {
			return a.RenameAccountGroup(ctx, app.Machine(), id, group, args[0])
		}),
		order,
		onGroup("delete BUDGET GROUP", "Delete an account group; its accounts stay", 2, func(ctx context.Context, a *app.App, id, group string, _ []string) (app.ChangeResult, error) {
			return a.DeleteAccountGroup(ctx, app.Machine(), id, group)
		}),
	)
	return cmd
}

// accountGroup is a group of accounts with its balance.
type accountGroup struct {
	ID       string      `json:"id"`
	Name     string      `json:"name"`
	Accounts []string    `json:"accounts"` // the names
	Balance  money.Milli `json:"balance"`
}

func accountGroups(a *app.App, ctx context.Context, who app.Actor, id string) ([]accountGroup, error) {
	f, err := a.Frame(ctx, who, id)
	return iterutil.Map(f.AccountGroups, func(g budget.AccountGroup) accountGroup {
		group := accountGroup{ID: g.ID, Name: g.Name, Accounts: []string{}}
		for _, acc := range f.Accounts {
			if acc.Group == g.ID {
				group.Accounts = append(group.Accounts, acc.Name)
				group.Balance += acc.Balance
			}
		}
		return group
	}), err
}

func printAccountGroups(p *printer, b pageframe.Budget, groups []accountGroup) {
	t := p.listed("There are no account groups.", "Group…", "Accounts…", "Balance>")
	for _, g := range groups {
		t.row(g.Name, strings.Join(g.Accounts, ", "), p.amount(b, g.Balance))
	}
	t.print()
}

func newAccountLoan(e *env) *cobra.Command {
	var extra, once string
	cmd := &cobra.Command{
		Use:               "loan BUDGET ACCOUNT",
		Short:             "Show what is owed on a loan, when it is paid off and what its interest costs",
		Example:           "  holdover account loan Household Mortgage\n  holdover account loan Household Mortgage --extra 100",
		Args:              exactArgs(2),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			ctx := cmd.Context()
			account, err := a.FindAccount(ctx, app.Machine(), b.ID, args[1])
			if err != nil {
				return err
			}
			var ask loans.Simulation
			for _, payment := range []struct {
				text string
				into *money.Milli
			}{{extra, &ask.Extra}, {once, &ask.Once}} {
				if typed, err := signedAmount(b, "", payment.text); err != nil {
					return err
				} else if typed != nil {
					*payment.into = *typed
				}
			}
			got, err := a.Loan(ctx, app.Machine(), b.ID, account.ID, a.Today(ctx), ask)
			if err != nil {
				return err
			}
			return e.show(api.LoanOf(&got), func(p *printer) { printLoan(p, b, &got) })
		}),
	}
	cmd.Flags().StringVar(&extra, "extra", "", "simulate that this is paid in addition to each payment")
	cmd.Flags().StringVar(&once, "once", "", "simulate that this is paid in addition to the next payment")
	return cmd
}

func printLoan(p *printer, b pageframe.Budget, got *loans.Report) {
	t := p.table("", "Since", "Value>")
	for _, term := range got.Terms {
		value := p.amount(b, term.Amount)
		if term.Kind == loans.Rate {
			value = figure{text: money.Milli(term.Rate).String() + " %"}
		}
		t.row(term.Kind.Name(), term.From.String(), value)
	}
	h := got.History
	t.rule()
	t.row("paid so far", "", p.amount(b, h.Paid))
	t.row("of it interest", "", p.amount(b, h.Interest))
	t.row("of it escrow", "", p.amount(b, h.Escrow))
	t.rule()
	t.row("owed", "", p.amount(b, h.Owed()))
	t.print()
	if got.Planned == nil {
		p.say("When it is paid off follows from an interest rate and a minimum payment.")
		return
	}
	p.blank()
	t = p.table("Payments", "Number>", "Paid off", "Interest>", "Escrow>")
	printRepayment(p, b, t, "as planned", got.Planned)
	if got.Simulated != nil {
		printRepayment(p, b, t, "with more", got.Simulated)
	}
	t.print()
}

func printRepayment(p *printer, b pageframe.Budget, t *table, name string, r *loans.Repayment) {
	if !r.Paid() {
		t.row(name, "", "never", "", "")
		return
	}
	t.row(name, humanize.Count(len(r.Payments)), r.PaidOn().String(), p.amount(b, r.Interest), p.amount(b, r.Escrow))
}
