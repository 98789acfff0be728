package store

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/auth"
)

// Session is a browser that is signed in.
type Session struct {
	User User
	Seen time.Time // when it was last used, to within what the caller writes
}

// AddSession keeps a session by the digest of its secret, and forgets those not
// used since idle.
func (s *Store) AddSession(ctx context.Context, digest auth.Digest, user UserNo, at, idle time.Time) error {
	return s.change(ctx, func(q *session) error {
		if _, err := q.exec("DELETE FROM session WHERE seen_at < $1", idle.UnixMilli()); err != nil {
			return err
		}
		added, err := q.exec(`INSERT INTO session (digest, user_no, created_at, seen_at)
			SELECT $1, no, CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM user_account WHERE no = $2`, string(digest), int64(user), at.UnixMilli())
		if err == nil && added == 0 {
			err = noUser()
		}
		return err
	})
}

// Session is the session with a digest that was used after idle.
func (s *Store) Session(ctx context.Context, digest auth.Digest, idle time.Time) (one Session, err error) {
	err = s.look(ctx, func(q *session) error {
		found, err := list(q, scanSession, `SELECT u.no, u.id, u.name, u.password, u.admin, u.created_at, s.seen_at
			FROM session s JOIN user_account u ON u.no = s.user_no WHERE s.digest = $1 AND s.seen_at >= $2`, string(digest), idle.UnixMilli())
		if err != nil || len(found) == 0 {
			return missing(err, "session")
		}
		one = found[0]
		return nil
	})
	return one, err
}

func scanSession(r *sql.Rows) (one Session, err error) {
	var created, seen int64
	u := &one.User
	err = r.Scan(&u.No, &u.ID, &u.Name, &u.Password, &u.Admin, &created, &seen)
	u.Created, one.Seen = time.UnixMilli(created).UTC(), time.UnixMilli(seen).UTC()
	return one, err
}

// SeeSession notes that a session was used.
func (s *Store) SeeSession(ctx context.Context, digest auth.Digest, at time.Time) error {
	return s.change(ctx, func(q *session) error {
		_, err := q.exec("UPDATE session SET seen_at = $2 WHERE digest = $1", string(digest), at.UnixMilli())
		return err
	})
}

// EndSession forgets a session; one that is not there is none.
func (s *Store) EndSession(ctx context.Context, digest auth.Digest) error {
	return s.change(ctx, func(q *session) error {
		_, err := q.exec("DELETE FROM session WHERE digest = $1", string(digest))
		return err
	})
}

// Attempt lets weigh look at the failures kept under keys, and keeps what it
// makes of them, in one step that no other attempt under the same keys can come
// between. Zero failures are not kept; an error changes nothing. What lies
// before forget is thrown away on the way.
func (s *Store) Attempt(ctx context.Context, keys []string, forget time.Time, weigh func([]auth.Failures) error) error {
	return s.change(ctx, func(q *session) error {
		if _, err := q.exec("DELETE FROM failed_sign_in WHERE last_at < $1", forget.UnixMilli()); err != nil {
			return err
		}
		all := make([]auth.Failures, len(keys))
		for i, key := range keys {
			if err := lockFailures(q, key, &all[i]); err != nil {
				return err
			}
		}
		if err := weigh(all); err != nil {
			return err
		}
		for i, key := range keys {
			if err := keepFailures(q, key, all[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// lockFailures writes the row before it reads it, so that PostgreSQL too lets
// one attempt at a time pass.
func lockFailures(q *session, key string, f *auth.Failures) error {
	if _, err := q.exec(`INSERT INTO failed_sign_in (key, count, last_at) VALUES ($1, 0, 0)
		ON CONFLICT (key) DO UPDATE SET count = failed_sign_in.count`, key); err != nil {
		return err
	}
	var last int64
	_, err := q.one("SELECT count, last_at FROM failed_sign_in WHERE key = $1", []any{key}, &f.Count, &last)
	if f.Count > 0 {
		f.Last = time.UnixMilli(last)
	}
	return err
}

func keepFailures(q *session, key string, f auth.Failures) error {
	if f.Count <= 0 {
		_, err := q.exec("DELETE FROM failed_sign_in WHERE key = $1", key)
		return err
	}
	_, err := q.exec("UPDATE failed_sign_in SET count = $2, last_at = $3 WHERE key = $1", key, f.Count, f.Last.UnixMilli())
	return err
}
