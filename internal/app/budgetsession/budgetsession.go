// Package budgetsession opens budgets for an actor: it checks the role, and runs one read transaction or one change of the
// journal. Packages app and migration use it; surfaces do not.
//
// Start with view.go and change.go.
package budgetsession

import (
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
	memoryLimiter
}

// New returns access to the budgets of a store, for the users in p.
func New(s *store.Store, p *users.Service, log *slog.Logger, now func() time.Time) *Access {
	return &Access{s, p, log, now, newMemoryLimiter()}
}
