package userstore

import (
	"context"
	"time"

	"holdover/internal/storage/database"
)

// Event is a sign-in of a user, or a change of the ways to sign in.
type Event struct {
	At      time.Time
	Kind    string // from package users
	Actor   string // the name of another user that made the change, or of the command line; empty for the user
	Browser string // the User-Agent
	Address string
}

// eventLife is how long events are kept.
const eventLife = 180 * 24 * time.Hour

// mostEvents is the number of events that are listed.
const mostEvents = 100

// addEvent stores an event of a user and deletes old events of any user.
func addEvent(q *database.Session, user UserNo, e Event) error {
	if err := q.Run("DELETE FROM sign_in_event WHERE at < $1", e.At.Add(-eventLife).UnixMilli()); err != nil {
		return err
	}
	return q.Run("INSERT INTO sign_in_event (user_no, at, kind, actor, browser, address) VALUES ($1, $2, $3, $4, $5, $6)",
		int64(user), e.At.UnixMilli(), e.Kind, e.Actor, e.Browser, e.Address)
}

// Events returns the latest events of a user, newest first.
func (s *Store) Events(ctx context.Context, user UserNo) ([]Event, error) {
	return database.ReadList(ctx, s.db, func(r database.Row) (e Event, err error) {
		var at int64
		err = r.Scan(&at, &e.Kind, &e.Actor, &e.Browser, &e.Address)
		e.At = time.UnixMilli(at).UTC()
		return e, err
	}, "SELECT at, kind, actor, browser, address FROM sign_in_event WHERE user_no = $1 ORDER BY no DESC LIMIT CAST($2 AS BIGINT)", int64(user), mostEvents)
}
