package userstore

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Authenticator is the authenticator app of a user.
type Authenticator struct {
	Secret   auth.TOTPSecret
	LastStep int64 // of the last used code
	Since    time.Time
}

// RecoveryCode is a recovery code of a user.
type RecoveryCode struct {
	No   int64
	Hash string // from auth.HashRecoveryCode
	Made time.Time
	Used time.Time // zero if it is unused
}

// SpentCode is a code that is used up: the step of a code of the app, or the number of a recovery code. It contains what
// the code was compared with, so that it does not count after that was replaced.
type SpentCode struct {
	Step     int64
	Secret   auth.TOTPSecret // of the app
	Recovery int64
	Hash     string // of the recovery code
}

// NewAuthenticator is an authenticator app to store, with the hashes of its recovery codes and the event.
type NewAuthenticator struct {
	Authenticator
	Codes []string
	Event Event
}

// SecondFactors are the factors of a user besides the password.
type SecondFactors struct {
	HasApp   bool
	Codes    int64 // unused recovery codes
	Passkeys int64
}

// secondFactorRule is the name of the rule in sign_in_rule by which all users need a second factor.
const secondFactorRule = "second-factor"

// requiresSecondFactor is a condition: whether the owner requires a second factor of all users.
const requiresSecondFactor = "EXISTS (SELECT 1 FROM sign_in_rule WHERE name = '" + secondFactorRule + "')"

// UserToVerify is a user with the facts that decide whether a second step follows the password.
type UserToVerify struct {
	User
	HasApp     bool
	HasPasskey bool
	Required   bool // the owner requires a second factor of all users
}

// factorColumns are the columns of UserToVerify after those of the user.
const factorColumns = "EXISTS (SELECT 1 FROM authenticator a WHERE a.user_no = u.no), EXISTS (SELECT 1 FROM passkey k WHERE k.user_no = u.no), " + requiresSecondFactor

const selectUserToVerify = "SELECT " + userColumns + ", " + factorColumns + " FROM user_account u"

func scanUserToVerify(r database.Row) (u UserToVerify, err error) {
	u.User, err = readUser(r, &u.HasApp, &u.HasPasskey, &u.Required)
	return u, err
}

// UserWithFactors returns the user with a number.
func (s *Store) UserWithFactors(ctx context.Context, user UserNo) (UserToVerify, error) {
	return database.ReadFirst(ctx, s.db, noUser(), scanUserToVerify, selectUserToVerify+" WHERE u.no = $1", int64(user))
}

// UserToVerify returns the user with a name for a sign-in.
func (s *Store) UserToVerify(ctx context.Context, name string) (UserToVerify, error) {
	return database.ReadFirst(ctx, s.db, noUser(), scanUserToVerify, selectUserToVerify+" WHERE u.name_key = $1", auth.UserKey(name))
}

// Authenticator returns the app of a user. It returns a NotFound error if the user has none.
func (s *Store) Authenticator(ctx context.Context, user UserNo) (Authenticator, error) {
	return database.ReadFirst(ctx, s.db, database.Missing("authenticator app"), func(r database.Row) (a Authenticator, err error) {
		var since int64
		err = r.Scan(&a.Secret, &a.LastStep, &since)
		a.Since = time.UnixMilli(since).UTC()
		return a, err
	}, "SELECT secret, last_step, created_at FROM authenticator WHERE user_no = $1", int64(user))
}

// RecoveryCodes returns the recovery codes of a user, used ones included.
func (s *Store) RecoveryCodes(ctx context.Context, user UserNo) ([]RecoveryCode, error) {
	return database.ReadList(ctx, s.db, func(r database.Row) (c RecoveryCode, err error) {
		var made int64
		var used sql.NullInt64
		err = r.Scan(&c.No, &c.Hash, &made, &used)
		c.Made, c.Used = time.UnixMilli(made).UTC(), momentOf(used)
		return c, err
	}, "SELECT no, hash, made_at, used_at FROM recovery_code WHERE user_no = $1 ORDER BY no", int64(user))
}

// SecondFactors returns the factors of all users.
func (s *Store) SecondFactors(ctx context.Context) (map[UserNo]SecondFactors, error) {
	all := map[UserNo]SecondFactors{}
	_, err := database.ReadList(ctx, s.db, func(r database.Row) (no UserNo, err error) {
		var f SecondFactors
		err = r.Scan(&no, &f.HasApp, &f.Codes, &f.Passkeys)
		all[no] = f
		return no, err
	}, `SELECT u.no, EXISTS (SELECT 1 FROM authenticator a WHERE a.user_no = u.no), (SELECT count(*) FROM recovery_code c WHERE c.user_no = u.no AND c.used_at IS NULL),
		(SELECT count(*) FROM passkey k WHERE k.user_no = u.no) FROM user_account u`)
	return all, err
}

// WayChange is a change of the ways in which a user signs in.
type WayChange struct {
	User      UserNo
	Event     Event
	EndOthers bool        // also end the user's other sessions and pending sign-ins
	Keep      auth.Digest // of the session that stays
}

// changeWays makes a change of the ways in which a user signs in, ends other sessions on request and stores the event, in
// one transaction. The user's row is locked.
func (s *Store) changeWays(ctx context.Context, c WayChange, change func(*database.Session) error) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := lockUser(q, c.User); err != nil {
			return err
		}
		if err := change(q); err != nil {
			return err
		}
		if c.EndOthers {
			if err := endOtherSessions(q, c.User, c.Keep, c.Event.At); err != nil {
				return err
			}
		}
		return addEvent(q, c.User, c.Event)
	})
}

// SetAuthenticator stores the app of a user, with new recovery codes. The former app and codes become invalid.
func (s *Store) SetAuthenticator(ctx context.Context, c WayChange, n NewAuthenticator) error {
	return s.changeWays(ctx, c, func(q *database.Session) error { return setAuthenticator(q, c.User, n) })
}

func setAuthenticator(q *database.Session, user UserNo, n NewAuthenticator) error {
	if err := q.Run(`INSERT INTO authenticator (user_no, secret, last_step, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_no) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at`,
		int64(user), []byte(n.Secret), n.LastStep, n.Since.UnixMilli()); err != nil {
		return err
	}
	return replaceCodes(q, user, n.Codes, n.Since)
}

// lockUser locks the user's row until the end of the transaction, so that concurrent changes of factors are serialised.
func lockUser(q *database.Session, user UserNo) error {
	return q.ExecOr(noUser(), "UPDATE user_account SET admin = admin WHERE no = $1", int64(user))
}

// ReplaceRecoveryCodes stores the hashes of a new set of recovery codes. It returns a NotFound error if the user has no
// authenticator app.
func (s *Store) ReplaceRecoveryCodes(ctx context.Context, c WayChange, hashes []string) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		if err := q.ExecOr(database.Missing("authenticator app"), "UPDATE authenticator SET last_step = last_step WHERE user_no = $1", int64(c.User)); err != nil {
			return err
		}
		return replaceCodes(q, c.User, hashes, c.Event.At)
	})
}

func replaceCodes(q *database.Session, user UserNo, hashes []string, at time.Time) error {
	if err := q.Run("DELETE FROM recovery_code WHERE user_no = $1", int64(user)); err != nil {
		return err
	}
	for i, hash := range hashes {
		if err := q.Run("INSERT INTO recovery_code (user_no, no, hash, made_at) VALUES ($1, $2, $3, $4)", int64(user), i+1, hash, at.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

// RemoveAuthenticator removes the app and the recovery codes of a user, and ends the user's pending sign-ins. It returns a
// Conflict error if the owner requires a second factor and this is the only one, and NotFound if there is no app.
func (s *Store) RemoveAuthenticator(ctx context.Context, c WayChange) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		if err := q.ExecOr(database.Missing("authenticator app"), "DELETE FROM authenticator WHERE user_no = $1", int64(c.User)); err != nil {
			return err
		}
		if err := requireFactorLeft(q, c.User); err != nil {
			return err
		}
		return deleteOf(q, c.User, "recovery_code", "pending_sign_in")
	})
}

// ResetSecondFactor removes every factor of a user but the password, and ends the user's pending sign-ins.
func (s *Store) ResetSecondFactor(ctx context.Context, c WayChange) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		return deleteOf(q, c.User, "authenticator", "recovery_code", "passkey", "pending_sign_in")
	})
}

// deleteOf deletes the rows of a user in tables.
func deleteOf(q *database.Session, user UserNo, tables ...string) error {
	for _, table := range tables {
		if err := q.Run("DELETE FROM "+table+" WHERE user_no = $1", int64(user)); err != nil {
			return err
		}
	}
	return nil
}

// spendCode uses up a code of a user. It returns a NotFound error if the code was used before, or if its app or its set
// was replaced.
func spendCode(q *database.Session, user UserNo, c SpentCode, at time.Time) error {
	missing := database.Missing("unused code")
	if c.Recovery != 0 {
		return q.ExecOr(missing, "UPDATE recovery_code SET used_at = $3 WHERE user_no = $1 AND no = $2 AND hash = $4 AND used_at IS NULL", int64(user), c.Recovery, at.UnixMilli(), c.Hash)
	}
	return q.ExecOr(missing, "UPDATE authenticator SET last_step = $2 WHERE user_no = $1 AND last_step < $2 AND secret = $3", int64(user), c.Step, []byte(c.Secret))
}

// RequiresSecondFactor reports whether the owner requires a second factor of all users.
func (s *Store) RequiresSecondFactor(ctx context.Context) (bool, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (bool, error) {
		return q.One("SELECT name FROM sign_in_rule WHERE name = $1", []any{secondFactorRule}, new(string))
	})
}

// RequireSecondFactor sets whether all users need a second factor.
func (s *Store) RequireSecondFactor(ctx context.Context, on bool) error {
	if on {
		return s.db.Exec(ctx, "INSERT INTO sign_in_rule (name) VALUES ($1) ON CONFLICT (name) DO NOTHING", secondFactorRule)
	}
	return s.db.Exec(ctx, "DELETE FROM sign_in_rule WHERE name = $1", secondFactorRule)
}
