package report

import (
	"holdover/internal/budget"
	"holdover/internal/cal"
	"holdover/internal/money"
	"holdover/internal/target"
)

// Aim is a category with a target, in the months from one on.
type Aim struct {
	Target *budget.Target
	IsCard bool        // it pays a card
	Owed   money.Milli // on the card
	Months []AimMonth
}

// AimMonth is what a category starts a month with and is given in it, as things stand.
type AimMonth struct {
	Carried  money.Milli
	Budgeted money.Milli
	Balance  money.Milli // at its end
	Earlier  money.Milli // budgeted in the earlier months of the target's period
	Snoozed  bool
}

// Asked is what targets ask for in each month from one on and is not budgeted there: as if each month gave them what they
// ask for, rounded up to the currency's smallest amount. What a target of every month gets is taken to be spent in it; what one by a day gets is there until its day.
func Asked(first cal.Month, months int, today cal.Date, step money.Milli, aims []Aim) []money.Milli {
	asked := make([]money.Milli, months)
	for i := range aims {
		var given money.Milli // in the months before, and not spent
		for n, is := range aims[i].Months[:months] {
			m := first.Add(n)
			t := aims[i].Target.In(m)
			if t == nil || m < t.Created.Month() || is.Snoozed {
				continue
			}
			f, ok := target.Figure(t, target.State{
				Month: m, Today: today, Carried: is.Carried + given, Earlier: is.Earlier + given, Budgeted: is.Budgeted, Balance: is.Balance + given,
				IsCard: aims[i].IsCard, Owed: aims[i].Owed, Step: step,
			})
			if !ok {
				continue
			}
			asked[n] += f.UnderFunded
			switch {
			case f.Months > 1 || t.By() == 0 && t.Kind != budget.Need && t.Kind != budget.MonthlyTarget:
				given += f.UnderFunded
			default: // its day is in this month, or it comes every month
				given = 0
			}
		}
	}
	return asked
}
