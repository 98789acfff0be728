package actualfile

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/ynabdoc"
)

// run reads the small tables, then all transactions for the figures, and writes the document.
func (c *conversionState) run(out *ynabdoc.Writer) error {
	err := iterutil.Try(c.readPreferences, c.readNotes, c.readAccounts, c.readAccountGroups, c.readTags, c.readGroups, c.readCategories, c.readPayees, c.readMappings)
	if err != nil {
		return err
	}
	scanned, err := c.scan()
	if err != nil {
		return err
	}
	if err := iterutil.Try(func() error { return c.computeFigures(scanned) }, c.readRules, c.readSchedules, c.setTargets, c.countLost); err != nil {
		return err
	}
	head, err := c.head()
	if err != nil {
		return err
	}
	if err := out.Begin(head); err != nil {
		return err
	}
	for _, array := range []struct {
		name  string
		write func(*ynabdoc.Writer) error
	}{
		{"accounts", func(out *ynabdoc.Writer) error { return c.writeAccounts(out, scanned) }},
		{"payees", c.writePayees},
		{"payee_locations", c.writeLocations},
		{"category_groups", c.writeGroups},
		{"categories", c.writeCategories},
		{"months", c.writeMonths},
		{"transactions", func(out *ynabdoc.Writer) error { return c.writeRows(out, scanned.rows) }},
		{"subtransactions", func(out *ynabdoc.Writer) error { return c.writeParts(out, scanned.parts) }},
		{"scheduled_transactions", c.writeScheduled},
		{"scheduled_subtransactions", c.writeScheduledParts},
	} {
		if err := out.Array(array.name); err != nil {
			return err
		}
		if err := array.write(out); err != nil {
			return err
		}
	}
	return out.End(0)
}

// head returns the plan's own fields with the marks.
func (c *conversionState) head() (*ynabdoc.Plan, error) {
	modified, err := c.lastModified()
	if err != nil {
		return nil, err
	}
	head := &ynabdoc.Plan{ID: c.meta.planID(), Name: strings.TrimSpace(c.meta.BudgetName), LastModifiedOn: modified}
	if c.sheet.months > 0 {
		head.FirstMonth, head.LastMonth = c.sheet.first, c.sheet.first.Add(c.sheet.months-1)
	}
	if err := c.setFormats(head); err != nil {
		return nil, err
	}
	marks := ynabdoc.Marks{Rules: c.rules.marked, Ends: c.schedules.ends, ByThemselves: c.schedules.entered, AccountGroups: c.accountGroups, Tags: c.tags}
	for i := range c.groups.all {
		if g := &c.groups.all[i]; g.income && !g.Deleted && marks.Income.Group.ID == "" {
			marks.Income.Group = ynabdoc.MarkedName{ID: g.ID, Name: g.Name}
		}
	}
	for i := range c.categories.all {
		if k := &c.categories.all[i]; k.live && k.income {
			marks.Income.Categories = append(marks.Income.Categories, ynabdoc.MarkedName{ID: k.ID, Name: k.Name})
		}
	}
	for p := range iterutil.Pointers(c.payees.all) {
		if (p.favourite || p.learningOff) && !p.Deleted {
			marks.Payees = append(marks.Payees, ynabdoc.MarkedPayee{ID: p.ID, Favourite: p.favourite, LearningOff: p.learningOff})
		}
	}
	c.markHolds(&marks)
	text, err := json.Marshal(marks)
	head.SetExtra([]ynabdoc.Raw{{Name: ynabdoc.MarksMember, Value: string(text)}})
	return head, err
}

func (c *conversionState) writeAccounts(out *ynabdoc.Writer, s *scanned) error {
	for i := range c.accounts.all {
		a := &c.accounts.all[i]
		if a.Deleted && !a.used {
			c.remarks.Skip("accounts", reasonDeleted)
			continue
		}
		a.Balance, a.ClearedBalance, a.UnclearedBalance = s.balance[i], s.cleared[i], s.balance[i]-s.cleared[i]
		a.AlwaysWrite("balance", "cleared_balance", "uncleared_balance")
		if err := out.Record(&a.Account); err != nil {
			return err
		}
	}
	return nil
}

// writePayees writes the payees. Payees that were merged into others are counted.
func (c *conversionState) writePayees(out *ynabdoc.Writer) error {
	for i := range c.payees.all {
		p := &c.payees.all[i]
		if target := c.payeeMapping[p.ID]; p.Deleted && !p.used {
			if target != "" && target != p.ID {
				c.remarks.Merge("payees", "merged into another payee in Actual Budget")
			} else {
				c.remarks.Skip("payees", reasonDeleted)
			}
			continue
		}
		p.TransferAccountID = c.transferOf(p)
		if err := out.Record(&p.Payee); err != nil {
			return err
		}
	}
	return nil
}

// transferOf returns the account of a transfer payee, if the document has it.
func (c *conversionState) transferOf(p *payee) string {
	if p == nil {
		return ""
	}
	if a := c.accounts.get(p.account); a != nil && (!a.Deleted || a.used) {
		return p.account
	}
	return ""
}

func (c *conversionState) writeLocations(out *ynabdoc.Writer) error {
	if !c.has("payee_locations") {
		return nil
	}
	return c.load("payee_locations", "SELECT id, payee_id, latitude, longitude, tombstone FROM payee_locations ORDER BY id", func(r *record) {
		l := ynabdoc.PayeeLocation{ID: r.id("payee location")}
		p := c.payeeOf(r.text())
		l.Latitude, l.Longitude = fmt.Sprint(r.number()), fmt.Sprint(r.number())
		if r.flag() || p == nil || p.Deleted {
			c.remarks.Skip("payee_locations", reasonDeleted)
			return
		}
		l.PayeeID = p.ID
		r.setError(out.Record(&l))
	})
}

func (c *conversionState) writeGroups(out *ynabdoc.Writer) error {
	for i := range c.groups.all {
		g := &c.groups.all[i]
		if g.Deleted {
			c.remarks.Skip("category_groups", reasonDeleted)
			continue
		}
		if err := out.Record(&g.CategoryGroup); err != nil {
			return err
		}
	}
	return nil
}

// writeCategories writes the categories without figures, which are in the months.
func (c *conversionState) writeCategories(out *ynabdoc.Writer) error {
	for i := range c.categories.all {
		k := &c.categories.all[i]
		switch target := c.categoryMapping[k.ID]; {
		case k.live:
			listed := k.Category
			listed.LeaveOut("budgeted", "activity", "balance")
			if err := out.Record(&listed); err != nil {
				return err
			}
		case target != "" && target != k.ID:
			c.remarks.Merge("categories", "merged into another category in Actual Budget")
		default:
			c.remarks.Skip("categories", reasonDeleted)
		}
	}
	return nil
}

// writeMonths writes the months, newest first, with the figures of Actual.
func (c *conversionState) writeMonths(out *ynabdoc.Writer) error {
	for m := c.sheet.months - 1; m >= 0; m-- {
		month := &ynabdoc.Month{Month: c.sheet.first.Add(m), Income: c.sheet.income[m], Budgeted: c.sheet.budgeted[m], ToBeBudgeted: c.sheet.toBudget[m]}
		month.Note = c.monthNote(month.Month)
		month.AlwaysWrite("income", "budgeted")
		if c.prefs.tracking {
			month.ToBeBudgeted = 0
			month.LeaveOut("activity", "age_of_money", "to_be_budgeted")
		} else {
			month.AlwaysWrite("to_be_budgeted")
			month.LeaveOut("activity", "age_of_money")
		}
		for i := range c.categories.all {
			if k := &c.categories.all[i]; k.live {
				month.Categories = append(month.Categories, c.monthCategory(k, &c.sheet.rows[i], m))
			}
		}
		if err := out.Record(month); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.notes)) {
		if m, isMonth := strings.CutPrefix(id, "budget-"); isMonth {
			if month, err := civil.ParseMonth(m); err == nil && (c.sheet.months == 0 || month < c.sheet.first || month > c.sheet.first.Add(c.sheet.months-1)) {
				c.remarks.Lose("notes of months without figures", m)
			}
		}
	}
	return nil
}

func (c *conversionState) monthNote(m civil.Month) string { return c.notes["budget-"+m.String()] }

// monthCategory returns the figures of a category in a month, without the category's note. Balances of a tracking budget
// follow other rules, so they are left out.
func (c *conversionState) monthCategory(k *category, r *row, m int) ynabdoc.Category {
	cell := k.Category
	cell.Note = ""
	cell.Budgeted, cell.Activity, cell.Balance = r.budgeted[m], r.activity[m], r.balance[m]
	switch {
	case c.prefs.tracking:
		cell.Balance = 0
		cell.LeaveOut("balance")
	case k.income: // as in the documents of the source, the balance is all income so far
		for _, amount := range r.activity[:m+1] {
			cell.Balance += amount
		}
	}
	return cell
}

// setError records an error, unless an earlier one is recorded.
func (r *record) setError(err error) {
	if r.failed == nil {
		r.failed = err
	}
}

// countLost counts the data that has no counterpart in Holdover.
func (c *conversionState) countLost() error {
	if c.prefs.tracking {
		c.remarks.Warn("tracking", "This is a tracking budget, in which budgeted amounts do not depend on income. Here it becomes an envelope budget: accounts, transactions, and the "+
			"budgeted amounts of expenses are the same. Balances of categories and To Budget are Holdover's; budgeted income and the flags for carrying balances over are left out.", "%s", c.meta.BudgetName)
	}
	for _, kind := range []struct{ what, table, condition string }{
		{"saved filters of transactions", "transaction_filters", "ifnull(tombstone, 0) = 0"},
		{"custom reports", "custom_reports", "ifnull(tombstone, 0) = 0"},
		{"widgets of dashboards", "dashboard", "ifnull(tombstone, 0) = 0"},
		{"connections of accounts to a bank", "accounts", "ifnull(tombstone, 0) = 0 AND account_id IS NOT NULL"},
	} {
		n, err := c.count(kind.table, kind.condition)
		if err != nil {
			return err
		}
		for range min(n, mostListed) {
			c.remarks.Lose(kind.what, "")
		}
	}
	return nil
}

// checkRowCount returns an error if a query read more or fewer transactions than a query without an index counted.
func checkRowCount(read, want int) error {
	switch {
	case read == want:
		return nil
	case read > want:
		return apperr.New(apperr.Invalid, "%s is damaged: transactions have the same id, or an index lists them twice", databaseName).WithHint(exportAgainHint)
	}
	return apperr.New(apperr.Invalid, "%s is damaged: an index lists %d of %d transactions", databaseName, read, want).WithHint(exportAgainHint)
}
