package server

import (
	"context"
	"log/slog"
	"time"

	"holdover/internal/app"
)

// fetchBanks fetches the connections to banks that are due until ctx is done.
func fetchBanks(ctx context.Context, a *app.App, log *slog.Logger, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		fetched, err := a.FetchDue(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("banks could not be fetched", "err", err)
		case fetched > 0:
			log.Info("fetched banks", "connections", fetched)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
