// Package app is what a person can do with Holdover, one method each. Here
// permission, transaction, rule and saving meet: a method checks that the actor
// may, opens one transaction of the store, asks the pure rules what is to
// change, and writes it with its journal entry.
//
// Surfaces (web, api, cli) call nothing else; none of them knows SQL or rules.
//
// Floor 4: may import floors 0 to 3. Start with App and Actor, then import.go.
package app

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"holdover/internal/store"
)

// App is the application over one store. It is safe for concurrent use.
type App struct {
	store *store.Store
	log   *slog.Logger
	now   func() time.Time
}

// Open opens the database that cfg names, brings its tables up to date, and
// returns the application over it.
func Open(ctx context.Context, cfg store.Config, log *slog.Logger) (*App, error) {
	s, err := store.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	return &App{store: s, log: log, now: time.Now}, nil
}

// Close waits for what is under way and closes the database.
func (a *App) Close() error { return a.store.Close() }

// Ping says whether the database answers.
func (a *App) Ping(ctx context.Context) error { return a.store.Ping(ctx) }

func newID() string { return uuid.NewString() }
