package httpx

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
)

func TestNothingWasChangedIsReportedOnlyWhenTrue(t *testing.T) {
	internal, unavailable := errors.New("odd"), apperr.New(apperr.Unavailable, "the database server cannot be reached")
	for _, c := range []struct {
		name    string
		outcome apperr.Outcome
		err     error
		status  int
		says    string
	}{
		{"unchanged", apperr.Unchanged, internal, 500, "nothing was changed"},
		{"changed", apperr.Changed, internal, 500, "was made, but it cannot be shown"},
		{"unknown outcome", apperr.NotKnown, internal, 500, "is not known"},
		{"invalid request", apperr.Unchanged, unavailable, 503, "the database server cannot be reached"},
		{"error after a change", apperr.Changed, unavailable, 503, "was made, but it cannot be shown: the database server cannot be reached"},
		{"refused", apperr.Unchanged, apperr.New(apperr.Conflict, "taken"), 409, "taken"},
		{"panic after a change", apperr.Changed, nil, 500, "was made, but it cannot be shown"},
	} {
		rt := NewRouter(writeError)
		rt.Handle("GET /{$}", func(_ http.ResponseWriter, r *http.Request) error {
			apperr.SetOutcome(r.Context(), c.outcome)
			if c.err == nil {
				panic("oops")
			}
			return c.err
		})
		rec := httptest.NewRecorder()
		Wrap(rt, slog.New(slog.DiscardHandler), writeError).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/", nil))
		if rec.Code != c.status || !strings.Contains(rec.Body.String(), c.says) {
			t.Errorf("%s: %d %q, want %d %q", c.name, rec.Code, rec.Body, c.status, c.says)
		}
		if c.outcome != apperr.Unchanged && strings.Contains(rec.Body.String(), "nothing was changed") {
			t.Errorf("%s: response says that nothing was changed", c.name)
		}
	}
}

// A stopping server reports its stop to the clients of the requests that it could not finish.
func TestStoppingServerReportsIt(t *testing.T) {
	rt := NewRouter(writeError)
	rt.Handle("GET /{$}", func(_ http.ResponseWriter, r *http.Request) error { return r.Context().Err() })
	ctx, stop := context.WithCancelCause(t.Context())
	stop(ErrStopped)
	rec := httptest.NewRecorder()
	Wrap(rt, slog.New(slog.DiscardHandler), writeError).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/", nil).WithContext(ctx))
	if rec.Code != http.StatusServiceUnavailable || !strings.Contains(rec.Body.String(), "Holdover was stopped before it had an answer; nothing was changed") {
		t.Errorf("response of a stopping server: status %d: %q", rec.Code, rec.Body)
	}
}

// Event streams end when the server stops, and no other response does.
func TestEventStreamsEndWhenTheServerStops(t *testing.T) {
	rt := NewRouter(writeError)
	stopping, stop := context.WithCancel(t.Context())
	rt.Handle("GET /events", func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write([]byte(": here\n\n"))
		_ = http.NewResponseController(w).Flush()
		stop()
		<-r.Context().Done() // it would wait forever
		return nil
	})
	rt.Handle("GET /page", func(w http.ResponseWriter, r *http.Request) error {
		_, _ = w.Write([]byte("page"))
		return r.Context().Err()
	})
	h := Wrap(rt, slog.New(slog.DiscardHandler), writeError)
	for path, want := range map[string]string{"/events": ": here\n\n", "/page": "page"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r.WithContext(WithStopping(r.Context(), stopping)))
		if rec.Code != http.StatusOK || rec.Body.String() != want {
			t.Errorf("GET %s: status %d, body %q, want %q", path, rec.Code, rec.Body, want)
		}
	}
}
