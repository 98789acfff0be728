package app

import (
	"context"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/base/civil"
)

// InZone returns a context with the time zone of the caller. Without it, the machine's time zone is used.
func InZone(ctx context.Context, zone *time.Location) context.Context {
	return budgetsession.InZone(ctx, zone)
}

// Today returns the present date in the caller's time zone.
func (a *App) Today(ctx context.Context) civil.Date { return a.access.Today(ctx) }
