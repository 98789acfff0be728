package web_test

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
	"holdover/internal/surface/web/webtest"
	"holdover/internal/testing/browsertest/walk"
)

// TestNoPageReadsTwiceAtOnce opens all pages with one reader allowed. A page that starts a second read transaction
// within one deadlocks here. In production it deadlocks when as many users request it at once as there are readers.
// The verification page had this error.
func TestNoPageReadsTwiceAtOnce(t *testing.T) {
	t.Parallel()
	before := walk.NewEnv(t, webtest.Pages)
	id := before.ImportSample(t)
	dir, home := t.TempDir(), "/budgets/"+id
	if err := before.App.Backup(t.Context(), filepath.Join(dir, database.FileName)); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), store.Config{Dir: dir, Readers: 1}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	pages := webtest.Pages(a, slog.New(slog.DiscardHandler), app.Machine())
	at := map[string]bool{}
	for _, path := range pagesOf(t, before, id) {
		at[path] = true
	}
	for _, f := range formsOf(t, before, before.Person(t), id) {
		if path, _, _ := strings.Cut(f.action, "?"); f.method == http.MethodGet {
			at[path+"?"+f.fields.Encode()] = true
		}
	}
	for _, more := range []string{"/verification", "/report", "/document", "/original", "/reports/spending", "/reports/income", "/reports/net-worth", "/reports/month", "/reports/calendar", "/reports/coming"} {
		at[home+more] = true
	}
	for _, path := range slices.Sorted(maps.Keys(at)) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
		r.Host = "127.0.0.1"
		rec := httptest.NewRecorder()
		pages.ServeHTTP(rec, r)
		if ctx.Err() != nil || rec.Code >= http.StatusInternalServerError {
			t.Errorf("%s: status %d, %v", path, rec.Code, ctx.Err())
		}
		cancel()
	}
	if t.Logf("%d pages", len(at)); len(at) < 60 {
		t.Error("only few pages were found")
	}
}
