package target

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/envelope"
	"holdover/internal/money"
)

// Category is a category as a month has it.
type Category struct {
	No      budget.CategoryNo
	Target  *budget.Target // as it holds in the month, nil for none
	Snoozed bool           // for the month
	// Scheduled is the next day in the month on which something scheduled falls,
	// none where nothing does.
	Scheduled cal.Date
}

// Month is a month with the categories that are looked at, in display order.
type Month struct {
	Sheet      *envelope.Sheet
	Month      cal.Month
	Today      cal.Date
	Format     money.Format // averages and shares are rounded to its smallest amount
	Categories []Category
	// Owed is what cards owe, by their payment categories.
	Owed map[budget.CategoryNo]money.Milli
}

// Standing is how a category stands to its target in a month.
type Standing struct {
	Figures
	Target  *budget.Target
	Snoozed bool
	// Over is how much more is budgeted than the target asks for by now; at most
	// what is budgeted and still there.
	Over money.Milli
}

// Cost is what the targets of a month ask for, snoozed ones included, and what of
// it is not budgeted yet, without them (R32, R33).
type Cost struct{ Needed, UnderFunded money.Milli }

// Standing works out how a category stands; ok is false without a target, or
// before the month that the target began in.
func (m *Month) Standing(c *Category) (s Standing, ok bool) {
	if c.Target == nil || m.Month < c.Target.Created.Month() {
		return Standing{}, false
	}
	state := m.state(c)
	figures, ok := Figure(c.Target, state)
	if !ok {
		return Standing{}, false
	}
	return Standing{Figures: figures, Target: c.Target, Snoozed: c.Snoozed, Over: m.over(c, figures, state)}, true
}

// Add adds what the target of a category asks for.
func (c *Cost) Add(s *Standing) {
	c.Needed += s.Needed
	if !s.Snoozed {
		c.UnderFunded += s.UnderFunded
	}
}

func (m *Month) state(c *Category) State {
	s := StateIn(m.Sheet, c.No, c.Target, m.Month)
	s.Today, s.Step = m.Today, m.Format.Step()
	s.Owed, s.IsCard = m.Owed[c.No]
	return s
}

// StateIn is what a sheet says of a category with a target in a month.
func StateIn(sheet *envelope.Sheet, no budget.CategoryNo, t *budget.Target, m cal.Month) State {
	budgeted := func(m cal.Month) money.Milli { return sheet.Cell(no, m).Budgeted }
	is, before := sheet.Cell(no, m), sheet.Cell(no, m.Add(-1))
	return State{Month: m, Carried: envelope.Carried(before.Balance, before.Rollover), Budgeted: is.Budgeted, Balance: is.Balance, Earlier: Earlier(t, m, budgeted)}
}

// over is what can be taken back from a target that has more than it asks for. What
// the weeks before today asked for is not asked for any more and may be spent: the
// weeks to come keep what they need of what is still there.
func (m *Month) over(c *Category, f Figures, s State) money.Milli {
	more := -f.Left
	switch {
	case dated(c.Target) && f.Months > 0:
		more = s.Budgeted - f.Needed
	case c.Target.IsWeekly() && m.Month == m.Today.Month():
		more = min(more, s.Balance-f.Needed)
	}
	return max(0, min(more, s.Budgeted, s.Balance))
}

// dated says that the target is spread over the months up to a day.
func dated(t *budget.Target) bool {
	return t.Kind == budget.BalanceBy || t.Kind == budget.Need && !t.IsWeekly() && t.By() != 0
}
