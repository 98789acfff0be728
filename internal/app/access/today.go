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

// Zone is the time zone of whoever asks.
func Zone(ctx context.Context) *time.Location {
	if zone, said := ctx.Value(zoneKey{}).(*time.Location); said {
		return zone
	}
	return time.Local
}

// Today is the day where whoever asks is.
func (a *Access) Today(ctx context.Context) cal.Date {
	now := a.Now()
	if zone, said := ctx.Value(zoneKey{}).(*time.Location); said {
		now = now.In(zone)
	}
	return cal.DateOf(now)
}
