package target

import (
	"holdover/internal/base/civil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/model/budget"
)

// Category is a category in a month.
type Category struct {
	No      budget.CategoryNo
	Target  *budget.Target // as it applies in the month, nil for none
	Snoozed bool           // for the month
	// Scheduled is the first day in the month with a scheduled transaction, or zero.
	Scheduled civil.Date
}

// Month is a month with the given categories, in display order.
type Month struct {
	Sheet      *envelope.Sheet
	Month      civil.Month
	Today      civil.Date
	Format     money.Format // averages and shares are rounded to its smallest amount
	Categories []Category
	// Owed is the debt of cards, by their payment categories.
	Owed map[budget.CategoryNo]money.Milli
	// Scheduled may be empty if no target follows a schedule.
	Scheduled []budget.Scheduled
	// ExpectedIncome is the income that the user expects in a month; 0 for none.
	ExpectedIncome money.Milli
}

// Status is the status of a category's target in a month.
type Status struct {
	Figures
	Target  *budget.Target
	Snoozed bool
	// Over is the amount budgeted beyond the present need of the target, limited to the budgeted amount that is still
	// available.
	Over money.Milli
	// Expected is Needed. For a share of the income, it is the need that the expected income would give.
	Expected money.Milli
}

// Cost is the need of a month's targets including snoozed ones, and the part of it not yet budgeted without them
// (R32, R33). Expected is the need for the expected income.
type Cost struct{ Needed, UnderFunded, Expected money.Milli }

// Aim is a target in a month, nil for none, with the inputs of its figures.
type Aim struct {
	Target  *budget.Target
	Snoozed bool
	State   State
}

// Figure computes the target's figures; ok is false if there is no target, or in a month before it began.
func (a *Aim) Figure() (f Figures, ok bool) {
	if a.Target == nil || a.State.Month < a.Target.Created.Month() {
		return Figures{}, false
	}
	return Figure(a.Target, a.State)
}

// Status computes the status of a category's target; ok is false if it has no figures.
func (m *Month) Status(c *Category) (s Status, ok bool) {
	aim := m.Aim(c)
	figures, ok := aim.Figure()
	if !ok {
		return Status{}, false
	}
	s = Status{Figures: figures, Target: c.Target, Snoozed: c.Snoozed, Over: m.over(c, figures, aim.State), Expected: figures.Needed}
	if c.Target.Kind == budget.IncomeShare && m.ExpectedIncome > 0 {
		s.Expected = ShareOf(m.ExpectedIncome, c.Target.Share, aim.State.Step)
	}
	return s, true
}

// Add adds the need of a category's target.
func (c *Cost) Add(s *Status) {
	c.Needed += s.Needed
	c.Expected += s.Expected
	if !s.Snoozed {
		c.UnderFunded += s.UnderFunded
	}
}

// Aim returns the inputs of the figures of a category's target.
func (m *Month) Aim(c *Category) Aim {
	a := Aim{Target: c.Target, Snoozed: c.Snoozed}
	if c.Target != nil {
		a.State = StateIn(m.Sheet, m.Scheduled, c.No, c.Target, m.Month)
		a.State.Today, a.State.Step = m.Today, m.Format.Step()
		a.State.Owed, a.State.IsCard = m.Owed[c.No]
	}
	return a
}

// StateIn returns the inputs of a target's figures from a sheet and the scheduled transactions.
func StateIn(sheet *envelope.Sheet, scheduled []budget.Scheduled, no budget.CategoryNo, t *budget.Target, m civil.Month) State {
	budgeted := func(m civil.Month) money.Milli { return sheet.Cell(no, m).Budgeted }
	is, before := sheet.Cell(no, m), sheet.Cell(no, m.Add(-1))
	return State{
		Month: m, Carried: envelope.Carried(before.Balance, before.Rollover), Budgeted: is.Budgeted, Balance: is.Balance, Earlier: Earlier(t, m, budgeted),
		RuleData: ruleData(sheet, scheduled, no, t, m),
	}
}

// over returns the amount that can be removed from an overfunded target. The needs of past weeks no longer count and
// may have been spent; money that later weeks need stays.
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

// dated reports whether the target is spread over the months up to a date.
func dated(t *budget.Target) bool {
	return t.Kind == budget.BalanceBy || t.Kind == budget.Need && !t.IsWeekly() && t.By() != 0
}
