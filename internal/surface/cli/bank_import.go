package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/bankimport"
	"holdover/internal/app/pageframe"
	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/bankfile"
)

// bankImported is the JSON output of holdover bank-import.
type bankImported struct {
	bankimport.File
	along    bool                 // categories are taken along
	Imported *bankimport.Imported `json:"imported,omitempty"`
	Applied  *app.ChangeResult    `json:"applied,omitempty"`
}

func newBankImport(e *env) *cobra.Command {
	var f bankFlags
	cmd := &cobra.Command{
		Use:   "bank-import BUDGET ACCOUNT FILE",
		Short: "Import a bank's file into an account: CSV, OFX, QFX, QIF, CAMT.053 or MT940",
		Long: `Import a file downloaded from a bank into an account, in one step that can be
undone: CSV, OFX and QFX, QIF, MT940, and CAMT.053 as XML or ZIP. Rows that were
imported before stay as they are, rows that were typed in become cleared, and
rows that were deleted stay deleted, so that the same file can be imported again.

A row that may be an existing transaction, although not everything agrees, is
listed with that transaction. Nothing is imported until each of them is decided:
--add N adds row N as a new transaction, --skip N matches it with the existing
one. --add also adds rows that were imported before or deleted.

Warnings are listed too: another currency or account than usual, more accounts in
the file, a closing balance that the account would not have, dates far from today.
Nothing is imported until each is accepted by its name, as in --accept balance.

What the file leaves open (the direction of money, the format of dates) is
asked, with the first rows as they would be imported; --plus-is-out, --date-order,
--decimal and --column answer it, and --right confirms the guess.

With --dry-run the rows are listed with what would happen to each. The columns of
a CSV file are those of the account's last one, or detected; --column
changes them, and is saved for the next file. FILE may be - for standard input.`,
		Example: "  holdover bank-import Household Checking export.csv --dry-run\n  holdover bank-import Household Checking export.csv --column payee=4 --date-order dmy\n  holdover bank-import Household \"Visa Card\" card.csv --plus-is-out",
		GroupID: "serve",
		Args:    exactArgs(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			options, err := f.options()
			if err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error {
				return e.bankImport(cmd, a, b, args[1], args[2], options, &f)
			})
		},
	}
	cmd.ValidArgsFunction = e.completeAccount
	f.define(cmd)
	return cmd
}

func (e *env) bankImport(cmd *cobra.Command, a *app.App, b pageframe.Budget, account, path string, options bankimport.Options, f *bankFlags) error {
	ctx, who := cmd.Context(), app.Machine()
	acc, err := a.FindAccount(ctx, who, b.ID, account)
	if err != nil {
		return e.listedBy(err, "accounts %s", e.printer().budget(b))
	}
	data, err := e.bankFile(ctx, path)
	if err != nil {
		return err
	}
	options.Name = fileName(path)
	got := bankImported{along: options.SetCategories}
	if got.File, err = a.ReadBankFile(ctx, who, b.ID, acc.ID, data, options); err != nil {
		return named(path, err)
	}
	if m := f.over(cmd, got.Mapping); m != nil {
		options.Mapping = m
		if got.File, err = a.ReadBankFile(ctx, who, b.ID, acc.ID, data, options); err != nil {
			return named(path, err)
		}
	}
	if got.ReadError != nil {
		return named(path, byFlags(got.ReadError))
	}
	if err := f.knows(got.Rows); err != nil {
		return named(path, err)
	}
	said := f.said(cmd)
	got.Questions = slices.DeleteFunc(got.Questions, func(q bankfile.Question) bool { return f.right || slices.Contains(said, q) })
	got.NoQuestions = len(got.Questions) == 0
	options.GuessesConfirmed = got.NoQuestions
	if f.dryRun {
		return e.show(got, func(p *printer) { printBankFile(p, b, &got) })
	}
	if len(got.Questions) > 0 {
		if err := e.askBankFile(ctx, b, &got); err != nil {
			return named(path, err)
		}
		got.Questions, got.NoQuestions, options.GuessesConfirmed = got.Questions[:0], true, true
	}
	if err := e.decideBankFile(ctx, b, &got, &options); err != nil {
		return named(path, err)
	}
	done, did, err := a.ImportBankFile(ctx, who, b.ID, acc.ID, data, options)
	if err != nil {
		return named(path, err)
	}
	got.Imported, got.Applied = &did, &done
	return e.show(got, func(p *printer) { printBankImported(p, acc, &got) })
}

// fileName returns the name of a file for the history, empty for standard input.
func fileName(path string) string {
	if path == "-" {
		return ""
	}
	return filepath.Base(path)
}

func (e *env) bankFile(ctx context.Context, path string) ([]byte, error) {
	file, _, err := e.openFile(ctx, path, statementFile)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, bankimport.MaxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if err := bankimport.Fits(data); err != nil {
		return nil, named(path, err)
	}
	return data, nil
}

// byFlags adds to an error that requires choices the flags that make them.
func byFlags(err error) error {
	return apperr.Placed(err, func(f *apperr.Error) {
		switch f.Code {
		case bankfile.NoColumn:
			f.Hint = "name the columns, from 1, as in --column date=1 --column amount=3, or download the file as OFX, QIF or CAMT.053"
		case bankfile.NoOrder:
			f.Hint = "set it with --date-order: dmy, mdy or ymd"
		}
	})
}

// completeBudget completes the names of budgets, then files.
func (e *env) completeBudget(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return e.complete(cmd, func(a *app.App) ([]string, error) {
		all, err := a.Budgets(cmd.Context(), app.Machine())
		return iterutil.Map(all, func(b pageframe.Budget) string { return printable(b.Name) }), err
	})
}

// completeBudgetThen completes the names of budgets, then the given words.
func (e *env) completeBudgetThen(then []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return e.completeBudget(cmd, args, "")
		}
		return then, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeAccount completes budgets, then the budget's accounts, then files.
func (e *env) completeAccount(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return e.completeBudget(cmd, args, "")
	}
	return e.complete(cmd, func(a *app.App) (names []string, err error) {
		b, err := a.FindBudget(cmd.Context(), app.Machine(), args[0])
		if err != nil {
			return nil, err
		}
		all, err := a.Accounts(cmd.Context(), app.Machine(), b.ID)
		for _, acc := range all {
			if !acc.Closed {
				names = append(names, acc.Name)
			}
		}
		return names, err
	})
}

// complete completes the names that read returns, and no files.
func (e *env) complete(cmd *cobra.Command, read func(*app.App) ([]string, error)) (names []string, directive cobra.ShellCompDirective) {
	err := e.configure(cmd) // completion does not run the hooks of the command
	if err == nil {
		err = e.withApp(cmd.Context(), func(a *app.App) (err error) {
			names, err = read(a)
			return err
		})
	}
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

type bankFlags struct {
	dryRun, addDeleted, plusIsOut bool
	right, categories             bool
	statement, firstRow           int
	skip, add, link               []int
	columns, accept               []string
	delimiter, encoding           string
	order, decimal, wordOut       string
}

func (f *bankFlags) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.dryRun, "dry-run", false, "list the transactions and what would happen to them; change nothing")
	flags.IntVar(&f.statement, "statement", 0, "which account of the file, from 1, where it has several (default: the one of the last file, or the first with transactions)")
	flags.IntSliceVar(&f.add, "add", nil, "add the transaction with this `NUMBER` of --dry-run as a new one; can be given again")
	flags.IntSliceVar(&f.skip, "skip", nil, "do not add the transaction with this `NUMBER`; a possible duplicate is matched with the existing one")
	flags.IntSliceVar(&f.link, "link", nil, "link the transaction with this `NUMBER` with the other half of its transfer")
	flags.StringSliceVar(&f.accept, "accept", nil, "import despite this `WARNING`: "+strings.Join(warningNames(), ", ")+"; can be given again")
	flags.BoolVar(&f.addDeleted, "add-deleted", false, "add again the transactions that were deleted")
	flags.StringArrayVar(&f.columns, "column", nil, "what a column of a CSV file is for, `ROLE=COLUMN`: "+strings.Join(roleNames(), ", ")+"; COLUMN from 1, 0 for none")
	flags.IntVar(&f.firstRow, "first-row", 0, "line of the first transaction of a CSV file, from 1")
	flags.StringVar(&f.delimiter, "delimiter", "", `column separator of a CSV file: "," ";" "|" or tab`)
	flags.StringVar(&f.encoding, "encoding", "", "character set of the file, such as windows-1252 (default: detected)")
	flags.StringVar(&f.order, "date-order", "", "dmy, mdy or ymd, in a CSV or QIF file")
	flags.StringVar(&f.decimal, "decimal", "", `decimal sign of a CSV or QIF file, "." or ",", or "cents" for amounts such as 123456`)
	flags.BoolVar(&f.plusIsOut, "plus-is-out", false, "amounts without minus are money out, as in files of some cards")
	flags.BoolVar(&f.right, "right", false, "confirm the guesses about the file; check them with --dry-run first")
	flags.BoolVar(&f.categories, "categories", false, "import the categories of the file that the budget has (QIF and CSV)")
	flags.StringVar(&f.wordOut, "word-out", "", "the word for money out in the direction column")
	for _, counted := range []string{"statement", "skip", "add", "link", "first-row"} {
		takesNumbers(flags, counted, 1, endless)
	}
	takes(flags, "delimiter", `"," ";" "|" or tab`, func(text string) bool { return slices.Contains([]string{",", ";", "|", "\t", "tab"}, text) })
	takes(flags, "encoding", either(bankfile.Encodings()[1:]), bankfile.KnowsEncoding)
	takes(flags, "accept", either(warningNames()), func(text string) bool { return slices.Contains(warningNames(), text) })
	takesWords(flags, "date-order", bankfile.DayFirst, bankfile.MonthFirst, bankfile.YearFirst)
	takes(flags, "decimal", `".", "," or "cents"`, func(text string) bool { return text == "." || text == "," || text == bankfile.Cents })
}

func roleNames() []string {
	return iterutil.Map(bankfile.Roles(), func(r bankfile.Role) string { return string(r) })
}

func warningNames() []string {
	return iterutil.Map(bankimport.WarningCodes(), func(w bankimport.WarningCode) string { return string(w) })
}

// options returns the options that do not depend on the file.
func (f *bankFlags) options() (bankimport.Options, error) {
	o := bankimport.Options{Statement: f.statement - 1, Skip: f.skip, Add: f.add, Link: f.link, AddDeleted: f.addDeleted, SetCategories: f.categories}
	for _, name := range f.accept {
		o.Accept = append(o.Accept, bankimport.WarningCode(name))
	}
	for _, no := range f.add {
		if slices.Contains(f.skip, no) || slices.Contains(f.link, no) {
			return o, usageError{fmt.Errorf("transaction %d can only be one of --add, --skip and --link", no)}
		}
	}
	if f.delimiter == "tab" {
		f.delimiter = "\t"
	}
	for _, text := range f.columns {
		if _, _, err := column(text); err != nil {
			return o, err
		}
	}
	o.Style, o.Delimiter, o.Encoding = f.style(), f.delimiter, f.encoding
	return o, nil
}

// knows refuses flags about transactions that are not in the file, or that have no effect.
func (f *bankFlags) knows(rows []bankimport.Row) error {
	for _, no := range slices.Concat(f.skip, f.add, f.link) {
		if no < 1 || no > len(rows) {
			return apperr.New(apperr.Invalid, "the file has no transaction %d", no).WithHint("--dry-run lists them with their numbers")
		}
	}
	for _, no := range f.link {
		if rows[no-1].OtherHalf == nil {
			return apperr.New(apperr.Invalid, "no other account has the other half of transaction %d", no).WithHint("--dry-run lists the transactions that can be linked")
		}
	}
	return nil
}

func (f *bankFlags) style() bankfile.Style {
	s := bankfile.Style{Order: bankfile.DateOrder(f.order), Decimal: f.decimal}
	switch f.decimal {
	case ".":
		s.Group = ","
	case ",":
		s.Group = "."
	}
	return s
}

func column(text string) (bankfile.Role, int, error) {
	role, number, ok := strings.Cut(text, "=")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 0 {
		return "", 0, usageError{fmt.Errorf("--column takes ROLE=COLUMN, not %q", text)}
	}
	if r := bankfile.Role(role); slices.Contains(bankfile.Roles(), r) {
		return r, n, nil
	}
	return "", 0, usageError{fmt.Errorf("a column can be %s, not %q", strings.Join(roleNames(), ", "), role)}
}

// over returns the detected mapping overridden by the flags, or nil if no flag describes the columns.
func (f *bankFlags) over(cmd *cobra.Command, found *bankfile.Mapping) *bankfile.Mapping {
	said := false
	for _, name := range []string{"column", "first-row", "date-order", "decimal", "plus-is-out", "word-out"} {
		said = said || cmd.Flags().Changed(name)
	}
	if found == nil || !said {
		return nil
	}
	m := *found
	m.Style = m.Over(f.style())
	if f.firstRow > 0 {
		m.HeaderRows = f.firstRow - 1
	}
	if cmd.Flags().Changed("plus-is-out") {
		m.Invert = f.plusIsOut
	}
	if f.wordOut != "" {
		m.DebitWord = f.wordOut
	}
	for _, text := range f.columns {
		if role, n, err := column(text); err == nil {
			m.Place(role, n)
		}
	}
	return &m
}
