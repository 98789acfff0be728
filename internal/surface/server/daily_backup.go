package server

import (
	"context"
	"time"

	"holdover/internal/app/backups"
)

// makeBackups makes each backup that is due until ctx is done. It runs first at the start, to make the backup that was missed while
// the program was not running.
func makeBackups(ctx context.Context, b *backups.Backups, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		b.MakeDue(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
