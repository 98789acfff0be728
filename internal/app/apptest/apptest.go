// Package apptest creates an application with budgets for tests of packages above app.
package apptest

import (
	"io"
	"log/slog"
	"path/filepath"
	"testing"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/model/sample"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/testing/testkit"
)

// New returns an application with a new database.
func New(t testing.TB) *app.App {
	t.Helper()
	return Open(t, store.Config{Dir: databasetest.Dir(t)})
}

// Open returns an application with the database of cfg. It is closed at the end of the test.
func Open(t testing.TB, cfg store.Config) *app.App {
	t.Helper()
	return OpenLogged(t, cfg, slog.New(slog.DiscardHandler))
}

// OpenLogged is Open with a logger.
func OpenLogged(t testing.TB, cfg store.Config, log *slog.Logger) *app.App {
	t.Helper()
	if cfg.KeyFile == "" {
		cfg.KeyFile = filepath.Join(t.TempDir(), "server.key")
	}
	a := testkit.Must(app.Open(t.Context(), cfg, log))(t)
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// Household imports the household's document for an actor and returns the budget's id.
func Household(t testing.TB, a *app.App, who app.Actor) string {
	t.Helper()
	doc := testkit.Must(testkit.Household())(t)
	defer doc.Close()
	return Import(t, a, who, doc, testkit.HouseholdName)
}

// Family imports the sample for new users, which has a card, and returns the budget's id.
func Family(t testing.TB, a *app.App) string {
	t.Helper()
	doc := testkit.Must(sample.Open())(t)
	defer doc.Close()
	return Import(t, a, app.Machine(), doc, sample.Name)
}

// Import imports a document as a file of that name and returns the budget's id.
func Import(t testing.TB, a *app.App, who app.Actor, doc io.Reader, name string) string {
	t.Helper()
	got, err := a.Import(t.Context(), who, doc, migration.ImportOptions{FileName: name})
	if err != nil {
		t.Fatalf("import %s: %v", name, err)
	}
	return got.Budget.ID
}
