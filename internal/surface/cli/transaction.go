package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/rows"
	"holdover/internal/app/tags"
	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/api"
)

func newTransaction(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "transaction",
		Short:   "Add, edit and delete transactions",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(newTransactionAdd(e), newTransactionEdit(e), newTransactionDelete(e))
	return cmd
}

func newTag(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "tag",
		Short:   "List, rename and remove the tags in notes",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE:    help,
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "list BUDGET", Short: "List the tags with their use", Args: exactArgs(1), ValidArgsFunction: e.completeBudget,
			RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
				got, err := a.TagsOf(cmd.Context(), app.Machine(), b.ID)
				return showRead(e, iterutil.Map(got.Tags, api.TagOf), err, func(p *printer) { printTags(p, b, got.Tags) })
			}),
		},
		e.changing("rename BUDGET TAG NAME", "Rename a tag in all notes", 3, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
			return a.RenameTag(ctx, app.Machine(), b.ID, args[0], args[1])
		}),
		e.changing("remove BUDGET TAG", "Remove a tag from all notes", 2, func(ctx context.Context, a *app.App, b pageframe.Budget, args []string) (app.ChangeResult, error) {
			return a.RemoveTag(ctx, app.Machine(), b.ID, args[0])
		}),
	)
	return cmd
}

func printTags(p *printer, b pageframe.Budget, all []tags.Tag) {
	t := p.listed("There are no tags.", "Tag…", "Transactions>", "Sum>", "Last", "Description…?")
	for i := range all {
		t.row("#"+all[i].Name, humanize.Count(all[i].Uses), p.amount(b, all[i].Sum), all[i].Last.String(), all[i].Description)
	}
	t.print()
}

// fieldFlags are the fields of a transaction, as typed.
type fieldFlags struct {
	account, spent, received, date, otherDate, payee, to, category, notes, flag, cleared string
	splits                                                                               []string
	approved                                                                             bool
}

// register adds the flags to a command. article begins their descriptions: "the" or "another".
func (f *fieldFlags) register(cmd *cobra.Command, article string) {
	flags := cmd.Flags()
	flags.StringVar(&f.spent, "spent", "", article+" amount that leaves the account")
	flags.StringVar(&f.received, "received", "", article+" amount that enters the account")
	flags.StringVar(&f.payee, "payee", "", article+" payee's name; a new one is created")
	flags.StringVar(&f.to, "transfer", "", article+" other account of a transfer, in place of a payee")
	flags.StringVar(&f.category, "category", "", article+" category (id or name)")
	flags.StringVar(&f.notes, "notes", "", article+" notes")
	flags.StringVar(&f.flag, "flag", "", article+" colour of the flag, or none")
	takesWords(flags, "flag", append(slices.Clone(budget.FlagColours), rows.None)...)
	cmd.MarkFlagsMutuallyExclusive("spent", "received")
	cmd.MarkFlagsMutuallyExclusive("payee", "transfer")
}

// registerState adds the flags that only an entered transaction has.
func (f *fieldFlags) registerState(flags *pflag.FlagSet) {
	flags.StringVar(&f.otherDate, "other-date", "", "the day of the transfer's other side, YYYY-MM-DD; empty for the same day")
	flags.StringArrayVar(&f.splits, "split", nil, "a part of a split as `CATEGORY=AMOUNT`, with --spent or --received; given for each part")
	flags.StringVar(&f.cleared, "cleared", "", "uncleared, cleared or reconciled")
	takesWords(flags, "cleared", budget.Uncleared, budget.ClearedYes, budget.Reconciled)
}

// fields returns the fields whose flags were given.
func (f *fieldFlags) fields(cmd *cobra.Command, a *app.App, b pageframe.Budget) (out app.TransactionFields, err error) {
	ctx, given := cmd.Context(), cmd.Flags().Changed
	out.Strict = true
	if out.Amount, err = signedAmount(b, f.spent, f.received); err != nil {
		return out, err
	}
	if f.account != "" {
		account, err := a.FindAccount(ctx, app.Machine(), b.ID, f.account)
		if err != nil {
			return out, err
		}
		out.Account = &account.ID
	}
	if f.date != "" {
		day, err := typedDay(ctx, a, f.date)
		if err != nil {
			return out, err
		}
		out.Date = &day
	}
	if given("other-date") {
		var day civil.Date
		if f.otherDate != "" {
			if day, err = typedDay(ctx, a, f.otherDate); err != nil {
				return out, err
			}
		}
		out.OtherDate = &day
	}
	if given("payee") {
		out.PayeeName = &f.payee
		if f.payee == "" {
			out.Payee = &f.payee
		}
	}
	if f.to != "" {
		other, err := a.FindAccount(ctx, app.Machine(), b.ID, f.to)
		if err != nil {
			return out, err
		}
		out.PayeeName = new(budget.TransferPayee + other.Name)
	}
	if given("category") {
		if out.Category = &f.category; f.category != "" {
			if *out.Category, err = findCategory(ctx, a, b, f.category); err != nil {
				return out, err
			}
		}
	}
	if given("notes") {
		out.Memo = &f.notes
	}
	if given("flag") {
		out.FlagColour = new(orNone(f.flag))
	}
	if f.cleared != "" {
		out.Cleared = &f.cleared
	}
	if len(f.splits) > 0 {
		if out.Parts, err = f.parts(ctx, a, b, out.Amount); err != nil {
			return out, err
		}
	}
	if f.approved {
		out.Approved = &f.approved
	}
	return out, rows.CheckNotes(f.notes)
}

// parts returns the parts of a split, whose amounts have the sign of the whole amount.
func (f *fieldFlags) parts(ctx context.Context, a *app.App, b pageframe.Budget, whole *money.Milli) (parts []app.PartFields, err error) {
	if whole == nil {
		return nil, usageError{errors.New("--split needs --spent or --received")}
	}
	for _, text := range f.splits {
		at := strings.LastIndexByte(text, '=')
		if at < 0 {
			return nil, usageError{fmt.Errorf("--split takes CATEGORY=AMOUNT, not %q", text)}
		}
		part := app.PartFields{}
		if part.Amount, err = typedAmount(b, text[at+1:]); err != nil {
			return nil, err
		}
		if *whole < 0 {
			part.Amount = -part.Amount
		}
		if part.Category, err = findCategory(ctx, a, b, text[:at]); err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

func newTransactionAdd(e *env) *cobra.Command {
	var f fieldFlags
	cmd := &cobra.Command{
		Use:   "add BUDGET ACCOUNT",
		Short: "Add a transaction, and print its id",
		Example: "  holdover transaction add Household Checking --spent 12.50 --payee Bakery --category Groceries\n" +
			"  holdover transaction add Household Checking --spent 30 --split Groceries=20 --split Clothing=10\n" +
			"  holdover transaction add Household Checking --spent 200 --transfer Savings --other-date 2026-04-02",
		Args:              exactArgs(2),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			f.account, f.approved = args[1], true
			fields, err := f.fields(cmd, a, b)
			if err != nil {
				return err
			}
			if fields.Date == nil {
				fields.Date = new(a.Today(cmd.Context()))
			}
			done, created, err := a.CreateTransactions(cmd.Context(), app.Machine(), b.ID, []app.NewTransaction{{TransactionFields: fields}})
			if err != nil {
				return apperr.WithoutIndex(err)
			}
			return e.showAdded(done, created.IDs[0], nil)
		}),
	}
	f.register(cmd, "the")
	f.registerState(cmd.Flags())
	cmd.MarkFlagsMutuallyExclusive("split", "category")
	cmd.Flags().StringVar(&f.date, "date", "", "the day, YYYY-MM-DD (default: today)")
	cmd.MarkFlagsOneRequired("spent", "received")
	return cmd
}

func newTransactionEdit(e *env) *cobra.Command {
	var f fieldFlags
	cmd := &cobra.Command{
		Use:   "edit BUDGET ID",
		Short: "Change a transaction; fields without a flag stay",
		Long: `Change a transaction; fields without a flag stay. The command transactions
shows the ids with --json. An empty payee, category or notes removes it.`,
		Example:           "  holdover transaction edit Household 7b1f… --category Dining --approve",
		Args:              exactArgs(2),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			fields, err := f.fields(cmd, a, b)
			if err != nil {
				return err
			}
			done, _, err := a.UpdateTransactions(cmd.Context(), app.Machine(), b.ID, []app.TransactionChange{{ID: args[1], TransactionFields: fields}})
			return e.showChange(done, apperr.WithoutIndex(err))
		}),
	}
	f.register(cmd, "another")
	f.registerState(cmd.Flags())
	cmd.MarkFlagsMutuallyExclusive("split", "category")
	cmd.Flags().StringVar(&f.account, "account", "", "another account")
	cmd.Flags().StringVar(&f.date, "date", "", "another day, YYYY-MM-DD")
	cmd.Flags().BoolVar(&f.approved, "approve", false, "approve the transaction")
	return cmd
}

func newTransactionDelete(e *env) *cobra.Command {
	var reconciled bool
	cmd := &cobra.Command{
		Use:               "delete BUDGET ID...",
		Short:             "Delete transactions, with the other sides of transfers",
		Args:              someArgs(2, endless),
		ValidArgsFunction: e.completeBudget,
		RunE: e.inBudget(func(cmd *cobra.Command, args []string, a *app.App, b pageframe.Budget) error {
			done, err := a.DeleteRows(cmd.Context(), app.Machine(), b.ID, rows.These(args[1:]...), rows.EvenReconciled(reconciled))
			if _, guarded := rows.Guarded(err); guarded {
				err = apperr.Placed(err, func(at *apperr.Error) { at.Hint = "--reconciled deletes reconciled transactions too" })
			}
			return e.showChange(done, err)
		}),
	}
	cmd.Flags().BoolVar(&reconciled, "reconciled", false, "delete reconciled transactions too")
	return cmd
}

// signedAmount parses two flags of which at most one is given: the amount of the first is negative, that of the second
// positive. It returns nil if both are empty.
func signedAmount(b pageframe.Budget, minus, plus string) (*money.Milli, error) {
	if minus == "" && plus == "" {
		return nil, nil
	}
	amount, err := typedAmount(b, minus+plus)
	if err != nil {
		return nil, err
	}
	if amount < 0 {
		return nil, usageError{apperr.New(apperr.Invalid, "the amount has a minus sign").WithHint("leave the sign out: the flag decides it")}
	}
	if minus != "" {
		amount = -amount
	}
	return &amount, nil
}

// typedDay parses a day given by a flag; "" is today.
func typedDay(ctx context.Context, a *app.App, text string) (civil.Date, error) {
	if text == "" {
		return a.Today(ctx), nil
	}
	day, err := civil.ParseDate(text)
	if err != nil {
		return 0, usageError{err}
	}
	return day, nil
}
