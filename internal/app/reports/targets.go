package reports

import (
	"holdover/internal/app/budgetsession"
	"holdover/internal/base/civil"
	"holdover/internal/base/iterutil"
	"holdover/internal/base/money"
	"holdover/internal/logic/envelope"
	"holdover/internal/logic/report"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
	"holdover/internal/storage/store"
)

// targetNeedsAhead returns the amounts that the targets of visible categories need in future months.
func targetNeedsAhead(v *store.ReadTx, sheet *envelope.Sheet, today civil.Date, months int) ([]money.Milli, error) {
	outline, err := v.Outline()
	if err != nil {
		return nil, err
	}
	targets, err := budgetsession.TargetsOf(v, outline, sheet, today)
	if err != nil {
		return nil, err
	}
	visible := iterutil.Set(outline.Visible())
	var aims [][]target.Aim
	for c := range iterutil.Pointers(outline.Categories) {
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
func neededIn(targets *budgetsession.Targets, c *budget.Category, m civil.Month) *money.Milli {
	s, ok := targets.Status(c, m)
	if !ok {
		return nil
	}
	return &s.Needed
}
