package reports

import (
	"holdover/internal/app/access"
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/each"
	"holdover/internal/envelope"
	"holdover/internal/money"
	"holdover/internal/report"
	"holdover/internal/store"
	"holdover/internal/target"
)

// askedAhead is what the targets of categories that are not hidden ask for in months ahead.
func askedAhead(v *store.View, sheet *envelope.Sheet, today cal.Date, months int) ([]money.Milli, error) {
	outline, err := v.Outline()
	if err != nil {
		return nil, err
	}
	groups := each.By(outline.Groups, func(g budget.Group) budget.GroupNo { return g.No })
	owed, err := access.Owed(v, outline.Categories)
	if err != nil {
		return nil, err
	}
	first := today.Month()
	var aims []report.Aim
	for _, c := range outline.Categories {
		if c.Target == nil || c.Hidden || groups[c.Group].Hidden {
			continue
		}
		aim := report.Aim{Target: c.Target, Owed: owed[c.No], IsCard: c.Card != 0}
		for n := range months {
			m := first.Add(n)
			cell, err := v.Cell(c.No, m)
			if err != nil {
				return nil, err
			}
			is := report.AimMonth{Carried: carriedInto(sheet, c.No, m), Budgeted: cell.Budgeted, Balance: sheet.Cell(c.No, m).Balance, Snoozed: cell.Snoozed != ""}
			if t := c.Target.In(m); t != nil {
				is.Earlier = target.StateIn(sheet, c.No, t, m).Earlier
			}
			aim.Months = append(aim.Months, is)
		}
		aims = append(aims, aim)
	}
	return report.Asked(first, months, today, v.Info().Currency.Step(), aims), nil
}

func carriedInto(sheet *envelope.Sheet, c budget.CategoryNo, m cal.Month) money.Milli {
	before := sheet.Cell(c, m.Add(-1))
	return envelope.Carried(before.Balance, before.Rollover)
}

// neededIn is what a category's target asks for in a month, budgeted or not; nil where it has none then. owed is what is owed
// on the card that it pays, step the currency's smallest amount.
func neededIn(sheet *envelope.Sheet, c *budget.Category, m cal.Month, today cal.Date, owed, step money.Milli) *money.Milli {
	t := c.Target.In(m)
	if t == nil || m < t.Created.Month() {
		return nil
	}
	state := target.StateIn(sheet, c.No, t, m)
	state.Today, state.IsCard, state.Owed, state.Step = today, c.Card != 0, owed, step
	f, ok := target.Figure(t, state)
	if !ok {
		return nil
	}
	return &f.Needed
}
