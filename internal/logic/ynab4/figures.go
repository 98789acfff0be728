package ynab4

import (
	"cmp"
	"slices"

	"holdover/internal/base/apperr"
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/model/ynabdoc"
)

// figures contains the inputs from which writeMonths computes the figures of all months by YNAB 4's arithmetic:
//
//	balance of a category = balance of the month before, unless it is overspent and not confined + budgeted + activity
//	available to budget   = available in the month before - overspent in it + income for the month - budgeted
//	income for a month    = income available in its own month + income of the month before for the next month
//
// Only transactions of budget accounts count. "Confined" is YNAB 4's word for overspending that stays in its category.
type figures struct {
	span      civil.Span
	activity  map[inMonth]money.Milli
	budgeted  map[inMonth]money.Milli
	notes     map[inMonth]string
	confined  map[inMonth]bool // whether overspending stays in the category from this month on
	immediate map[civil.Month]money.Milli
	deferred  map[civil.Month]money.Milli // income for the next month, by the month of the transaction
	months    map[civil.Month]string      // the notes of the months in the file
	total     money.Milli                 // of all absolute amounts
	// negative is set if the income for the next month is below zero in some month, as after a refund. A negative amount
	// cannot be held, so a hidden category has it as activity. The category is overspent, which reduces the next month's
	// available amount as in YNAB 4.
	negative bool
}

// inMonth is a category in a month.
type inMonth struct {
	category string
	month    civil.Month
}

// accountSums is an account with the sums of its transactions.
type accountSums struct {
	*account
	used             bool
	balance, cleared money.Milli
}

// addMonths adds the budgeted amounts, notes and overspending settings of the months.
func (c *conversionState) addMonths() error {
	f := &c.figures
	f.activity, f.budgeted, f.notes, f.confined = map[inMonth]money.Milli{}, map[inMonth]money.Milli{}, map[inMonth]string{}, map[inMonth]bool{}
	f.immediate, f.deferred, f.months = map[civil.Month]money.Milli{}, map[civil.Month]money.Milli{}, map[civil.Month]string{}
	for i := range c.months {
		m := &c.months[i]
		if m.Deleted {
			c.remarks.Skip("months", deleted)
			continue
		}
		day, err := dateOf("month", m.Month, m.Month)
		if err != nil {
			return err
		}
		if _, again := f.months[day.Month()]; again {
			c.remarks.Merge("months", "the same month again")
		}
		if f.months[day.Month()] += m.Note; m.Note != "" {
			f.span.Cover(day.Month())
		}
		for j := range m.Categories {
			c.addCell(day.Month(), &m.Categories[j])
		}
	}
	c.months = nil
	return nil
}

// addCell adds a category in a month. An overspending setting alone does not extend the span of months: YNAB 4 has one
// for the debt of each card a year before the first month.
func (c *conversionState) addCell(m civil.Month, cell *cell) {
	f, at, cat := &c.figures, inMonth{cell.Category, m}, c.category[cell.Category]
	switch {
	case cell.Deleted:
		c.remarks.Skip("month_categories", deleted)
		return
	case cat == nil:
		if cell.Budgeted != 0 {
			c.remarks.Warn("no-category", "A month assigns money to a category that is not in the file; it was left out.", "%s: %s", m, clip(cell.Category))
		}
		c.remarks.Skip("month_categories", "its category is not in the file")
		return
	}
	if amount := c.amount(cell.Budgeted, "%s in %s", cat.name, m); amount != 0 {
		f.budgeted[at] += amount
		f.total = f.total.Plus(amount.Abs())
		c.markUsed(cell.Category)
		f.span.Cover(m)
	}
	if cell.Note != "" && !cat.Deleted {
		f.notes[at] = cell.Note
		f.span.Cover(m)
	}
	switch cell.Overspending {
	case "Confined":
		f.confined[at] = true
	case "AffectsBuffer":
		f.confined[at] = false
	}
}

// markUsed marks a category to which a record refers that is not deleted.
func (c *conversionState) markUsed(id string) {
	if cat := c.category[id]; cat != nil {
		cat.used, cat.group.used = true, true
	}
}

// markPayeeUsed marks a payee to which a record refers that is not deleted.
func (c *conversionState) markPayeeUsed(id string) {
	if c.payee[id] != nil {
		c.used[id] = true
	}
}

// readFigures reads the transactions for the first time. It adds up the figures of accounts, categories and months, and
// marks the records to which transactions refer.
func (c *conversionState) readFigures() error {
	if err := c.eachTransaction(c.addTransaction); err != nil {
		return err
	}
	for i := range c.scheduled {
		t := &c.scheduled[i]
		if t.Deleted {
			continue
		}
		c.markPayeeUsed(t.Payee)
		c.markUsed(t.Category)
		for _, p := range t.live() {
			c.markUsed(p.Category)
		}
		for _, id := range []string{t.Account, t.OtherAccount} {
			if a := c.account[id]; a != nil {
				a.used = true
			}
		}
	}
	for _, cat := range c.ordered {
		cat.group.used = cat.group.used || !cat.Deleted
	}
	for _, amount := range c.figures.deferred {
		c.figures.negative = c.figures.negative || amount < 0
	}
	return c.checkSize()
}

// addTransaction adds a transaction to the sums.
func (c *conversionState) addTransaction(t *transaction) error {
	if t.Deleted {
		return nil
	}
	day, err := dateOf("transaction", t.ID, t.Date)
	if err != nil {
		return err
	}
	a := c.account[t.Account]
	if a == nil {
		return apperr.New(apperr.Invalid, "the transaction %s of %s belongs to the account %q, which is not in the file", clip(t.ID), day, clip(t.Account)).
			WithHint("Open the budget in YNAB 4, wait until it has synchronised, and pack its folder again.")
	}
	amount, _ := t.Amount.round(c.step)
	a.used = true
	a.balance = a.balance.Plus(amount)
	if t.Cleared == "Cleared" || t.Cleared == "Reconciled" {
		a.cleared = a.cleared.Plus(amount)
	}
	f := &c.figures
	f.total = f.total.Plus(amount.Abs())
	f.span.Cover(day.Month())
	c.markPayeeUsed(t.Payee)
	parts := t.live()
	if len(parts) == 0 {
		parts = []part{{Amount: t.Amount, Category: t.Category, OtherAccount: t.OtherAccount}}
	}
	for i := range parts {
		if other := c.account[parts[i].OtherAccount]; other != nil {
			other.used = true
		}
		c.markUsed(parts[i].Category)
		if a.OnBudget {
			amount, _ := parts[i].Amount.round(c.step)
			f.addLine(day.Month(), parts[i].Category, amount, c.category[parts[i].Category] != nil)
		}
	}
	if len(f.activity) > mostFigures {
		return c.checkSize()
	}
	return nil
}

func (f *figures) addLine(m civil.Month, category string, amount money.Milli, known bool) {
	f.total = f.total.Plus(amount.Abs())
	switch {
	case category == immediateIncome:
		f.immediate[m] += amount
	case category == deferredIncome:
		f.deferred[m] += amount
		f.span.Cover(m.Add(1))
	case known:
		f.activity[inMonth{category, m}] += amount
	}
}

// Limits on the figures of a budget. The import has the same limits.
const (
	mostYears   = 200
	mostFigures = 5_000_000
)

// checkSize returns an error if the figures would take too much memory, or overflow.
func (c *conversionState) checkSize() error {
	f := &c.figures
	switch {
	case f.total >= money.TotalLimit:
		return apperr.New(apperr.Invalid, "the amounts of this budget are too large to add up").WithHint("Together they must stay below %s.", money.TotalLimit)
	case f.span.Months() > mostYears*12:
		return apperr.New(apperr.Invalid, "the budget begins in %s and ends in %s: a budget spans at most %d years", f.span.First, f.span.Last, mostYears).
			WithHint("Correct the wrong date in YNAB 4 and pack the folder again.")
	case f.span.Months()*len(c.ordered) > mostFigures: // more than all in f.activity
		return apperr.New(apperr.Invalid, "the budget has %d categories in %d months: a budget keeps at most %d figures", len(c.ordered), f.span.Months(), mostFigures).
			WithHint("Check that it is the right file.")
	}
	return nil
}

// holdOf returns the amount that a month holds for the next one: its income for the next month.
func (f *figures) holdOf(m civil.Month) money.Milli { return max(0, f.deferred[m]) }

// writeMonths writes the months from the first with data to the one after the last with data. The latter shows the
// effect of overspending in the last one.
func (c *conversionState) writeMonths() error {
	f := &c.figures
	for m := range f.months {
		if m < f.span.First || m > f.span.Last.Add(1) {
			c.remarks.Skip("months", "it is before or after all amounts and transactions")
		}
	}
	if f.span.Months() == 0 {
		return nil
	}
	written := c.written()
	balance, confined, before := make([]money.Milli, len(written)), make([]bool, len(written)), f.switches()
	for i, cat := range written {
		for _, s := range before[cat.ID] {
			if s.From < f.span.First {
				confined[i] = s.On
			}
		}
	}
	var available, overspent money.Milli
	for m := f.span.First; m <= f.span.Last.Add(1); m++ {
		month := &ynabdoc.Month{Month: m, Note: f.months[m], Income: f.immediate[m] + f.deferred[m.Add(-1)]}
		available += overspent
		overspent = 0
		for i, cat := range written {
			at := inMonth{cat.ID, m}
			if on, switched := f.confined[at]; switched {
				confined[i] = on
			}
			record := c.record(cat)
			record.Budgeted, record.Activity = f.budgeted[at], f.activity[at]
			record.Balance = balance[i] + record.Budgeted + record.Activity
			record.Note = f.notes[at] // not the category's, which the months would multiply
			if balance[i] = record.Balance; record.Balance < 0 && !confined[i] {
				overspent += record.Balance
				balance[i] = 0
			}
			month.Budgeted += record.Budgeted
			month.Activity += record.Activity
			record.AlwaysWrite("budgeted", "activity", "balance")
			month.Categories = append(month.Categories, *record)
		}
		if f.negative {
			record := c.negativeRecord()
			record.Activity = min(0, f.deferred[m])
			record.Balance = record.Activity
			month.Activity += record.Activity
			record.AlwaysWrite("budgeted", "activity", "balance")
			month.Categories = append(month.Categories, *record)
		}
		available += month.Income - month.Budgeted
		month.ToBeBudgeted = available
		month.AlwaysWrite("income", "budgeted", "activity", "to_be_budgeted")
		if err := c.out.Record(month); err != nil {
			return err
		}
	}
	return nil
}

// switches returns the overspending settings of each category, oldest first.
func (f *figures) switches() map[string][]ynabdoc.MarkedRollover {
	all := map[string][]ynabdoc.MarkedRollover{}
	for at, on := range f.confined {
		all[at.category] = append(all[at.category], ynabdoc.MarkedRollover{From: at.month, On: on})
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b ynabdoc.MarkedRollover) int { return cmp.Compare(a.From, b.From) })
	}
	return all
}

// written returns the categories that are written to the document.
func (c *conversionState) written() []*category {
	var list []*category
	for _, cat := range c.ordered {
		if !cat.Deleted || cat.used {
			list = append(list, cat)
		}
	}
	return list
}
