package api_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/base/apperr"
	"holdover/internal/model/ynabdoc"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/surface/api"
	"holdover/internal/surface/httpx"
	"holdover/internal/testing/testkit"
)

const token = "the-token"

// served is an API with one plan, and the document that the plan came from.
type served struct {
	url string // ends in /v1
	app *app.App
	id  string
	doc *ynabdoc.Document
	log *strings.Builder

	logger *slog.Logger
}

func serve(t testing.TB, limit int, args ...string) *served {
	t.Helper()
	file, err := os.Open(testkit.Plan(t, args...))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := serveFrom(t, limit, func(a *app.App) (string, error) {
		got, err := a.Import(t.Context(), app.Machine(), file, migration.ImportOptions{})
		return got.Budget.ID, err
	}, store.Config{Dir: databasetest.Dir(t)})
	if _, err := file.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	if s.doc, err = ynabdoc.Decode(file); err != nil {
		t.Fatal(err)
	}
	return s
}

// serveFrom serves a new database filled by bring.
func serveFrom(t testing.TB, limit int, bring func(*app.App) (id string, err error), cfg store.Config) *served {
	t.Helper()
	s := &served{log: new(strings.Builder)}
	log := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.logger = log
	var err error
	if s.app, err = app.Open(t.Context(), cfg, log); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.app.Close() })
	if s.id, err = bring(s.app); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api.New(api.Config{App: s.app, Log: log, Limit: httpx.NewTokenLimiter(limit), Authenticate: authenticate}))
	t.Cleanup(server.Close)
	s.url = server.URL + "/v1"
	return s
}

func authenticate(_ context.Context, given string) (app.Actor, error) {
	if given != token {
		return app.Actor{}, apperr.New(apperr.Unauthorized, "the token is not known")
	}
	return app.Machine(), nil
}

func unmarshal(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("JSON %.300s: %v", text, err)
	}
}
