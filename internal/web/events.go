package web

import (
	"fmt"
	"net/http"
	"time"
)

// stream sends server-sent events.
type stream struct {
	w  http.ResponseWriter
	rc *http.ResponseController
}

func newStream(w http.ResponseWriter) *stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies that would wait for more
	w.WriteHeader(http.StatusOK)
	return &stream{w: w, rc: http.NewResponseController(w)}
}

// send writes one event and sends it off at once.
func (s *stream) send(event, data string) error {
	if _, err := fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, data); err != nil {
		return err
	}
	return s.rc.Flush()
}

// beat keeps the connection open through whatever lies between.
func (s *stream) beat() error {
	if _, err := fmt.Fprint(s.w, ": still here\n\n"); err != nil {
		return err
	}
	return s.rc.Flush()
}

// progressEvery is how often an import's progress is told.
const progressEvery = 100 * time.Millisecond

// importProgress tells how far an import is: "BYTES TOTAL STAGE", where the
// stage is reading or checking. The browser asks before it sends the file, so
// the job may begin a little later.
func (s *site) importProgress(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.actor(r); err != nil {
		return err
	}
	events := newStream(w)
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	deadline := time.Now().Add(time.Minute) // for a job that never begins
	var now *job
	for events.beat() == nil {
		select {
		case <-r.Context().Done():
			return nil
		case <-tick.C:
		}
		found := s.jobs.find(r.PathValue("job"))
		if found == nil && (now != nil || time.Now().After(deadline)) {
			_ = events.send("end", "") // the browser may have gone
			return nil
		}
		if now = found; now == nil {
			continue
		}
		stage := "reading"
		if now.whole.Load() {
			stage = "checking"
		}
		if events.send("progress", fmt.Sprintf("%d %d %s", now.read.Load(), now.total, stage)) != nil {
			return nil
		}
	}
	return nil
}
