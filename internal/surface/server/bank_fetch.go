package server

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"holdover/internal/app"
)

// fetchBanks reads the states of connections to banks, and fetches those that are due, until ctx is done. A slow bank does not
// delay the states.
func fetchBanks(ctx context.Context, a *app.App, log *slog.Logger, every time.Duration) {
	var working sync.WaitGroup
	defer working.Wait()
	fetching := make(chan struct{}, 1) // full during a fetch
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		if err := a.ReadStates(ctx); err != nil && ctx.Err() == nil {
			log.Error("the states of bank connections could not be read", "err", err)
		}
		select {
		case fetching <- struct{}{}:
			working.Go(func() {
				defer func() { <-fetching }()
				fetchDueBanks(ctx, a, log)
			})
		default:
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func fetchDueBanks(ctx context.Context, a *app.App, log *slog.Logger) {
	fetched, err := a.FetchDue(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		log.Error("banks could not be fetched", "err", err)
	case fetched > 0:
		log.Info("fetched banks", "connections", fetched)
	}
}
