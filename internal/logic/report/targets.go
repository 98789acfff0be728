package report

import (
	"holdover/internal/base/money"
	"holdover/internal/logic/target"
	"holdover/internal/model/budget"
)

// Asked returns the amount that targets need in each future month beyond the amount budgeted there, assuming that
// each month gave them the amount they need. aims holds the months of each category. Money for a monthly target is
// assumed to be spent in the month; money for a dated target stays until its date.
func Asked(months int, aims [][]target.Aim) []money.Milli {
	asked := make([]money.Milli, months)
	for _, aim := range aims {
		var given money.Milli // in the months before, and not spent
		for n, is := range aim[:months] {
			is.State.Carried += given
			is.State.Earlier += given
			is.State.Balance += given
			f, ok := is.Figure()
			if !ok || is.Snoozed {
				continue
			}
			asked[n] += f.UnderFunded
			switch t := is.Target; {
			case t.Kind.HasRule():
				given = max(0, given+f.UnderFunded-is.State.SpentInMonth())
			case f.Months > 1 || t.By() == 0 && t.Kind != budget.Need && t.Kind != budget.MonthlyTarget && t.Kind != budget.DebtTarget:
				given += f.UnderFunded
			default: // its date is in this month, or it recurs monthly
				given = 0
			}
		}
	}
	return asked
}
