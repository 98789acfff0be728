package userstore

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Token is a personal access token, without its secret.
type Token struct {
	No       int64
	Short    string // the shortened form, to recognise it by
	Name     string
	Scope    auth.Scope
	User     User
	Created  time.Time
	LastUsed time.Time // zero: never
	Revoked  time.Time // zero: it is good
}

const selectToken = "SELECT " + userColumns + `, t.no, t.short, t.name, t.scope, t.created_at, t.last_used_at, t.revoked_at FROM access_token t JOIN user_account u ON u.no = t.user_no`

func scanToken(r database.Row) (t Token, err error) {
	var created int64
	var used, revoked sql.NullInt64
	t.User, err = readUser(r, &t.No, &t.Short, &t.Name, &t.Scope, &created, &used, &revoked)
	t.Created, t.LastUsed, t.Revoked = time.UnixMilli(created).UTC(), momentOf(used), momentOf(revoked)
	return t, err
}

func momentOf(at sql.NullInt64) time.Time {
	if !at.Valid {
		return time.Time{}
	}
	return time.UnixMilli(at.Int64).UTC()
}

// AddToken stores a token by its digest and returns it with its number. It returns a Conflict error if the user has
// an active token of that name, and NotFound if the user is deleted or the password has changed.
func (s *Store) AddToken(ctx context.Context, t Token, digest auth.Digest) (Token, error) {
	err := s.db.Change(ctx, func(q *database.Session) error {
		if err := requireSamePassword(q, t.User.No, t.User.Password); err != nil {
			return err
		}
		var there int64
		taken, err := q.One("SELECT no FROM access_token WHERE user_no = $1 AND name = $2 AND revoked_at IS NULL", []any{int64(t.User.No), t.Name}, &there)
		if err != nil {
			return err
		}
		if taken {
			return apperr.New(apperr.Conflict, "there is a token called %s already", t.Name).
				WithHint("give this one another name, or revoke that one first").AtField("name")
		}
		_, err = q.One("INSERT INTO access_token (digest, short, name, scope, user_no, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING no",
			[]any{string(digest), t.Short, t.Name, string(t.Scope), int64(t.User.No), t.Created.UnixMilli()}, &t.No)
		return err
	})
	return t, err
}

// Tokens lists the active tokens of a user, or of all users for user zero, newest first.
func (s *Store) Tokens(ctx context.Context, user UserNo) ([]Token, error) {
	return database.ReadList(ctx, s.db, scanToken, selectToken+" WHERE t.revoked_at IS NULL AND (t.user_no = $1 OR CAST($1 AS BIGINT) = 0) ORDER BY t.no DESC", int64(user))
}

// Token returns the token with a digest, even if it is revoked.
func (s *Store) Token(ctx context.Context, digest auth.Digest) (Token, error) {
	return database.ReadFirst(ctx, s.db, database.Missing("token"), scanToken, selectToken+" WHERE t.digest = $1", string(digest))
}

// UseToken notes that a token was used.
func (s *Store) UseToken(ctx context.Context, no int64, at time.Time) error {
	return s.db.ExecQuietly(ctx, "UPDATE access_token SET last_used_at = $2 WHERE no = $1", no, at.UnixMilli())
}

// RevokeToken revokes a token of a user, or of any user for user zero.
func (s *Store) RevokeToken(ctx context.Context, no int64, user UserNo, at time.Time) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		return q.ExecOr(database.Missing("token"), `UPDATE access_token SET revoked_at = $3
			WHERE no = $1 AND revoked_at IS NULL AND (user_no = $2 OR CAST($2 AS BIGINT) = 0)`, no, int64(user), at.UnixMilli())
	})
}
