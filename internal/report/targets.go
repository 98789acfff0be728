package report

import (
	"holdover/internal/budget"
	"holdover/internal/money"
	"holdover/internal/target"
)

// Asked is what targets ask for in each month from one on and is not budgeted there: as if each month gave them what they
// ask for. aims are categories, each with its months. What a target of every month gets is taken to be spent in it; what one by a day gets is there until its day.
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
			case f.Months > 1 || t.By() == 0 && t.Kind != budget.Need && t.Kind != budget.MonthlyTarget:
				given += f.UnderFunded
			default: // its day is in this month, or it comes every month
				given = 0
			}
		}
	}
	return asked
}
