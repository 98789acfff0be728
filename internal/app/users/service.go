// Package users manages users and their identification: passwords, sessions, tokens, OAuth clients, and roles in
// budgets. An Actor is the origin of a request; every use case takes one.
//
// Start with Service and Actor.
package users

import (
	"log/slog"
	"time"

	"holdover/internal/storage/userstore"
)

// Service manages users, their sessions, tokens and OAuth clients, and their roles in budgets. It is safe for
// concurrent use.
type Service struct {
	store    *userstore.Store
	log      *slog.Logger
	now      func() time.Time
	fallback fallbackSessions

	passwordsOff bool // see DisablePasswords
}

func New(s *userstore.Store, log *slog.Logger, now func() time.Time) *Service {
	return &Service{store: s, log: log, now: now}
}
