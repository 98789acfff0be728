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

// TestLogExplainsAFailedHealthCheck: the message of holdover health refers users to the log.
func TestLogExplainsAFailedHealthCheck(t *testing.T) {
	a := apptest.New(t)
	var log bytes.Buffer
	h := Handler(Config{App: a, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	ask := func() int {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/healthz", nil))
		return answer.Code
	}
	if status := ask(); status != http.StatusOK || log.Len() > 0 {
		t.Errorf("health of a running server: status %d, log %q; want 200 and an empty log", status, log.String())
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if status := ask(); status != http.StatusServiceUnavailable || !strings.Contains(log.String(), "the database does not answer") || !strings.Contains(log.String(), "database is closed") {
		t.Errorf("health with a closed database: status %d, log %q; want 503 and the reason logged", status, log.String())
	}
	if ask(); strings.Count(log.String(), "not well") != 1 { // a container checks every few seconds
		t.Error(log.String())
	}
}
