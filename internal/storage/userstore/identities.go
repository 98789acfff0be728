package userstore

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// IdentityKey identifies a person at an identity provider.
type IdentityKey struct{ Issuer, Subject string }

// Identity is a person at an identity provider that signs in as a user.
type Identity struct {
	IdentityKey
	Label string    // a name for display
	Since time.Time // of the link
	Used  time.Time // the last sign-in; zero for none
}

// IdentityUser returns the user that an identity signs in as. It returns a NotFound error for an unknown identity.
func (s *Store) IdentityUser(ctx context.Context, key IdentityKey) (UserToVerify, error) {
	return database.ReadFirst(ctx, s.db, noIdentity(), scanUserToVerify,
		selectUserToVerify+" JOIN identity i ON i.user_no = u.no WHERE i.issuer = $1 AND i.subject = $2", key.Issuer, key.Subject)
}

func noIdentity() error { return database.Missing("identity") }

const selectIdentity = "SELECT user_no, issuer, subject, label, created_at, used_at FROM identity"

// scanIdentity reads a row of selectIdentity.
func scanIdentity(r database.Row) (user UserNo, i Identity, err error) {
	var since int64
	var used sql.NullInt64
	err = r.Scan(&user, &i.Issuer, &i.Subject, &i.Label, &since, &used)
	i.Since, i.Used = time.UnixMilli(since).UTC(), momentOf(used)
	return user, i, err
}

// Identities returns the identities of a user, the oldest first.
func (s *Store) Identities(ctx context.Context, user UserNo) ([]Identity, error) {
	return database.ReadList(ctx, s.db, func(r database.Row) (Identity, error) {
		_, i, err := scanIdentity(r)
		return i, err
	}, selectIdentity+" WHERE user_no = $1 ORDER BY created_at, issuer, subject", int64(user))
}

// AllIdentities returns the identities of each user, the oldest first.
func (s *Store) AllIdentities(ctx context.Context) (map[UserNo][]Identity, error) {
	all := map[UserNo][]Identity{}
	_, err := database.ReadList(ctx, s.db, func(r database.Row) (UserNo, error) {
		user, i, err := scanIdentity(r)
		all[user] = append(all[user], i)
		return user, err
	}, selectIdentity+" ORDER BY created_at, issuer, subject")
	return all, err
}

// LinkIdentity lets an identity sign in as a user. With onlyFirst it returns a Conflict error if the user has an identity
// already. It returns a Conflict error if the identity is linked to another user.
func (s *Store) LinkIdentity(ctx context.Context, c WayChange, i Identity, onlyFirst bool) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		if onlyFirst {
			if has, err := q.One("SELECT user_no FROM identity WHERE user_no = $1 LIMIT 1", []any{int64(c.User)}, new(int64)); err != nil {
				return err
			} else if has {
				return apperr.New(apperr.Conflict, "this user is linked to another identity")
			}
		}
		return linkIdentity(q, c.User, i)
	})
}

func linkIdentity(q *database.Session, user UserNo, i Identity) error {
	var holder int64
	if _, err := q.One(`INSERT INTO identity (issuer, subject, user_no, label, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (issuer, subject) DO UPDATE SET label = CASE WHEN identity.user_no = excluded.user_no THEN excluded.label ELSE identity.label END RETURNING user_no`,
		[]any{i.Issuer, i.Subject, int64(user), i.Label, i.Since.UnixMilli()}, &holder); err != nil {
		return err
	}
	if holder != int64(user) {
		return apperr.New(apperr.Conflict, "this identity is linked to another user").WithHint("unlink it there first")
	}
	return nil
}

// AddUserWithIdentity adds a user without a password, and the identity. It returns a Conflict error if there
// is no user yet, because the first one is the owner, or if the name is taken.
func (s *Store) AddUserWithIdentity(ctx context.Context, u User, i Identity, e Event) (User, error) {
	err := s.db.Change(ctx, func(q *database.Session) (err error) {
		if u, err = addLaterUser(q, u); err != nil {
			return err
		}
		if err := linkIdentity(q, u.No, i); err != nil {
			return err
		}
		return addEvent(q, u.No, e)
	})
	return u, err
}

// AddLaterUser adds a user without a password. Errors are as for AddUserWithIdentity.
func (s *Store) AddLaterUser(ctx context.Context, u User) (User, error) {
	err := s.db.Change(ctx, func(q *database.Session) (err error) {
		u, err = addLaterUser(q, u)
		return err
	})
	return u, err
}

func addLaterUser(q *database.Session, u User) (User, error) {
	if has, err := q.One("SELECT no FROM user_account LIMIT 1", nil, new(int64)); err != nil {
		return u, err
	} else if !has {
		return u, apperr.New(apperr.Conflict, "this Holdover has no owner yet").WithHint("create the owner first, with the code that holdover serve prints")
	}
	return addUser(q, u, false)
}

// UnlinkIdentity removes an identity of a user, and ends the user's pending sign-ins. It returns a Conflict error for the
// last identity of a user without a password, or of any user if passwords are off. Passkeys do not replace it: they depend
// on the host name.
func (s *Store) UnlinkIdentity(ctx context.Context, c WayChange, key IdentityKey, passwordsOff bool) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		if err := q.ExecOr(noIdentity(), "DELETE FROM identity WHERE issuer = $1 AND subject = $2 AND user_no = $3", key.Issuer, key.Subject, int64(c.User)); err != nil {
			return err
		}
		var password string
		var others int64
		if _, err := q.One("SELECT password, (SELECT count(*) FROM identity i WHERE i.user_no = u.no) FROM user_account u WHERE u.no = $1", []any{int64(c.User)}, &password, &others); err != nil {
			return err
		}
		if others == 0 && (password == "" || passwordsOff) {
			return apperr.New(apperr.Conflict, "the user has no other identity and no password")
		}
		return deleteOf(q, c.User, "pending_sign_in")
	})
}

// UnlinkAll removes all identities of a user. The user needs a password or a proxy afterwards. It also removes that a person of
// a provider created the user. It returns a NotFound error if there is neither.
func (s *Store) UnlinkAll(ctx context.Context, c WayChange) error {
	return s.changeWays(ctx, c, func(q *database.Session) error {
		removed, err := q.Exec("DELETE FROM identity WHERE user_no = $1", int64(c.User))
		if err != nil {
			return err
		}
		changed, err := q.Exec("UPDATE user_account SET made_by = '' WHERE no = $1 AND made_by = $2", int64(c.User), string(MadeByProvider))
		if err != nil {
			return err
		}
		if removed+changed == 0 {
			return noIdentity()
		}
		return deleteOf(q, c.User, "pending_sign_in")
	})
}

// useIdentity stores that an identity signs in. It returns a NotFound error if it is no longer linked to the user.
func useIdentity(q *database.Session, user UserNo, key IdentityKey, at time.Time) error {
	return q.ExecOr(noIdentity(), "UPDATE identity SET used_at = $4 WHERE issuer = $1 AND subject = $2 AND user_no = $3", key.Issuer, key.Subject, int64(user), at.UnixMilli())
}

// SessionIDToken returns the sealed ID token of a session, or nil if it has none.
func (s *Store) SessionIDToken(ctx context.Context, digest auth.Digest) (sealed []byte, err error) {
	_, err = database.Read(ctx, s.db, func(q *database.Session) (bool, error) {
		return q.One("SELECT id_token FROM session WHERE digest = $1", []any{string(digest)}, &sealed)
	})
	return sealed, err
}
