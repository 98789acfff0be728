package userstore_test

import (
	"testing"
	"time"

	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
	"holdover/internal/storage/userstore"
)

// stores are the users of a database, and its budgets.
type stores struct {
	*userstore.Store
	budgets *store.Store
}

// onBothDatabases runs a contract test on SQLite and on PostgreSQL.
func onBothDatabases(t *testing.T, test func(t *testing.T, s *stores)) {
	t.Helper()
	run := func(t *testing.T, cfg store.Config) {
		s, err := store.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		test(t, &stores{userstore.On(s.DB()), s})
	}
	t.Run("sqlite", func(t *testing.T) { run(t, store.Config{Dir: databasetest.Dir(t)}) })
	t.Run("postgres", func(t *testing.T) { run(t, store.Config{URL: databasetest.Postgres(t)}) })
}

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
