package app

import (
	"context"
	"time"

	"holdover/internal/app/access"
	"holdover/internal/cal"
)

// InZone says for all that is asked with a context in which time zone whoever asks is. Nobody has to: then it is this machine's.
func InZone(ctx context.Context, zone *time.Location) context.Context {
	return access.InZone(ctx, zone)
}

// Today is the day where whoever asks is.
func (a *App) Today(ctx context.Context) cal.Date { return a.access.Today(ctx) }

// How far from today programs may name a month or a day: a wrong century would make
// every page of the budget as long.
const (
	YearsBack  = 100
	YearsAhead = 20
)

// TooFar says whether a month is further from today than programs may name.
func (a *App) TooFar(m cal.Month) bool {
	now := cal.DateOf(a.now()).Month()
	return m < now.Add(-12*YearsBack) || m > now.Add(12*YearsAhead)
}
