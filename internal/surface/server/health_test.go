package server

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/app/apptest"
)

// A failed health check is logged with its reason, because the message of "holdover health" refers users to the log. It
// is logged once, because a container checks every few seconds.
func TestLogExplainsAFailedHealthCheck(t *testing.T) {
	a := apptest.New(t)
	var log bytes.Buffer
	h := Handler(Config{App: a, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	checkHealth := func() int {
		recorder := httptest.NewRecorder()
		h.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		return recorder.Code
	}
	if status := checkHealth(); status != http.StatusOK || log.Len() > 0 {
		t.Errorf("health of a running server: status %d, log %q; want 200 and an empty log", status, log.String())
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if status := checkHealth(); status != http.StatusServiceUnavailable || !strings.Contains(log.String(), "the database does not answer") || !strings.Contains(log.String(), "database is closed") {
		t.Errorf("health with a closed database: status %d, log %q; want 503 and the reason logged", status, log.String())
	}
	checkHealth()
	if n := strings.Count(log.String(), "not well"); n != 1 {
		t.Errorf("log of two failed checks contains %d entries, want 1: %q", n, log.String())
	}
}
