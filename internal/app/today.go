package app

import "holdover/internal/cal"

// Today is the day by the clock of this machine.
func (a *App) Today() cal.Date { return cal.DateOf(a.now()) }

// How far from today programs may name a month or a day: a wrong century would make
// every page of the budget as long.
const (
	YearsBack  = 100
	YearsAhead = 20
)

// TooFar says whether a month is further from today than programs may name.
func (a *App) TooFar(m cal.Month) bool {
	now := a.Today().Month()
	return m < now.Add(-12*YearsBack) || m > now.Add(12*YearsAhead)
}
