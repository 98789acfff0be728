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

// askedAhead returns the amounts that the targets of visible categories need in future months.
func askedAhead(v *store.View, sheet *envelope.Sheet, today cal.Date, months int) ([]money.Milli, error) {
	outline, err := v.Outline()
	if err != nil {
		return nil, err
	}
	targets, err := access.TargetsOf(v, outline, sheet, today)
	if err != nil {
		return nil, err
	}
	visible := each.Set(outline.Visible())
	var aims [][]target.Aim
	for c := range each.In(outline.Categories) {
		if !visible[c.No] {
			continue
		}
		aim := make([]target.Aim, months)
		for n := range aim {
			aim[n] = targets.Aim(c, today.Month().Add(n))
		}
		aims = append(aims, aim)
	}
	return report.Asked(months, aims), nil
}

// neededIn returns the need of a category's target in a month, budgeted or not; nil without a target.
func neededIn(targets *access.Targets, c *budget.Category, m cal.Month) *money.Milli {
	s, ok := targets.Standing(c, m)
	if !ok {
		return nil
	}
	return &s.Needed
}
