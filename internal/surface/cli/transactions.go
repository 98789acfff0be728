package cli

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdover/internal/app"
	"holdover/internal/app/pageframe"
	"holdover/internal/app/registers"
	"holdover/internal/app/rows"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/amountparse"
	"holdover/internal/model/budget"
	"holdover/internal/model/humanize"
)

// jsonArray streams rows as one JSON array, a row a line.
func (e *env) jsonArray(each func(func(rows.Row) error) error) error {
	out := bufio.NewWriter(e.out)
	enc := newJSONEncoder(out)
	separator := "["
	err := each(func(r rows.Row) error {
		if _, err := out.WriteString(separator); err != nil {
			return err
		}
		separator = ","
		return enc.Encode(r)
	})
	if err != nil {
		return errors.Join(err, out.Flush())
	}
	if separator == "[" {
		_, err = out.WriteString("[")
	}
	_, endErr := out.WriteString("]\n")
	return errors.Join(err, endErr, out.Flush())
}

// rowFlags are the filters of the transactions command, as typed.
type rowFlags struct {
	saved, search, since, until, month          string
	accounts, categories, payees, flags, states []string // several values of one flag are alternatives
	tags                                        []string
	not, only, without                          []string
	payeeWords, notes, least, most, sort        string
	payeeRegexp, notesRegexp                    string
	any                                         bool
	uncategorised, unapproved, csv, ascending   bool
	limit                                       int
}

// rowKinds are the kinds of transactions for --only and --without.
var rowKinds = []string{"split", "transfer", "receipt", "scheduled", "uncategorised", "unapproved"}

// besidesSaved are the flags of the transactions command that are no filters.
var besidesSaved = []string{"csv", "sort", "ascending", "limit"}

func newFilters(e *env) *cobra.Command {
	return &cobra.Command{
		Use:     "filters BUDGET",
		Short:   "List the saved filters of transactions",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: e.inBudget(func(cmd *cobra.Command, _ []string, a *app.App, b pageframe.Budget) error {
			all, err := a.OwnFilters(cmd.Context(), app.Machine(), b.ID)
			return showRead(e, append([]registers.OwnFilter{}, all...), err, func(p *printer) {
				t := p.listed("There are no saved filters.", "Name…", "Id")
				for i := range all {
					t.row(all[i].Name, all[i].ID)
				}
				t.print()
			})
		}),
	}
}

func newTransactions(e *env) *cobra.Command {
	var f rowFlags
	cmd := &cobra.Command{
		Use:     "transactions BUDGET",
		Short:   "List transactions, newest first",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := e.printsOneWay(f.csv); err != nil {
				return err
			}
			filter, err := f.filter()
			if err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b pageframe.Budget) error {
				if f.saved != "" {
					saved, err := a.FilterNamed(cmd.Context(), app.Machine(), b.ID, f.saved, a.Today(cmd.Context()))
					if err != nil {
						return err
					}
					filter = saved.Filter
					filter.Limit = f.limit
				}
				if err := knownColours(cmd.Context(), a, b, f.flags); err != nil {
					return err
				}
				if f.csv {
					return e.printCSV(func(w io.Writer) error {
						return a.RowsCSV(cmd.Context(), app.Machine(), b.ID, registers.Query{Filter: filter, Sort: registers.Sort(f.sort), Ascending: f.ascending}, w)
					})
				}
				each := func(do func(rows.Row) error) error {
					return a.Transactions(cmd.Context(), app.Machine(), b.ID, filter, do)
				}
				if e.json {
					return e.jsonArray(each)
				}
				var list []rows.Row
				if err := each(func(r rows.Row) error { list = append(list, r); return nil }); err != nil {
					return err
				}
				return e.show(list, func(p *printer) { printRows(p, b, list, f.limit) })
			})
		},
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&f.accounts, "account", nil, "only this account (id or name); several are any of them, as with those below")
	flags.StringArrayVar(&f.categories, "category", nil, "only this category (id or name), or a group: `group:NAME`")
	flags.StringArrayVar(&f.payees, "payee", nil, "only this payee (id or name)")
	flags.StringArrayVar(&f.tags, "tag", nil, "only transactions with this tag in their notes, or none")
	flags.StringSliceVar(&f.not, "not", nil, "all but those named: account, category, payee, tag, flag, cleared, payee-regexp, notes-regexp")
	flags.StringSliceVar(&f.only, "only", nil, "only split, transfer, receipt (that have one), scheduled (like something that is)")
	flags.StringSliceVar(&f.without, "without", nil, "no split, transfer, receipt, scheduled, uncategorised, unapproved")
	flags.StringVar(&f.saved, "saved", "", "the transactions of this saved filter (id or name); filters lists them")
	flags.StringVar(&f.search, "search", "", `only transactions with these words in payee, category, notes or amount; "-word" is without`)
	flags.StringVar(&f.payeeWords, "payee-words", "", "only transactions with these words in the payee")
	flags.StringVar(&f.notes, "notes", "", "only transactions with these words in the notes")
	flags.StringVar(&f.payeeRegexp, "payee-regexp", "", "only transactions whose payee matches this regular expression (RE2)")
	flags.StringVar(&f.notesRegexp, "notes-regexp", "", "only transactions whose notes match this regular expression (RE2)")
	flags.BoolVar(&f.any, "any", false, "one of the conditions suffices; accounts, days and --search always apply")
	flags.StringVar(&f.least, "min", "", "amount at least, whether spent or received, such as 12.50")
	flags.StringVar(&f.most, "max", "", "amount at most")
	flags.BoolVar(&f.csv, "csv", false, "print comma-separated values, each part of a split on a line")
	flags.StringVar(&f.sort, "sort", "", "with --csv, the order: account, payee, category, notes, amount, cleared, flag (else date)")
	flags.BoolVar(&f.ascending, "ascending", false, "with --csv, in ascending order: oldest, smallest first")
	flags.StringVar(&f.since, "since", "", "first day, YYYY-MM-DD")
	flags.StringVar(&f.until, "until", "", "last day, YYYY-MM-DD")
	flags.StringVar(&f.month, "month", "", "only this month, YYYY-MM")
	flags.StringArrayVar(&f.flags, "flag", nil, "only transactions with this flag colour, or none")
	flags.StringArrayVar(&f.states, "cleared", nil, "only uncleared, cleared or reconciled transactions")
	flags.BoolVar(&f.uncategorised, "uncategorised", false, "only transactions without category")
	flags.BoolVar(&f.unapproved, "unapproved", false, "only transactions not approved")
	flags.IntVar(&f.limit, "limit", 0, "at most this many transactions (0: all)")
	takesWords(flags, "not", "account", "category", "payee", "tag", "flag", "cleared", rows.PayeeRegexpField, rows.NotesRegexpField)
	takesWords(flags, "only", rowKinds...)
	takesWords(flags, "without", rowKinds...)
	takesWords(flags, "sort", registers.SortAccount, registers.SortPayee, registers.SortCategory, registers.SortMemo, registers.SortAmount, registers.SortCleared, registers.SortFlag)
	takesWords(flags, "cleared", budget.Uncleared, budget.ClearedYes, budget.Reconciled)
	takesNumbers(flags, "limit", 0, endless)
	cmd.MarkFlagsMutuallyExclusive("month", "since")
	cmd.MarkFlagsMutuallyExclusive("month", "until")
	cmd.MarkFlagsMutuallyExclusive("category", "uncategorised")
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "saved" && !slices.Contains(besidesSaved, f.Name) {
			cmd.MarkFlagsMutuallyExclusive("saved", f.Name)
		}
	})
	return cmd
}

func (f rowFlags) filter() (rows.Filter, error) {
	if !f.csv && (f.sort != "" || f.ascending) {
		return rows.Filter{}, usageError{errors.New("--sort and --ascending need --csv")}
	}
	filter := rows.Filter{
		Search: f.search, Uncategorised: f.uncategorised, Unapproved: f.unapproved, Any: f.any, Limit: f.limit,
	}
	if err := f.more(&filter); err != nil {
		return filter, err
	}
	for text, day := range map[*string]*civil.Date{&f.since: &filter.Since, &f.until: &filter.Until} {
		if *text == "" {
			continue
		}
		parsed, err := civil.ParseDate(*text)
		if err != nil {
			return filter, usageError{err}
		}
		*day = parsed
	}
	m, err := typedMonth(f.month)
	if m != 0 {
		filter.Since, filter.Until = m.First(), m.Last()
	}
	return filter, err
}

// more sets the parts of the filter that allow several values.
func (f rowFlags) more(filter *rows.Filter) error {
	m := rows.More{
		PayeeWords: f.payeeWords, Notes: f.notes,
		PayeeRegexp: budget.Regexp{Text: f.payeeRegexp, Not: f.payeeRegexp != "" && slices.Contains(f.not, rows.PayeeRegexpField)},
		NotesRegexp: budget.Regexp{Text: f.notesRegexp, Not: f.notesRegexp != "" && slices.Contains(f.not, rows.NotesRegexpField)},
	}
	things := map[string]struct {
		values []string
		one    *string
		some   *rows.SomeOf
	}{
		"account": {f.accounts, &filter.Account, &m.Accounts}, "category": {f.categories, &filter.Category, &m.Categories}, "payee": {f.payees, &filter.Payee, &m.Payees},
		"flag": {f.flags, &filter.Flag, &m.Flags}, "cleared": {f.states, &filter.Cleared, &m.Cleared}, "tag": {f.tags, nil, &m.Tags},
	}
	for name, thing := range things {
		not := slices.Contains(f.not, name)
		if (name == "flag" || name == "tag") && slices.Contains(thing.values, rows.None) {
			*thing.some = rows.SomeOf{Of: iterutil.Map(thing.values, orNone), Not: not}
		} else if thing.one != nil && len(thing.values) == 1 && !not && !strings.HasPrefix(thing.values[0], rows.GroupRef) {
			*thing.one = thing.values[0]
		} else if len(thing.values) > 0 {
			*thing.some = rows.SomeOf{Of: thing.values, Not: not}
		}
	}
	kinds := map[string]*rows.Only{"split": &m.Split, "transfer": &m.Transfer, "uncategorised": &m.Uncategorised, "unapproved": &m.Unapproved, "receipt": &m.Receipt, "scheduled": &m.Scheduled}
	for only, names := range map[rows.Only][]string{budget.OnlySo: f.only, budget.OnlyNot: f.without} {
		for _, name := range names {
			*kinds[name] = only
		}
	}
	if err := readSizes(map[**money.Milli]string{&m.Least: f.least, &m.Most: f.most}); err != nil {
		return err
	}
	if !m.Nothing() {
		filter.More = &m
	}
	return nil
}

// readSizes parses amounts without their signs; an empty text leaves its amount.
func readSizes(texts map[**money.Milli]string) error {
	for into, text := range texts {
		if text == "" {
			continue
		}
		amount, err := amountparse.Amount(money.Format{DecimalDigits: 3, DecimalSeparator: "."}, text, 0)
		if err != nil {
			return usageError{err}
		}
		*into = new(amount.Abs())
	}
	return nil
}

func printRows(p *printer, b pageframe.Budget, rows []rows.Row, limit int) {
	t := p.listed("No transactions.", "Date", "Account…", "Payee…", "Category…", "Amount>", "", "Notes…?")
	for _, r := range rows {
		t.row(r.Date.String(), r.AccountName, r.PayeeName, r.CategoryName, p.amount(b, r.Amount), clearedMark(r.Cleared), r.Memo)
		for _, part := range r.Parts {
			t.row("", "", "  "+part.PayeeName, part.CategoryName, p.amount(b, part.Amount), "", part.Memo)
		}
	}
	t.print()
	if limit > 0 && len(rows) == limit {
		p.say("%s shown; there may be more.", humanize.Number(limit, "transaction", "transactions"))
	}
}

func clearedMark(cleared string) string {
	switch cleared {
	case "cleared":
		return "✓"
	case "reconciled":
		return "🔒︎"
	}
	return ""
}
