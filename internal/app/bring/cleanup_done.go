package bring

import (
	"context"
	"strings"

	"holdover/internal/app/access"
	"holdover/internal/cleanup"
	"holdover/internal/people"
)

// lookedThrough is how many of the latest changes are searched for clean-ups.
const lookedThrough = 5000

// CleanUpsDone are the clean-ups that were applied and stand, by kind the last
// one of each.
func (br *Bring) CleanUpsDone(ctx context.Context, who people.Actor, id string) (map[cleanup.Kind]access.HistoryEntry, error) {
	entries, err := br.access.History(ctx, who, id, 0, lookedThrough)
	if err != nil {
		return nil, err
	}
	done := map[cleanup.Kind]access.HistoryEntry{}
	for _, e := range entries {
		name, is := strings.CutPrefix(e.Action, cleanUpAction)
		kind := cleanup.Kind(name)
		if _, newer := done[kind]; is && e.Undoable && !newer {
			done[kind] = e
		}
	}
	return done, nil
}
