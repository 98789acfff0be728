// Package access is where an actor meets a budget: who may, one look, one change of
// the journal. Packages app and bring stand on it; surfaces do not see it.
//
// Floor 4: may import floors 0 to 3 and people. Start with view.go and change.go.
package access

import (
	"log/slog"
	"time"

	"holdover/internal/people"
	"holdover/internal/store"
)

// Access is how an actor comes to a budget: it looks who may, and opens one look or
// one change.
type Access struct {
	Store  *store.Store
	People *people.People
	Log    *slog.Logger
	Now    func() time.Time
	memoryLimiter
}

// New is access to the budgets of a store, for its people.
func New(s *store.Store, p *people.People, log *slog.Logger, now func() time.Time) *Access {
	return &Access{s, p, log, now, newMemoryLimiter()}
}
