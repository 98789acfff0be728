// Package people is who uses Holdover and how they are known: users and their
// passwords, sessions, tokens, programs that they let in, and what they are to
// budgets. An Actor is who asks for something; every use case takes one.
//
// Floor 4: may import floors 0 to 3. Start with People and Actor.
package people

import (
	"log/slog"
	"time"

	"holdover/internal/peoplestore"
)

// People are who uses Holdover: users, how they and their programs are known, and
// what they are to budgets. It is safe for concurrent use.
type People struct {
	store  *peoplestore.Store
	log    *slog.Logger
	now    func() time.Time
	refuge refuge
}

// New are the people of a database.
func New(s *peoplestore.Store, log *slog.Logger, now func() time.Time) *People {
	return &People{store: s, log: log, now: now}
}
