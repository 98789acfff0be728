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
