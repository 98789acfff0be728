package ui

import (
	"fmt"
	"net/http"
)

// Stream sends server-sent events.
type Stream struct {
	w  http.ResponseWriter
	rc *http.ResponseController
}

// NewStream starts a response with events.
func NewStream(w http.ResponseWriter) *Stream {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // for proxies that would buffer
	w.WriteHeader(http.StatusOK)
	return &Stream{w: w, rc: http.NewResponseController(w)}
}

// Send writes one event and flushes it.
func (s *Stream) Send(event, data string) error {
	if _, err := fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", event, data); err != nil {
		return err
	}
	return s.rc.Flush()
}

// Beat sends a message that keeps proxies from closing an idle connection.
func (s *Stream) Beat() error {
	if _, err := fmt.Fprint(s.w, ": still here\n\n"); err != nil {
		return err
	}
	return s.rc.Flush()
}
