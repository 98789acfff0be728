package server

import (
	"context"
	"log/slog"
	"time"

	"holdover/internal/app"
	"holdover/internal/base/civil"
)

// lookEvery is the interval between checks for due transactions. It limits the delay after midnight, and for
// transactions scheduled for the same day.
const lookEvery = time.Minute

// enterDue enters scheduled transactions on their day until ctx is done. It runs first at the start, to enter those
// of days on which the program was not running, and then on each new day by the clock of this machine.
func enterDue(ctx context.Context, a *app.App, log *slog.Logger, now func() time.Time, every time.Duration) {
	byItself := a.NewAutoEnter()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		changes, err := byItself.Enter(ctx, civil.DateOf(now()))
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("what is due could not be entered", "err", err)
		case len(changes) > 0:
			log.Info("entered what was due", "changes", len(changes))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
