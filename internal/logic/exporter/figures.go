package exporter

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/model/ynabdoc"
)

// running contains balances that the source shows and the application does not have: the balance of an income
// category is the sum of its activity, and that of uncategorised rows is not carried into the next month if negative.
type running struct {
	income        map[budget.CategoryNo]money.Milli
	uncategorised money.Milli
}

func (e *export) running(records []record, first, last civil.Month) []running {
	if last < first {
		return nil
	}
	all := make([]running, int(last-first)+1)
	sums := map[budget.CategoryNo]money.Milli{}
	var balance money.Milli
	for i := range all {
		m := first.Add(i)
		all[i].income = map[budget.CategoryNo]money.Milli{}
		for j := range records {
			if c := records[j].category; c != nil && c.Income {
				sums[c.No] += e.Sheet.Cell(c.No, m).Activity
				all[i].income[c.No] = sums[c.No]
			}
		}
		balance = max(0, balance) + e.Sheet.Month(m).Uncategorised
		all[i].uncategorised = balance
	}
	return all
}

// fill sets the categories' figures of a month.
func (e *export) fill(m civil.Month, records []record, cells map[budget.CategoryNo]*budget.Cell, now running) []ynabdoc.Category {
	list := make([]ynabdoc.Category, len(records))
	for i := range records {
		r := &records[i]
		c := &list[i]
		*c = r.full
		switch {
		case r.category != nil:
			e.fillCategory(c, r, m, cells[r.category.No])
			if r.category.Income {
				c.Balance = now.income[r.category.No]
			}
		case r.card != nil:
			e.fillCard(c, r, m)
		case r.uncategorised:
			c.Activity, c.Balance = e.Sheet.Month(m).Uncategorised, now.uncategorised
		}
		c.AlwaysWrite("budgeted", "activity", "balance")
	}
	return list
}

func (e *export) fillCategory(c *ynabdoc.Category, r *record, m civil.Month, says *budget.Cell) {
	if says == nil {
		says = &budget.Cell{}
	}
	if says.Note != "" {
		c.Note = says.Note
	}
	f := e.Sheet.Cell(r.category.No, m)
	c.Budgeted, c.Activity, c.Balance = f.Budgeted, f.Activity, f.Balance
	s := target.StateIn(e.Sheet, e.Scheduled, r.category.No, r.category.TargetIn(m, says), m)
	s.IsCard, s.Owed = r.category.Card != 0, e.owed(r.category.Card)
	e.aim(c, r.category, says, s)
}

// fillCard sets the figures of a card payment category without a counterpart here to those of the imported document.
func (e *export) fillCard(c *ynabdoc.Category, r *record, m civil.Month) {
	var says budget.Cell
	s := target.State{Month: m, IsCard: true, Owed: e.owed(r.card.Account)}
	if before := r.said[m.Add(-1)]; before != nil {
		s.Carried = envelope.Carried(before.Balance, false)
	}
	if f := r.said[m]; f != nil {
		c.Budgeted, c.Activity, c.Balance = f.Budgeted, f.Activity, f.Balance
		says, s.Budgeted, s.Balance = f.CellOf(0), f.Budgeted, f.Balance
	}
	if says.Note != "" {
		c.Note = says.Note
	}
	own := &budget.Category{Target: r.card.Target}
	s.Earlier = target.Earlier(own.TargetIn(m, &says), m, func(m civil.Month) money.Milli {
		if f := r.said[m]; f != nil {
			return f.Budgeted
		}
		return 0
	})
	e.aim(c, own, &says, s)
}

// aim sets a category's target in the month and its progress.
func (e *export) aim(c *ynabdoc.Category, own *budget.Category, says *budget.Cell, s target.State) {
	of := own.TargetIn(s.Month, says)
	if c.GoalSnoozedAt = says.Snoozed; of == nil {
		return
	}
	s.Today, s.Step = e.opts.Today, e.Info.Currency.Step()
	if e.opts.Live { // current programs only read the date; older files only have the month
		of.Due = of.By()
	}
	target.Write(c, of)
	target.WriteFigures(c, of, s, says.Shown, !e.opts.Live)
}

// owed returns the debt of a card; zero for no card.
func (e *export) owed(card budget.AccountNo) money.Milli {
	if card == 0 {
		return 0
	}
	if a := iterutil.First(e.Accounts, func(a Account) bool { return a.No == card }); a != nil {
		return max(0, -a.Balance)
	}
	return 0
}
