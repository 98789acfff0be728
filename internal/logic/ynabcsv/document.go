package ynabcsv

import (
	"io"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// write writes the plan document.
func (c *content) write(out io.Writer) error {
	w := &documentWriter{content: c, out: ynabdoc.NewWriter(out, "plan")}
	head := &ynabdoc.Plan{ID: c.id.String(), Name: c.name, LastModifiedOn: c.exportedAt}
	if head.Name == "" {
		head.Name = "YNAB plan"
	}
	if len(c.cellOrder) > 0 {
		byMonth := func(a, b categoryMonth) int { return int(a.month - b.month) }
		head.FirstMonth, head.LastMonth = slices.MinFunc(c.cellOrder, byMonth).month, slices.MaxFunc(c.cellOrder, byMonth).month
	}
	head.DateFormat.Format, head.CurrencyFormat.Format = c.notation.dateFormat, c.notation.currency
	if err := w.out.Begin(head); err != nil {
		return err
	}
	for _, a := range []struct {
		name  string
		write func() error
	}{
		{"accounts", w.writeAccounts},
		{"payees", w.writePayees},
		{"category_groups", w.writeGroups},
		{"categories", w.writeCategories},
		{"months", w.writeMonths},
		{"transactions", w.writeTransactions},
		{"scheduled_transactions", w.writeScheduled},
	} {
		if err := w.out.Array(a.name); err != nil {
			return err
		}
		if err := a.write(); err != nil {
			return err
		}
	}
	return w.out.End(0)
}

// documentWriter writes the arrays of a plan document.
type documentWriter struct {
	*content
	out       *ynabdoc.Writer
	rows      int
	scheduled []transaction // scheduled transactions
}

func (w *documentWriter) writeAccounts() error {
	return iterutil.EachPtr(w.accounts, func(a *account) error {
		return w.out.Record(&ynabdoc.Account{
			ID: a.id, Name: a.name, Type: a.accountType(), OnBudget: a.onBudget, Balance: a.balance, ClearedBalance: a.cleared,
			UnclearedBalance: a.balance - a.cleared, TransferPayeeID: a.payee,
		})
	})
}

// writePayees writes the payees of transfers, then those of the register. A transfer to an account that the register does
// not have is an ordinary payee.
func (w *documentWriter) writePayees() error {
	for a := range iterutil.Pointers(w.accounts) {
		if err := w.out.Record(&ynabdoc.Payee{ID: a.payee, Name: budget.TransferPayee + a.name, TransferAccountID: a.id}); err != nil {
			return err
		}
	}
	for p := range iterutil.Pointers(w.payees) {
		if other, ok := strings.CutPrefix(p.name, budget.TransferPayee); ok {
			if _, known := w.accountAt[other]; known {
				continue
			}
			w.remarks.Warn("no-account", "A transfer names an account without transactions in the register; it was imported as an ordinary transaction.", "%s", p.name)
		}
		if err := w.out.Record(&ynabdoc.Payee{ID: p.id, Name: p.name}); err != nil {
			return err
		}
	}
	return nil
}

// writeGroups writes YNAB's internal group, the group of card payments, and those of the tables.
func (w *documentWriter) writeGroups() error {
	written := map[string]bool{w.idOf("internal group"): true}
	if err := w.out.Record(&ynabdoc.CategoryGroup{ID: w.idOf("internal group"), Name: internalGroup, Internal: true}); err != nil {
		return err
	}
	return iterutil.EachPtr(w.categories, func(r *category) error {
		if written[r.group] {
			return nil
		}
		written[r.group] = true
		g := &ynabdoc.CategoryGroup{ID: r.group, Name: r.categoryName.group}
		switch {
		case r.kind == cardPayment:
			g.Name, g.Internal = cardGroup, true
		case g.Name == cardGroup:
			g.Name = userCardGroup
		case g.Name == hiddenGroup:
			g.Hidden = true
		}
		return w.out.Record(g)
	})
}

func (w *documentWriter) writeCategories() error {
	ready := &ynabdoc.Category{ID: w.idOf("income"), GroupID: w.idOf("internal group"), GroupName: internalGroup, Name: incomeCategory, Internal: true}
	ready.LeaveOut("budgeted", "activity", "balance")
	if err := w.out.Record(ready); err != nil {
		return err
	}
	return iterutil.EachPtr(w.categories, func(r *category) error {
		if r.kind == income {
			return nil
		}
		record := r.record()
		record.LeaveOut("budgeted", "activity", "balance")
		return w.out.Record(record)
	})
}

func (r *category) record() *ynabdoc.Category {
	return &ynabdoc.Category{ID: r.id, GroupID: r.group, GroupName: r.categoryName.group, Name: r.name, Hidden: r.hidden}
}

// writeMonths writes the figures of the plan, newest first. The plan has no totals.
func (w *documentWriter) writeMonths() error {
	byMonth := map[civil.Month][]categoryMonth{}
	for _, key := range w.cellOrder {
		byMonth[key.month] = append(byMonth[key.month], key)
	}
	all := slices.Sorted(maps.Keys(byMonth))
	for _, m := range slices.Backward(all) {
		record := &ynabdoc.Month{Month: m}
		record.LeaveOut("income", "budgeted", "activity", "to_be_budgeted", "age_of_money")
		for _, key := range byMonth[m] {
			f, cell := w.cells[key], w.categories[key.category].record()
			cell.Budgeted, cell.Activity, cell.Balance = f.assigned, f.activity, f.available
			record.Categories = append(record.Categories, *cell)
		}
		if err := w.out.Record(record); err != nil {
			return err
		}
	}
	return nil
}
