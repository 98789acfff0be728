package access

import (
	"context"
	"time"

	"holdover/internal/cal"
)

type zoneKey struct{}

// InZone says for all that is asked with a context in which time zone whoever asks is. Nobody has to: then it is this machine's.
func InZone(ctx context.Context, zone *time.Location) context.Context {
	return context.WithValue(ctx, zoneKey{}, zone)
}

// Zone is the time zone of whoever asks, nil where nobody said.
func Zone(ctx context.Context) *time.Location {
	zone, _ := ctx.Value(zoneKey{}).(*time.Location)
	return zone
}

// Today is the day where whoever asks is.
func (a *Access) Today(ctx context.Context) cal.Date {
	now := a.Now()
	if zone := Zone(ctx); zone != nil {
		now = now.In(zone)
	}
	return cal.DateOf(now)
}
