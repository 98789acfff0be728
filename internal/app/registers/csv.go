package registers

import (
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"strconv"

	"holdover/internal/app/rows"
	"holdover/internal/app/users"
	"holdover/internal/base/csvcell"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// csvColumns are the columns of a list of transactions. The import of bank files reads files with this header.
var csvColumns = []string{"Date", "Account", "Payee", "Category group", "Category", "Notes", "Amount", "Cleared", "Flag", "Part"}

// RowsCSV writes the transactions of a register as CSV for spreadsheets, all pages, in the register's order. Each
// part of a split is a line, so that the sum of the amounts is the same. If the filter is a category, only its own
// parts are written, so that the sum is its activity. Lines are streamed. Texts that a spreadsheet would read as a
// formula are prefixed with an apostrophe, as in reports. Page and Today of the query are ignored.
func (rg *Registers) RowsCSV(ctx context.Context, who users.Actor, id string, q Query, w io.Writer) error {
	return rg.access.ReadTx(ctx, who, id, func(v *store.ReadTx) error {
		lines := csvLines{out: csv.NewWriter(w), format: money.Format{DecimalDigits: v.Info().Currency.DecimalDigits, DecimalSeparator: "."}}
		var err error
		if lines.Names, err = rows.NamesIn(v); err != nil {
			return err
		}
		filter, err := ordered(lines.Names, v, q)
		if err != nil {
			return err
		}
		groups, err := v.Groups()
		if err != nil {
			return err
		}
		lines.groups = iterutil.ByKey(groups, func(g budget.Group) budget.GroupNo { return g.No })
		if err := lines.out.Write(csvColumns); err != nil {
			return err
		}
		filter.Limit = q.Filter.Limit
		if q.Filter.Category != "" && !q.Filter.Any {
			lines.only = filter.Category
		}
		for t, err := range v.Transactions(filter) {
			if err != nil {
				return err
			}
			if err := lines.transaction(&t); err != nil {
				return err
			}
		}
		lines.out.Flush()
		return lines.out.Error()
	})
}

type csvLines struct {
	*rows.Names
	out    *csv.Writer
	format money.Format
	groups map[budget.GroupNo]budget.Group
	only   budget.CategoryNo // parts of other categories are omitted; 0 for no filter
}

func (l *csvLines) transaction(t *budget.Transaction) error {
	if len(t.Parts) == 0 {
		return l.line(t, &budget.Part{Payee: t.Payee, Category: t.Category, Memo: t.Memo, Amount: t.Amount}, "")
	}
	for i := range t.Parts { // empty fields of a part have the row's value
		p := t.Parts[i]
		if l.only != 0 && p.Category != l.only {
			continue
		}
		p.Payee, p.Memo = cmp.Or(p.Payee, t.Payee), cmp.Or(p.Memo, t.Memo)
		if err := l.line(t, &p, strconv.Itoa(i+1)+" of "+strconv.Itoa(len(t.Parts))); err != nil {
			return err
		}
	}
	return nil
}

func (l *csvLines) line(t *budget.Transaction, p *budget.Part, part string) error {
	c := l.Categories[p.Category]
	safe := csvcell.Guard
	return l.out.Write([]string{
		t.Date.String(), safe(l.Accounts[t.Account].Name), safe(l.Payees[p.Payee].Name), safe(l.groups[c.Group].Name), safe(c.Name), safe(p.Memo),
		l.format.Text(p.Amount), string(t.Cleared), safe(t.FlagColour), part,
	})
}
