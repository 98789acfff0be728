package migration_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/app/users/userstest"
	"holdover/internal/storage/database/databasetest"
	"holdover/internal/storage/store"
)

// home is the application over a new database, with its store.
type home struct {
	*app.App
	store *store.Store
}

func newHome(t testing.TB) *home {
	t.Helper()
	return homeAt(t, store.Config{Dir: databasetest.Dir(t)})
}

// homeAt returns the application over a database, as one process has it.
func homeAt(t testing.TB, cfg store.Config) *home {
	t.Helper()
	s, err := store.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := &home{app.On(s, slog.New(slog.DiscardHandler)), s}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// change changes a budget with no rule of the application in between.
func (h *home) change(ctx context.Context, who users.Actor, id, action string, do func(*budgetsession.ChangeTx) error) (budgetsession.ChangeResult, error) {
	return budgetsession.New(h.store, h.Service, nil, time.Now).Change(ctx, who, id, action, do)
}

// annaAndBen creates Anna, the first user, and Ben.
func annaAndBen(t testing.TB) (a *home, anna, ben users.Actor) {
	t.Helper()
	a = newHome(t)
	anna, ben = userstest.AnnaAndBen(t, a.Service)
	return a, anna, ben
}
