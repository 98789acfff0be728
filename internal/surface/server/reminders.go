package server

import (
	"context"
	"log/slog"
	"time"

	"holdover/internal/app"
)

// sendReminders makes and sends reminders until ctx is done.
func sendReminders(ctx context.Context, a *app.App, log *slog.Logger, now func() time.Time, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		if err := a.RemindAll(ctx, now()); err != nil && ctx.Err() == nil {
			log.Error("reminders could not be sent", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
