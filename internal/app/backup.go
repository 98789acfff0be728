package app

import (
	"context"

	"holdover/internal/store"
)

// Backup writes everything, of everybody, into a new file on this machine. No
// surface offers it: it is for whoever looks after the machine.
func (a *App) Backup(ctx context.Context, path string) error { return a.store.Backup(ctx, path) }

// Check reads everything and says what is wrong with it; see [store.Store.Check].
func (a *App) Check(ctx context.Context) ([]store.Finding, error) { return a.store.Check(ctx) }

// CheckBudget compares what is kept of one budget with its rows, for who hands
// it on. Fault: Invalid where it is damaged.
func (a *App) CheckBudget(ctx context.Context, id string) error { return a.store.CheckBudget(ctx, id) }
