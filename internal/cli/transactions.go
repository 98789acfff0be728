package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"

	"holdover/internal/words"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/cal"
)

// jsonArray streams rows as one JSON array, a row a line.
func (e *env) jsonArray(each func(func(app.Row) error) error) error {
	out := bufio.NewWriter(e.out)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	separator := "["
	err := each(func(r app.Row) error {
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
	account, category, payee, search, since, until, month, flag, cleared string
	uncategorised, unapproved                                            bool
	limit                                                                int
}

func newTransactions(e *env) *cobra.Command {
	var f rowFlags
	cmd := &cobra.Command{
		Use:     "transactions BUDGET",
		Short:   "List transactions, newest first",
		GroupID: "look",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := f.filter()
			if err != nil {
				return err
			}
			return e.withBudget(cmd.Context(), args[0], func(a *app.App, b app.Budget) error {
				each := func(do func(app.Row) error) error {
					return a.Transactions(cmd.Context(), app.Machine(), b.ID, filter, do)
				}
				if e.json {
					return e.jsonArray(each)
				}
				var rows []app.Row
				if err := each(func(r app.Row) error { rows = append(rows, r); return nil }); err != nil {
					return err
				}
				return e.show(rows, func(p *printer) { printRows(p, b, rows, f.limit) })
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.account, "account", "", "only this account (id or name)")
	flags.StringVar(&f.category, "category", "", "only this category (id or name)")
	flags.StringVar(&f.payee, "payee", "", "only this payee (id or name)")
	flags.StringVar(&f.search, "search", "", "only transactions with this text in payee, category or notes")
	flags.StringVar(&f.since, "since", "", "first day, YYYY-MM-DD")
	flags.StringVar(&f.until, "until", "", "last day, YYYY-MM-DD")
	flags.StringVar(&f.month, "month", "", "only this month, YYYY-MM")
	flags.StringVar(&f.flag, "flag", "", "only transactions with this flag colour")
	flags.StringVar(&f.cleared, "cleared", "", "only uncleared, cleared or reconciled transactions")
	flags.BoolVar(&f.uncategorised, "uncategorised", false, "only transactions without category")
	flags.BoolVar(&f.unapproved, "unapproved", false, "only transactions not approved")
	flags.IntVar(&f.limit, "limit", 0, "at most this many transactions (0: all)")
	cmd.MarkFlagsMutuallyExclusive("month", "since")
	cmd.MarkFlagsMutuallyExclusive("month", "until")
	cmd.MarkFlagsMutuallyExclusive("category", "uncategorised")
	return cmd
}

func (f rowFlags) filter() (app.RowFilter, error) {
	if f.limit < 0 {
		return app.RowFilter{}, usageError{fmt.Errorf("--limit is a number of transactions, not %d", f.limit)}
	}
	filter := app.RowFilter{
		Account: f.account, Category: f.category, Payee: f.payee, Search: f.search, Flag: f.flag, Cleared: f.cleared,
		Uncategorised: f.uncategorised, Unapproved: f.unapproved, Limit: f.limit,
	}
	for text, day := range map[*string]*cal.Date{&f.since: &filter.Since, &f.until: &filter.Until} {
		if *text == "" {
			continue
		}
		parsed, err := cal.ParseDate(*text)
		if err != nil {
			return filter, usageError{err}
		}
		*day = parsed
	}
	if f.month != "" {
		m, err := cal.ParseMonth(f.month)
		if err != nil {
			return filter, usageError{err}
		}
		filter.Since, filter.Until = m.First(), m.Last()
	}
	return filter, nil
}

func printRows(p *printer, b app.Budget, rows []app.Row, limit int) {
	if len(rows) == 0 {
		p.say("No transactions.")
		return
	}
	t := p.table("Date", "Account", "Payee", "Category", "Amount>", "", "Notes")
	for _, r := range rows {
		t.row(r.Date.String(), r.AccountName, r.PayeeName, r.CategoryName, p.amount(b, r.Amount), clearedMark(r.Cleared), r.Memo)
		for _, part := range r.Parts {
			t.row("", "", "  "+part.PayeeName, part.CategoryName, p.amount(b, part.Amount), "", part.Memo)
		}
	}
	t.print()
	if limit > 0 && len(rows) == limit {
		p.say("%s shown; there may be more.", words.Number(limit, "transaction", "transactions"))
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
