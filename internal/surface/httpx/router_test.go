package httpx

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"holdover/internal/base/apperr"
)

func writeError(w http.ResponseWriter, r *http.Request, err error) {
	http.Error(w, err.Error()+" request "+RequestID(r.Context()), StatusOf(err))
}

func TestRouterTurnsErrorsIntoResponses(t *testing.T) {
	rt := NewRouter(writeError)
	rt.Handle("GET /ok", func(w http.ResponseWriter, _ *http.Request) error {
		_, err := w.Write([]byte("fine"))
		return err
	})
	rt.Handle("GET /gone", func(http.ResponseWriter, *http.Request) error {
		return apperr.New(apperr.NotFound, "thing not found")
	})
	rt.Handle("GET /odd", func(http.ResponseWriter, *http.Request) error { return errors.New("odd") })
	rt.Handle("GET /panic", func(http.ResponseWriter, *http.Request) error { panic("at the disco") })
	h := Wrap(rt, slog.New(slog.DiscardHandler), writeError)

	for _, c := range []struct {
		method, path string
		status       int
		says         string
	}{
		{"GET", "/ok", 200, "fine"},
		{"GET", "/gone", 404, "thing not found"},
		{"GET", "/odd", 500, "something went wrong in Holdover; nothing was changed"},
		{"GET", "/panic", 500, "something went wrong in Holdover; nothing was changed"},
		{"GET", "/nowhere", 404, "there is no page at /nowhere"},
		{"POST", "/ok", 405, "/ok does not accept POST"},
	} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest(c.method, c.path, nil))
		if rec.Code != c.status || !strings.Contains(rec.Body.String(), c.says) {
			t.Errorf("%s %s: %d %q, want %d with %q", c.method, c.path, rec.Code, rec.Body, c.status, c.says)
		}
		id := rec.Header().Get("X-Request-Id")
		if id == "" || c.status >= 400 && !strings.Contains(rec.Body.String(), "request "+id) {
			t.Errorf("%s %s: response lacks the request id %q: %q", c.method, c.path, id, rec.Body)
		}
		if rec.Header().Get("Content-Security-Policy") != PagePolicy {
			t.Errorf("%s %s: no content security policy", c.method, c.path)
		}
	}
}

func TestCrossOriginChangesAreRefused(t *testing.T) {
	changed := false
	rt := NewRouter(writeError)
	rt.Handle("POST /change", func(http.ResponseWriter, *http.Request) error { changed = true; return nil })
	h := Wrap(rt, slog.New(slog.DiscardHandler), writeError)

	r := httptest.NewRequest(http.MethodPost, "/change", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	if rec.Code != http.StatusForbidden || changed {
		t.Errorf("change from another origin: status %d, changed %t; want it forbidden", rec.Code, changed)
	}
	r = httptest.NewRequest(http.MethodPost, "/change", nil)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	h.ServeHTTP(httptest.NewRecorder(), r)
	if !changed {
		t.Error("the page's own form was refused")
	}
}

func TestLogContainsNoSecrets(t *testing.T) {
	var out strings.Builder
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	rt := NewRouter(writeError)
	rt.Handle("GET /{$}", func(http.ResponseWriter, *http.Request) error {
		return apperr.New(apperr.Unavailable, "busy").WithCause(errors.New("the disk is full"))
	})
	r := httptest.NewRequest(http.MethodGet, "/?token=s3cret", nil)
	r.Header.Set("Authorization", "Bearer s3cret")
	Wrap(rt, log, writeError).ServeHTTP(httptest.NewRecorder(), r)
	if strings.Contains(out.String(), "s3cret") {
		t.Errorf("log contains the secret: %s", out.String())
	}
	if !strings.Contains(out.String(), "the disk is full") || !strings.Contains(out.String(), "status=503") {
		t.Errorf("log lacks the cause or the status: %s", out.String())
	}
}
