package web

import (
	"net/http"
	"strconv"
	"time"
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
func (s *site) events(w http.ResponseWriter, r *http.Request) error {
	who, err := s.actor(r)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	changes, cancel, err := s.app.Watch(r.Context(), who, id)
	if err != nil {
		return err
	}
	defer cancel()
	events := newStream(w)
	ask, beat := time.NewTicker(askEvery), time.NewTicker(beatEvery)
	defer ask.Stop()
	defer beat.Stop()
	var told int64
	for {
		now, err := s.app.Knowledge(r.Context(), who, id)
		if err != nil {
			return nil // the page or the budget is gone
		}
		if now > told {
			told = now
			if events.send("change", strconv.FormatInt(now, 10)) != nil {
				return nil
			}
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-changes:
		case <-ask.C:
		case <-beat.C:
			if events.beat() != nil {
				return nil
			}
		}
	}
}
