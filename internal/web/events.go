package web

import (
	"net/http"
	"strconv"
	"time"

	"holdover/internal/ui"
)

const (
	// askEvery is how often a page that is open looks for what another process
	// wrote; what this one writes comes at once.
	askEvery = 500 * time.Millisecond
	// beatEvery keeps quiet connections open.
	beatEvery = 20 * time.Second
)

// events tells an open page the number of the budget's last change, whenever
// there is a new one.
func followChanges(w http.ResponseWriter, r *ui.Request) error {
	id := r.BudgetID
	changes, cancel, err := r.App.Watch(r.Context(), r.Actor, id)
	if err != nil {
		return err
	}
	defer cancel()
	events := ui.NewStream(w)
	ask, beat := time.NewTicker(askEvery), time.NewTicker(beatEvery)
	defer ask.Stop()
	defer beat.Stop()
	var told int64
	for {
		now, err := r.App.Knowledge(r.Context(), r.Actor, id)
		if err != nil {
			return nil // the page or the budget is gone
		}
		if now > told {
			told = now
			if events.Send("change", strconv.FormatInt(now, 10)) != nil {
				return nil
			}
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-changes:
		case <-ask.C:
		case <-beat.C:
			if events.Beat() != nil {
				return nil
			}
		}
	}
}
