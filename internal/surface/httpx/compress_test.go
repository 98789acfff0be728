package httpx

import (
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func TestCompression(t *testing.T) {
	page := strings.Repeat("figures ", 1000)
	for _, c := range []struct {
		name, kind, accepts string
		status              int
		gzipped             bool
	}{
		{"a page", "text/html; charset=utf-8", "gzip, br", 200, true},
		{"client that refuses compression", "text/html; charset=utf-8", "gzip;q=0, br", 200, false},
		{"a picture", "image/png", "gzip", 200, false},
		{"events", "text/event-stream", "gzip", 200, false},
		{"empty response", "text/html", "gzip", 204, false},
	} {
		rt := NewRouter(writeError)
		rt.Handle("GET /{$}", func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Content-Type", c.kind)
			w.WriteHeader(c.status)
			if c.status == http.StatusNoContent {
				return nil
			}
			_, err := io.WriteString(w, page)
			return err
		})
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept-Encoding", c.accepts)
		rec := httptest.NewRecorder()
		Wrap(rt, slog.New(slog.DiscardHandler), writeError).ServeHTTP(rec, r)
		if got := rec.Header().Get("Content-Encoding") == "gzip"; got != c.gzipped {
			t.Errorf("%s: gzipped %v, want %v", c.name, got, c.gzipped)
			continue
		}
		if c.gzipped {
			zr, err := gzip.NewReader(rec.Body)
			if err != nil {
				t.Fatal(err)
			}
			if plain, err := io.ReadAll(zr); err != nil || string(plain) != page {
				t.Errorf("%s: body of %d bytes differs (error %v)", c.name, len(plain), err)
			}
		}
	}
}

func TestAssetsAreCachedForever(t *testing.T) {
	a, err := NewAssets("/assets/", fstest.MapFS{"app.css": {Data: []byte("body{}")}})
	if err != nil {
		t.Fatal(err)
	}
	url := a.URL("app.css")
	rec := httptest.NewRecorder()
	a.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, url, nil))
	if rec.Code != 200 || rec.Body.String() != "body{}" || !strings.Contains(rec.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("GET %s: status %d, body %q, header %v; want it cached as immutable", url, rec.Code, rec.Body, rec.Header())
	}
	rec = httptest.NewRecorder()
	a.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/assets/app.css", nil))
	if rec.Code != http.StatusNotFound || a.URL("missing.js") != "" {
		t.Errorf("name without hash: status %d; address of a missing file: %q", rec.Code, a.URL("missing.js"))
	}
}
