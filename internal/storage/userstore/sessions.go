package userstore

import (
	"context"
	"errors"
	"time"

	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Session is a browser that is signed in.
type Session struct {
	Digest auth.Digest
	User   User
	Agent  string // the browser's User-Agent
	Begun  time.Time
	Seen   time.Time // the last use, as precise as the caller stores it
	Proved time.Time // when the user last proved their identity
}

// SessionCutoffs are the earliest times at which a session that is still active was last used and was begun.
type SessionCutoffs struct{ UsedSince, BegunSince time.Time }

// NewSession is a session to create.
type NewSession struct {
	Digest       auth.Digest // of the session's secret
	User         UserNo
	VerifiedHash string // the hash of the password that was verified
	At           time.Time
	Agent        string
	Event        Event       // the sign-in, for the user's log
	Browser      auth.Digest // of the secret that the browser will send at later sign-ins
	// Provided is set if the user signed in at an identity provider.
	Provided *ProvidedSession
	// Code is used up by the session; nil for none. With WithoutApp there is no session if the user has an authenticator app.
	Code       *SpentCode
	WithoutApp bool
	// Sessions of any user that are no longer active by Cutoffs, and browsers last seen before BrowserEnds, are deleted.
	Cutoffs     SessionCutoffs
	BrowserEnds time.Time
}

// ProvidedSession is the data of a session that began at an identity provider.
type ProvidedSession struct {
	Identity IdentityKey
	IDToken  []byte    // sealed; may be nil
	Proved   time.Time // when the user proved their identity there; zero if it is not known
}

// mostBrowsers is the number of browsers that are remembered for a user; the one used longest ago is forgotten first.
const mostBrowsers = 20

// AddSession stores a session by the digest of its secret and remembers its browser. It returns a NotFound error if the
// user is deleted, if the password has changed since it was verified or an app was added, or if the code was used.
func (s *Store) AddSession(ctx context.Context, n NewSession) error {
	return s.db.Change(ctx, func(q *database.Session) error { return addSession(q, n) })
}

func addSession(q *database.Session, n NewSession) error {
	if err := requireSamePassword(q, n.User, n.VerifiedHash); err != nil {
		return err
	}
	if n.WithoutApp { // the user's row is locked, so the app cannot be added now
		if has, err := hasApp(q, n.User); err != nil || has {
			return errorOr(err, noUser())
		}
	}
	if n.Code != nil {
		if err := spendCode(q, n.User, *n.Code, n.At); err != nil {
			return err
		}
	}
	if err := q.Run("DELETE FROM session WHERE seen_at < $1 OR created_at < $2", n.Cutoffs.UsedSince.UnixMilli(), n.Cutoffs.BegunSince.UnixMilli()); err != nil {
		return err
	}
	if _, err := q.Exec("INSERT INTO session (digest, user_no, created_at, seen_at, browser) VALUES ($1, $2, $3, $3, $4)",
		string(n.Digest), int64(n.User), n.At.UnixMilli(), n.Agent); err != nil {
		return err
	}
	if p := n.Provided; p != nil {
		if err := useIdentity(q, n.User, p.Identity, n.At); err != nil {
			return err
		}
		if err := q.Run("UPDATE session SET id_token = $2, proved_at = $3 WHERE digest = $1", string(n.Digest), p.IDToken, p.Proved.UnixMilli()); err != nil {
			return err
		}
	}
	if err := addEvent(q, n.User, n.Event); err != nil {
		return err
	}
	return rememberBrowser(q, n)
}

func hasApp(q *database.Session, user UserNo) (bool, error) {
	return q.One("SELECT user_no FROM authenticator WHERE user_no = $1", []any{int64(user)}, new(int64))
}

// rememberBrowser stores the session's browser as one from which the user has signed in. It forgets browsers of any user
// that were last seen before BrowserEnds, and those of this user beyond mostBrowsers.
func rememberBrowser(q *database.Session, n NewSession) error {
	if _, err := q.Exec(`INSERT INTO known_browser (digest, user_no, seen_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_no, digest) DO UPDATE SET seen_at = excluded.seen_at`, string(n.Browser), int64(n.User), n.At.UnixMilli()); err != nil {
		return err
	}
	return q.Run(`DELETE FROM known_browser WHERE seen_at < $1 OR (user_no = $2 AND digest NOT IN
		(SELECT digest FROM known_browser WHERE user_no = $2 ORDER BY seen_at DESC, digest LIMIT CAST($3 AS BIGINT)))`, n.BrowserEnds.UnixMilli(), int64(n.User), mostBrowsers)
}

// KnowsBrowser reports whether the user with a name has signed in from a browser since a time. It is false if there is
// no such user.
func (s *Store) KnowsBrowser(ctx context.Context, name string, browser auth.Digest, since time.Time) (bool, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (bool, error) {
		return q.One(`SELECT u.no FROM known_browser b JOIN user_account u ON u.no = b.user_no
			WHERE u.name_key = $1 AND b.digest = $2 AND b.seen_at >= $3`, []any{auth.UserKey(name), string(browser), since.UnixMilli()}, new(int64))
	})
}

const selectSession = "SELECT " + userColumns + `, s.digest, s.browser, s.created_at, s.seen_at, coalesce(s.proved_at, s.created_at)
	FROM session s JOIN user_account u ON u.no = s.user_no WHERE s.seen_at >= $2 AND s.created_at >= $3`

// Session returns the active session with a digest. It returns a NotFound error if it is unknown or has ended.
func (s *Store) Session(ctx context.Context, digest auth.Digest, cutoffs SessionCutoffs) (Session, error) {
	return database.ReadFirst(ctx, s.db, database.Missing("session"), scanSession, selectSession+" AND s.digest = $1",
		string(digest), cutoffs.UsedSince.UnixMilli(), cutoffs.BegunSince.UnixMilli())
}

// Sessions returns a user's active sessions, the last used first.
func (s *Store) Sessions(ctx context.Context, user UserNo, cutoffs SessionCutoffs) ([]Session, error) {
	return database.ReadList(ctx, s.db, scanSession, selectSession+" AND s.user_no = $1 ORDER BY s.seen_at DESC, s.created_at DESC, s.digest",
		int64(user), cutoffs.UsedSince.UnixMilli(), cutoffs.BegunSince.UnixMilli())
}

func scanSession(r database.Row) (s Session, err error) {
	var begun, seen, proved int64
	s.User, err = readUser(r, &s.Digest, &s.Agent, &begun, &seen, &proved)
	s.Begun, s.Seen, s.Proved = time.UnixMilli(begun).UTC(), time.UnixMilli(seen).UTC(), time.UnixMilli(proved).UTC()
	return s, err
}

// SeeSession stores the time of a session's last use.
func (s *Store) SeeSession(ctx context.Context, digest auth.Digest, at time.Time) error {
	return s.db.ExecQuietly(ctx, "UPDATE session SET seen_at = $2 WHERE digest = $1", string(digest), at.UnixMilli())
}

// ProveSession stores that the user of a session proved their identity, and uses up the code, if there is one. It returns
// a NotFound error if the code was used before, or if its app or its set was replaced.
func (s *Store) ProveSession(ctx context.Context, user UserNo, digest auth.Digest, c *SpentCode, at time.Time) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if c != nil {
			if err := spendCode(q, user, *c, at); err != nil {
				return err
			}
		}
		return proveSession(q, user, digest, at)
	})
}

func proveSession(q *database.Session, user UserNo, digest auth.Digest, at time.Time) error {
	return q.Run("UPDATE session SET proved_at = $2 WHERE digest = $1 AND user_no = $3", string(digest), at.UnixMilli(), int64(user))
}

// EndSession deletes a session, if it exists.
func (s *Store) EndSession(ctx context.Context, digest auth.Digest) error {
	return s.db.Exec(ctx, "DELETE FROM session WHERE digest = $1", string(digest))
}

// EndSessionOf deletes a session of a user. It returns a NotFound error if the user has no such session.
func (s *Store) EndSessionOf(ctx context.Context, user UserNo, digest auth.Digest) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		return q.ExecOr(database.Missing("session"), "DELETE FROM session WHERE digest = $1 AND user_no = $2", string(digest), int64(user))
	})
}

// EndOtherSessions ends all of a user's sessions but one, and the pending sign-ins. It also stores now with the user, which
// ends sessions begun before that are not in the database yet.
func (s *Store) EndOtherSessions(ctx context.Context, user UserNo, keep auth.Digest, now time.Time) error {
	return s.db.Change(ctx, func(q *database.Session) error { return endOtherSessions(q, user, keep, now) })
}

func endOtherSessions(q *database.Session, user UserNo, keep auth.Digest, now time.Time) error {
	return errors.Join(
		q.Write("UPDATE user_account SET sessions_ended_at = $1 WHERE no = $2", now.UnixMilli(), int64(user)),
		q.Write("DELETE FROM session WHERE user_no = $1 AND digest <> $2", int64(user), string(keep)),
		q.Write("DELETE FROM pending_sign_in WHERE user_no = $1", int64(user)))
}

// Attempt deletes failures of sign-ins last stored before forget, passes those under keys to decide, and stores what
// decide makes of them; a count of zero is deleted. All is one transaction, so that concurrent attempts under the same
// keys are serialised. If decide returns an error, nothing is changed.
func (s *Store) Attempt(ctx context.Context, keys []string, forget time.Time, decide func([]auth.Failures) error) error {
	return s.db.ChangeQuietly(ctx, func(q *database.Session) error {
		if err := q.Run("DELETE FROM failed_sign_in WHERE last_at < $1", forget.UnixMilli()); err != nil {
			return err
		}
		all := make([]auth.Failures, len(keys))
		for i, key := range keys {
			if err := lockFailures(q, key, &all[i]); err != nil {
				return err
			}
		}
		if err := decide(all); err != nil {
			return err
		}
		for i, key := range keys {
			if err := storeFailures(q, key, all[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// lockFailures reads the failures under a key. It writes the row first, which locks it in PostgreSQL.
func lockFailures(q *database.Session, key string, f *auth.Failures) error {
	if _, err := q.Exec(`INSERT INTO failed_sign_in (key, count, last_at) VALUES ($1, 0, 0)
		ON CONFLICT (key) DO UPDATE SET count = failed_sign_in.count`, key); err != nil {
		return err
	}
	var last int64
	_, err := q.One("SELECT count, last_at FROM failed_sign_in WHERE key = $1", []any{key}, &f.Count, &last)
	if f.Count > 0 {
		f.Last = time.UnixMilli(last)
	}
	return err
}

func storeFailures(q *database.Session, key string, f auth.Failures) error {
	if f.Count <= 0 {
		return q.Run("DELETE FROM failed_sign_in WHERE key = $1", key)
	}
	return q.Run("UPDATE failed_sign_in SET count = $2, last_at = $3 WHERE key = $1", key, f.Count, f.Last.UnixMilli())
}
