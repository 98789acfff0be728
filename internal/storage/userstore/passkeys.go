package userstore

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Passkey is a passkey of a user.
type Passkey struct {
	ID         string // of the credential, in base64url
	User       UserNo
	Name       string
	Credential []byte // as JSON, with the public key and the flags
	SignCount  uint32
	Created    time.Time
	Used       time.Time // zero means never
}

// mostPasskeys is the number of passkeys of a user.
const mostPasskeys = 20

const selectPasskey = "SELECT id, user_no, name, credential, sign_count, created_at, used_at FROM passkey"

func scanPasskey(r database.Row) (p Passkey, err error) {
	var created, count int64
	var used sql.NullInt64
	err = r.Scan(&p.ID, &p.User, &p.Name, &p.Credential, &count, &created, &used)
	p.SignCount, p.Created, p.Used = uint32(count), time.UnixMilli(created).UTC(), momentOf(used)
	return p, err
}

// Passkeys returns the passkeys of a user, oldest first.
func (s *Store) Passkeys(ctx context.Context, user UserNo) ([]Passkey, error) {
	return database.ReadList(ctx, s.db, scanPasskey, selectPasskey+" WHERE user_no = $1 ORDER BY created_at, id", int64(user))
}

// Passkey returns the passkey with an id.
func (s *Store) Passkey(ctx context.Context, id string) (Passkey, error) {
	return database.ReadFirst(ctx, s.db, noPasskey(), scanPasskey, selectPasskey+" WHERE id = $1", id)
}

func noPasskey() error { return database.Missing("passkey") }

// AddPasskey stores a passkey. It returns a Conflict error if it exists, or if the user has too many.
func (s *Store) AddPasskey(ctx context.Context, c WayChange, p Passkey) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		var count int64
		if _, err := q.One("SELECT count(*) FROM passkey WHERE user_no = $1", []any{int64(p.User)}, &count); err != nil {
			return err
		}
		if count >= mostPasskeys {
			return apperr.New(apperr.Conflict, "you have %d passkeys already", mostPasskeys).WithHint("remove one that you no longer use")
		}
		return q.ExecOr(apperr.New(apperr.Conflict, "this passkey is known already"), `INSERT INTO passkey (id, user_no, name, credential, sign_count, created_at)
			VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING`, p.ID, int64(p.User), p.Name, p.Credential, int64(p.SignCount), p.Created.UnixMilli())
	})
}

// RenamePasskey renames a passkey of a user.
func (s *Store) RenamePasskey(ctx context.Context, user UserNo, id, name string) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		return q.ExecOr(noPasskey(), "UPDATE passkey SET name = $3 WHERE id = $2 AND user_no = $1", int64(user), id, name)
	})
}

// RemovePasskey removes a passkey of a user. It returns a Conflict error if the owner requires a second factor and this
// is the only one.
func (s *Store) RemovePasskey(ctx context.Context, c WayChange, id string) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		if err := q.ExecOr(noPasskey(), "DELETE FROM passkey WHERE id = $2 AND user_no = $1", int64(c.User), id); err != nil {
			return err
		}
		return requireFactorLeft(q, c.User)
	})
}

// requireFactorLeft returns a Conflict error if the owner requires a second factor and the user has none left.
func requireFactorLeft(q *database.Session, user UserNo) error {
	missing, err := q.One(`SELECT name FROM sign_in_rule WHERE name = $2 AND NOT EXISTS (SELECT 1 FROM authenticator WHERE user_no = $1)
		AND NOT EXISTS (SELECT 1 FROM passkey WHERE user_no = $1)`, []any{int64(user), secondFactorRule}, new(string))
	if err == nil && missing {
		err = apperr.New(apperr.Conflict, "the owner of this Holdover requires a second factor, and this is your only one").
			WithHint("set up another one first")
	}
	return err
}

// PasskeyUse is a use of a passkey.
type PasskeyUse struct {
	ID         string
	Credential []byte // with the flags after the use
	SignCount  uint32
}

// usePasskey stores the use of a passkey. It returns a NotFound error if the sign count is not higher than the stored
// one, except for a passkey that does not count.
func usePasskey(q *database.Session, user UserNo, u PasskeyUse, at time.Time) error {
	return q.ExecOr(noPasskey(), `UPDATE passkey SET credential = $3, sign_count = $4, used_at = $5
		WHERE id = $2 AND user_no = $1 AND (sign_count < $4 OR sign_count = 0)`,
		int64(user), u.ID, u.Credential, int64(u.SignCount), at.UnixMilli())
}

// AddSessionByPasskey stores the use of a passkey and adds the session, in one transaction.
func (s *Store) AddSessionByPasskey(ctx context.Context, n NewSession, u PasskeyUse) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := requireSamePassword(q, n.User, n.VerifiedHash); err != nil { // locks the user before the rest
			return err
		}
		if err := usePasskey(q, n.User, u, n.At); err != nil {
			return err
		}
		return addSession(q, n)
	})
}

// ProveSessionByPasskey stores the use of a passkey, and that the user of a session proved their identity.
func (s *Store) ProveSessionByPasskey(ctx context.Context, user UserNo, digest auth.Digest, u PasskeyUse, at time.Time) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := usePasskey(q, user, u, at); err != nil {
			return err
		}
		return proveSession(q, user, digest, at)
	})
}

// AddEvent stores an event of a user.
func (s *Store) AddEvent(ctx context.Context, user UserNo, e Event) error {
	return s.db.Change(ctx, func(q *database.Session) error { return addEvent(q, user, e) })
}

// Challenge is a challenge that a passkey signs.
type Challenge struct {
	Digest  auth.Digest
	User    UserNo // that adds a passkey; 0 for a sign-in
	Data    []byte
	Expires time.Time
}

// AddChallenge stores a challenge and deletes expired ones.
func (s *Store) AddChallenge(ctx context.Context, c Challenge, now time.Time) error {
	return s.db.ChangeQuietly(ctx, func(q *database.Session) error {
		if err := q.Run("DELETE FROM passkey_challenge WHERE expires_at < $1", now.UnixMilli()); err != nil {
			return err
		}
		return q.Run("INSERT INTO passkey_challenge (digest, user_no, data, expires_at) VALUES ($1, $2, $3, $4)", string(c.Digest), int64(c.User), c.Data, c.Expires.UnixMilli())
	})
}

// TakeChallenge deletes a challenge and returns its data, once. It returns a NotFound error if it is unknown, used or
// expired, or of another user.
func (s *Store) TakeChallenge(ctx context.Context, digest auth.Digest, user UserNo, now time.Time) (data []byte, err error) {
	missing := database.Missing("challenge")
	err = s.db.ChangeQuietly(ctx, func(q *database.Session) error {
		found, err := q.One("SELECT data FROM passkey_challenge WHERE digest = $1 AND user_no = $2 AND expires_at >= $3",
			[]any{string(digest), int64(user), now.UnixMilli()}, &data)
		if err != nil || !found {
			return errorOr(err, missing)
		}
		return q.ExecOr(missing, "DELETE FROM passkey_challenge WHERE digest = $1", string(digest))
	})
	return data, err
}

func errorOr(err, missing error) error {
	if err != nil {
		return err
	}
	return missing
}
