// Package connectionstore stores the connections of budgets to banks. What a connection's body contains is defined by
// package app/banks.
//
// Start with Store.
package connectionstore

import (
	"context"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// Connection is a stored connection.
type Connection struct {
	No       int64
	ID       string
	Budget   int64
	Provider string
	Secret   []byte // sealed
	Body     string // JSON
	Version  int64  // counts the changes
	NextAt   time.Time
	// ClaimedUntil is the time until which one process fetches; in the past if none does.
	ClaimedUntil time.Time
}

// Store gives access to the connections. It is safe for concurrent use.
type Store struct{ db *database.DB }

// On returns the connections in a database.
func On(db *database.DB) *Store { return &Store{db} }

const columns = "no, id, of_budget, provider, secret, body, version, next_at, claimed_until"

func scan(r database.Row) (c Connection, err error) {
	var next, claimed int64
	err = r.Scan(&c.No, &c.ID, &c.Budget, &c.Provider, &c.Secret, &c.Body, &c.Version, &next, &claimed)
	c.NextAt, c.ClaimedUntil = time.UnixMilli(next), time.UnixMilli(claimed)
	return c, err
}

// Missing returns the error for a connection that does not exist.
func Missing() *apperr.Error { return apperr.Gone("bank connection") }

// All returns the connections of all budgets, in the order in which they were made.
func (s *Store) All(ctx context.Context) ([]Connection, error) {
	return database.ReadList(ctx, s.db, scan, "SELECT "+columns+" FROM bank_connection ORDER BY no")
}

// Of returns the connections of a budget, in the order in which they were made.
func (s *Store) Of(ctx context.Context, budget int64) ([]Connection, error) {
	return database.ReadList(ctx, s.db, scan, "SELECT "+columns+" FROM bank_connection WHERE of_budget = $1 ORDER BY no", budget)
}

// Connection returns a connection of a budget. Error: NotFound.
func (s *Store) Connection(ctx context.Context, budget int64, id string) (Connection, error) {
	return database.ReadFirst(ctx, s.db, Missing(), scan, "SELECT "+columns+" FROM bank_connection WHERE of_budget = $1 AND id = $2", budget, id)
}

// Add stores a new connection.
func (s *Store) Add(ctx context.Context, c *Connection) error {
	return s.db.Exec(ctx, `INSERT INTO bank_connection (id, of_budget, provider, secret, body, version, next_at, claimed_until)
		VALUES ($1, $2, $3, $4, $5, 1, $6, 0)`, c.ID, c.Budget, c.Provider, c.Secret, c.Body, c.NextAt.UnixMilli())
}

// Update reads a connection, calls change on it, and stores its secret, body, NextAt and ClaimedUntil, all in one
// transaction. It locks the connection first, by an UPDATE that changes nothing: two updates at the same time are both stored.
// Error: NotFound.
func (s *Store) Update(ctx context.Context, no int64, change func(*Connection) error) (c Connection, err error) {
	err = s.db.Change(ctx, func(q *database.Session) error {
		if err := q.ExecOr(Missing(), "UPDATE bank_connection SET version = version WHERE no = $1", no); err != nil {
			return err
		}
		c, err = database.First(q, Missing(), scan, "SELECT "+columns+" FROM bank_connection WHERE no = $1", no)
		if err != nil {
			return err
		}
		if err := change(&c); err != nil {
			return err
		}
		c.Version++
		return q.Run(`UPDATE bank_connection SET secret = $1, body = $2, version = $3, next_at = $4, claimed_until = $5 WHERE no = $6`,
			c.Secret, c.Body, c.Version, c.NextAt.UnixMilli(), c.ClaimedUntil.UnixMilli(), no)
	})
	return c, err
}

// Delete deletes a connection.
func (s *Store) Delete(ctx context.Context, no int64) error {
	return s.db.Exec(ctx, "DELETE FROM bank_connection WHERE no = $1", no)
}
