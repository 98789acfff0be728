// Package userstore stores users, sessions, tokens, OAuth clients and roles in budgets. Budgets are in package
// store.
//
// Start with Store.
package userstore

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// UserNo is the number of a user; zero is the command line.
type UserNo int64

// Store gives access to the users of a database with their sessions, tokens, clients and roles. It is safe for
// concurrent use.
type Store struct{ db *database.DB }

// On returns the users of a database.
func On(db *database.DB) *Store { return &Store{db} }

// User is an account that can sign in.
type User struct {
	No       UserNo
	ID       string // a UUID, for programs
	Name     string
	Password string // the hash from auth.HashPassword; empty for a user without a password
	Admin    bool   // may add, change and remove users: the first user alone
	Created  time.Time
	Ended    time.Time // of all sessions but one that started before
	MadeBy   Maker
}

// Maker is the sign-in that created a user: empty if the owner of the server or the command line did.
type Maker string

// The sign-ins that create users.
const (
	MadeByProvider Maker = "provider" // a person of the identity provider, until the command line unlinks the user
	MadeByProxy    Maker = "proxy"    // a name that a trusted proxy has verified
)

const (
	userColumns = "u.no, u.id, u.name, u.password, u.admin, u.created_at, u.sessions_ended_at, u.made_by"
	selectUser  = "SELECT " + userColumns + " FROM user_account u"
)

func scanUser(r database.Row) (User, error) { return readUser(r) }

// readUser scans a user and the columns selected after it.
func readUser(r database.Row, after ...any) (u User, err error) {
	var created int64
	var ended sql.NullInt64
	err = r.Scan(append([]any{&u.No, &u.ID, &u.Name, &u.Password, &u.Admin, &created, &ended, &u.MadeBy}, after...)...)
	u.Created, u.Ended = time.UnixMilli(created).UTC(), momentOf(ended)
	return u, err
}

// Users returns all users, in the order of their creation.
func (s *Store) Users(ctx context.Context) ([]User, error) {
	return database.ReadList(ctx, s.db, scanUser, selectUser+" ORDER BY no")
}

// UsersOf returns the existing users among some numbers.
func (s *Store) UsersOf(ctx context.Context, numbers []UserNo) ([]User, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	args := iterutil.Map(numbers, func(no UserNo) any { return int64(no) })
	return database.ReadList(ctx, s.db, scanUser, selectUser+" WHERE no IN ("+database.Places(1, len(args))[2:]+") ORDER BY no", args...)
}

// HasUsers reports whether there is any user.
func (s *Store) HasUsers(ctx context.Context) (bool, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (bool, error) {
		return q.One("SELECT no FROM user_account LIMIT 1", nil, new(int64))
	})
}

// User returns the user with a number.
func (s *Store) User(ctx context.Context, no UserNo) (User, error) {
	return database.ReadFirst(ctx, s.db, noUser(), scanUser, selectUser+" WHERE no = $1", int64(no))
}

// UserByName returns the user with a name, compared as auth.UserKey does.
func (s *Store) UserByName(ctx context.Context, name string) (User, error) {
	return database.ReadFirst(ctx, s.db, noUser(), scanUser, selectUser+" WHERE name_key = $1", auth.UserKey(name))
}

func noUser() error { return database.Missing("user") }

// AddUser adds a user and returns it with its number. The first user becomes the admin and the owner of all existing
// budgets. With onlyFirst it returns a Conflict error if there is a user already.
func (s *Store) AddUser(ctx context.Context, u User, onlyFirst bool) (User, error) {
	err := s.db.Change(ctx, func(q *database.Session) (err error) {
		u, err = addUser(q, u, onlyFirst)
		return err
	})
	return u, err
}

func addUser(q *database.Session, u User, onlyFirst bool) (User, error) {
	var users, sameName int64
	if _, err := q.One("SELECT count(*), count(CASE WHEN name_key = $1 THEN 1 END) FROM user_account",
		[]any{auth.UserKey(u.Name)}, &users, &sameName); err != nil {
		return u, err
	}
	if onlyFirst && users > 0 {
		return u, apperr.New(apperr.Conflict, "this Holdover already has an owner").WithHint("sign in, or ask the owner to add you as a user")
	}
	if sameName > 0 {
		return u, apperr.New(apperr.Conflict, "there is a user %q already", u.Name).WithHint("choose another name")
	}
	u.Admin = users == 0
	if _, err := q.One(`INSERT INTO user_account (id, name, name_key, password, admin, created_at, made_by) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING no`,
		[]any{u.ID, u.Name, auth.UserKey(u.Name), u.Password, u.Admin, u.Created.UnixMilli(), string(u.MadeBy)}, &u.No); err != nil {
		return u, err
	}
	return u, adopt(q)
}

// NewPassword is a change of a user's password.
type NewPassword struct {
	Hash         string
	VerifiedHash string      // the hash of the current password, if it was verified
	Keep         auth.Digest // of the session to keep; all others end
	EndAccess    bool        // tokens and connections end too
	Event        Event       // the change, for the user's log
}

// SetPassword stores the hash of a new password and ends the user's sessions. If no session stays, another user set
// it, and known browsers are deleted. It returns a NotFound error if the user is deleted or the password has changed
// since it was verified.
func (s *Store) SetPassword(ctx context.Context, no UserNo, c NewPassword) error {
	return s.db.Change(ctx, func(q *database.Session) (err error) {
		if c.VerifiedHash != "" {
			err = requireSamePassword(q, no, c.VerifiedHash)
		}
		if err == nil {
			err = q.ExecOr(noUser(), "UPDATE user_account SET password = $2 WHERE no = $1", int64(no), c.Hash)
		}
		if err == nil {
			err = q.Run("DELETE FROM session WHERE user_no = $1 AND digest <> $2", int64(no), string(c.Keep))
		}
		if err == nil && c.Keep == "" {
			err = q.Run("DELETE FROM known_browser WHERE user_no = $1", int64(no))
		}
		if err == nil && c.EndAccess {
			err = endAccess(q, no, c.Event.At)
		}
		if err == nil {
			err = deleteOf(q, no, "pending_sign_in")
		}
		if err == nil {
			err = addEvent(q, no, c.Event)
		}
		return err
	})
}

// requireSamePassword returns an error if the password has changed since it was verified. The row is locked until the
// end of the transaction.
func requireSamePassword(q *database.Session, no UserNo, hash string) error {
	return q.ExecOr(noUser(), "UPDATE user_account SET password = password WHERE no = $1 AND password = $2", int64(no), hash)
}

// endAccess ends a user's tokens and connections, and codes that could become connections.
func endAccess(q *database.Session, no UserNo, at time.Time) error {
	for _, statement := range []string{
		"UPDATE access_token SET revoked_at = $2 WHERE user_no = $1 AND revoked_at IS NULL",
		"UPDATE oauth_connection SET revoked_at = $2 WHERE user_no = $1 AND revoked_at IS NULL",
	} {
		if err := q.Run(statement, int64(no), at.UnixMilli()); err != nil {
			return err
		}
	}
	return q.Run("DELETE FROM oauth_code WHERE user_no = $1 AND NOT used", int64(no))
}

// Rehash stores another hash of the same password, and reports whether the stored hash was still old.
func (s *Store) Rehash(ctx context.Context, no UserNo, old, hash string) (kept bool, err error) {
	err = s.db.Change(ctx, func(q *database.Session) error {
		wrote, err := q.Exec("UPDATE user_account SET password = $3 WHERE no = $1 AND password = $2", int64(no), old, hash)
		kept = wrote > 0
		return err
	})
	return kept, err
}

// RemoveUser deletes a user with sessions and tokens. Budgets without another owner become the admin's. The admin
// cannot be removed.
func (s *Store) RemoveUser(ctx context.Context, no UserNo) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := lockOwners(q); err != nil {
			return err
		}
		if err := q.ExecOr(apperr.New(apperr.Conflict, "the owner of this Holdover cannot be removed"),
			"DELETE FROM user_account WHERE no = $1 AND NOT admin", int64(no)); err != nil {
			return err
		}
		if err := deleteOf(q, no, "session", "known_browser", "access_token", "share", "waiting", "authenticator", "recovery_code", "pending_sign_in", "passkey", "passkey_challenge", "sign_in_event", "push_subscription", "identity"); err != nil {
			return err
		}
		if err := sweepOAuth(q); err != nil {
			return err
		}
		return adopt(q)
	})
}

// lockOwners serialises changes of ownership, so that no transaction relies on an owner that a concurrent transaction
// removes, or makes an owner of a user that is being removed. It locks the admin's row, which always exists.
func lockOwners(q *database.Session) error {
	return q.Write("UPDATE user_account SET admin = admin WHERE admin")
}

// adopt makes the admin owner of every budget that has no owner.
func adopt(q *database.Session) error {
	var admin int64
	if has, err := q.One("SELECT no FROM user_account WHERE admin", nil, &admin); err != nil || !has {
		return err
	}
	return q.Run(`INSERT INTO share (budget, user_no, role) SELECT b.no, CAST($1 AS BIGINT), 'owner' FROM budget b
		WHERE NOT EXISTS (SELECT 1 FROM share s WHERE s.budget = b.no AND s.role = 'owner')
		ON CONFLICT (budget, user_no) DO UPDATE SET role = excluded.role`, admin)
}
