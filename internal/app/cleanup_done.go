package app

import (
	"context"
	"strings"

	"holdover/internal/cleanup"
)

// lookedThrough is how many of the latest changes are searched for clean-ups.
const lookedThrough = 5000

// CleanUpsDone are the clean-ups that were applied and stand, by kind the last
// one of each.
func (a *App) CleanUpsDone(ctx context.Context, who Actor, id string) (map[cleanup.Kind]HistoryEntry, error) {
	entries, err := a.History(ctx, who, id, 0, lookedThrough)
	if err != nil {
		return nil, err
	}
	done := map[cleanup.Kind]HistoryEntry{}
	for _, e := range entries {
		name, is := strings.CutPrefix(e.Action, cleanUpAction)
		kind := cleanup.Kind(name)
		if _, newer := done[kind]; is && e.Undoable && !newer {
			done[kind] = e
		}
	}
	return done, nil
}
