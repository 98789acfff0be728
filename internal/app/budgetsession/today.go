package budgetsession

import (
	"context"
	"time"

	"holdover/internal/base/civil"
)

type zoneKey struct{}

// InZone returns a context with the user's time zone. Without one, the server's applies.
func InZone(ctx context.Context, zone *time.Location) context.Context {
	return context.WithValue(ctx, zoneKey{}, zone)
}

// Zone returns the user's time zone, or nil.
func Zone(ctx context.Context) *time.Location {
	zone, _ := ctx.Value(zoneKey{}).(*time.Location)
	return zone
}

// Today returns the date in the user's time zone.
func (a *Access) Today(ctx context.Context) civil.Date {
	now := a.Now()
	if zone := Zone(ctx); zone != nil {
		now = now.In(zone)
	}
	return civil.DateOf(now)
}
