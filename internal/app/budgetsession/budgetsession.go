// Package budgetsession opens budgets for an actor: it checks the role, and runs one read transaction or one change of the
// journal. Packages app and migration use it; surfaces do not.
//
// Start with view.go and change.go.
package budgetsession

import (
	"context"
	"log/slog"
	"time"

	"holdover/internal/app/users"
	"holdover/internal/storage/store"
)

// Access checks an actor's role in a budget, and opens read and write transactions.
type Access struct {
	Store       *store.Store
	UserService *users.Service
	Log         *slog.Logger
	Now         func() time.Time
	// BankState returns the state of the bank connections of the budget with a number, from a cache; nil without connections.
	BankState func(ctx context.Context, no int64) (BankState, error)
	memoryLimiter
}

// New returns access to the budgets of a store, for the users in p.
func New(s *store.Store, p *users.Service, log *slog.Logger, now func() time.Time) *Access {
	return &Access{Store: s, UserService: p, Log: log, Now: now, memoryLimiter: newMemoryLimiter()}
}
