package userstore

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Grants is a write transaction over codes, connections and tokens. Rows that it reads are locked, so that no other
// request redeems the same code.
type Grants struct{ q *database.Session }

// Grants runs fn in a write transaction. An error rolls it back; to store a refusal, such as a revoked connection, fn
// returns nil.
func (s *Store) Grants(ctx context.Context, fn func(Grants) error) error {
	return s.db.Change(ctx, func(q *database.Session) error { return fn(Grants{q}) })
}

// Client returns the client with an id, if it exists.
func (g Grants) Client(id string) (oauthgrant.Client, bool, error) {
	found, err := database.List(g.q, scanOAuthClient, selectOAuthClient+" WHERE c.id = $1", id)
	if err != nil || len(found) == 0 {
		return oauthgrant.Client{}, false, err
	}
	return found[0].Client, true, nil
}

// Connected returns the number of users that have authorised a client, and reports whether a user is among them. A
// user counts from the consent on, until its code can no longer become a connection: otherwise any number of users
// could consent to the last free place. Concurrent consents wait.
func (g Grants) Connected(client string, user UserNo, now time.Time) (people int, among bool, err error) {
	if _, err := g.q.Exec("UPDATE oauth_client SET name = name WHERE id = $1", client); err != nil {
		return 0, false, err
	}
	var mine int
	_, err = g.q.One(`SELECT count(DISTINCT user_no), count(CASE WHEN user_no = $2 THEN 1 END) FROM (
			SELECT user_no FROM oauth_connection WHERE client_id = $1 AND revoked_at IS NULL
			UNION ALL SELECT user_no FROM oauth_code WHERE client_id = $1 AND NOT used AND issued_at > $3) AS place`,
		[]any{client, int64(user), now.Add(-oauthgrant.CodeLife).UnixMilli()}, &people, &mine)
	return people, mine > 0, err
}

// KeepCode stores a new code and deletes expired ones.
func (g Grants) KeepCode(c oauthgrant.Code) error {
	if _, err := g.q.Exec("DELETE FROM oauth_code WHERE issued_at < $1", c.Issued.Add(-codeMemory).UnixMilli()); err != nil {
		return err
	}
	n := c.Connection
	return g.q.Run(`INSERT INTO oauth_code (digest, connection_id, client_id, user_no, scope, default_plan, redirect, challenge, issued_at, used)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		string(c.Digest), n.ID, n.ClientID, n.User, string(n.Scope), n.DefaultPlan, c.Redirect, c.Challenge, c.Issued.UnixMilli(), c.Used)
}

// codeMemory is how long a used code is stored, so that its reuse is detected.
const codeMemory = 24 * time.Hour

// Code returns the code with a digest, if it exists.
func (g Grants) Code(d auth.Digest) (c oauthgrant.Code, found bool, err error) {
	var issued int64
	n := &c.Connection
	found, err = g.q.One(`UPDATE oauth_code SET used = used WHERE digest = $1
		RETURNING digest, connection_id, client_id, user_no, scope, default_plan, redirect, challenge, issued_at, used`, []any{string(d)},
		&c.Digest, &n.ID, &n.ClientID, &n.User, &n.Scope, &n.DefaultPlan, &c.Redirect, &c.Challenge, &issued, &c.Used)
	c.Issued = time.UnixMilli(issued).UTC()
	return c, found, err
}

// UseCode notes that a code was redeemed.
func (g Grants) UseCode(d auth.Digest) error {
	return g.q.Run("UPDATE oauth_code SET used = $2 WHERE digest = $1", string(d), true)
}

// Connect stores a connection.
func (g Grants) Connect(c oauthgrant.Connection, at time.Time) error {
	return g.q.Run(`INSERT INTO oauth_connection (id, client_id, user_no, scope, default_plan, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		c.ID, c.ClientID, c.User, string(c.Scope), c.DefaultPlan, at.UnixMilli())
}

// Connection returns the connection with an id, if it exists.
func (g Grants) Connection(id string) (c oauthgrant.Connection, found bool, err error) {
	var revoked sql.NullInt64
	found, err = g.q.One(`UPDATE oauth_connection SET scope = scope WHERE id = $1
		RETURNING id, client_id, user_no, scope, default_plan, revoked_at`, []any{id},
		&c.ID, &c.ClientID, &c.User, &c.Scope, &c.DefaultPlan, &revoked)
	c.Revoked = revoked.Valid
	return c, found, err
}

// Revoke ends a connection, unless it has already ended.
func (g Grants) Revoke(id string, at time.Time) error {
	return g.q.Run("UPDATE oauth_connection SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL", id, at.UnixMilli())
}

// Refresh returns the refresh token with a digest, if it exists.
func (g Grants) Refresh(d auth.Digest) (r oauthgrant.Refresh, found bool, err error) {
	var issued int64
	found, err = g.q.One("UPDATE oauth_refresh SET used = used WHERE digest = $1 RETURNING digest, connection_id, issued_at, used",
		[]any{string(d)}, &r.Digest, &r.Connection, &issued, &r.Used)
	r.Issued = time.UnixMilli(issued).UTC()
	if err != nil || !r.Used {
		return r, found, err
	}
	var replaced sql.NullInt64
	var used int
	_, err = g.q.One("SELECT min(issued_at), count(CASE WHEN used THEN 1 END) FROM oauth_refresh WHERE connection_id = $1 AND issued_at >= $2 AND digest <> $3",
		[]any{r.Connection, issued, string(d)}, &replaced, &used)
	r.Replaced, r.SuccessorUsed = momentOf(replaced), used > 0
	return r, found, err
}

// UseRefresh notes that a refresh token was used.
func (g Grants) UseRefresh(d auth.Digest) error {
	return g.q.Run("UPDATE oauth_refresh SET used = $2 WHERE digest = $1", string(d), true)
}

// KeepIssue stores the tokens of an issue and deletes expired ones.
func (g Grants) KeepIssue(i oauthgrant.Issue, at time.Time) error {
	for table, over := range map[string]struct {
		column string
		before time.Time
	}{"oauth_access": {"expires_at", at}, "oauth_refresh": {"issued_at", at.Add(-oauthgrant.RefreshLife)}} {
		if _, err := g.q.Exec("DELETE FROM "+table+" WHERE "+over.column+" < $1", over.before.UnixMilli()); err != nil {
			return err
		}
	}
	if _, err := g.q.Exec("INSERT INTO oauth_access (digest, connection_id, scope, expires_at) VALUES ($1, $2, $3, $4)",
		string(i.Access.Digest), i.Access.Connection, string(i.Access.Scope), i.Access.Expires.UnixMilli()); err != nil || i.Refresh.Digest == "" {
		return err
	}
	return g.q.Run("INSERT INTO oauth_refresh (digest, connection_id, issued_at, used) VALUES ($1, $2, $3, $4)",
		string(i.Refresh.Digest), i.Refresh.Connection, i.Refresh.Issued.UnixMilli(), i.Refresh.Used)
}

// ConnectionOf returns the connection of a token of a kind, or "" if none exists.
func (g Grants) ConnectionOf(kind auth.SecretKind, d auth.Digest) (id string, err error) {
	table := map[auth.SecretKind]string{auth.AccessToken: "oauth_access", auth.RefreshToken: "oauth_refresh"}[kind]
	if table == "" {
		return "", nil
	}
	_, err = g.q.One("SELECT connection_id FROM "+table+" WHERE digest = $1", []any{string(d)}, &id)
	return id, err
}

// OAuthAccess is an access token with its connection and its user.
type OAuthAccess struct {
	oauthgrant.Access
	For      oauthgrant.Connection
	Program  string // the client's name
	User     User
	LastUsed time.Time // of the connection; zero: never
}

// OAuthAccess returns the access token with a digest.
func (s *Store) OAuthAccess(ctx context.Context, d auth.Digest) (OAuthAccess, error) {
	return database.ReadFirst(ctx, s.db, database.Missing("token"), scanOAuthAccess, "SELECT "+userColumns+`,
		a.digest, a.connection_id, a.scope, a.expires_at, n.id, n.client_id, n.user_no, n.scope, n.default_plan, n.last_used_at, n.revoked_at, c.name
		FROM oauth_access a JOIN oauth_connection n ON n.id = a.connection_id JOIN oauth_client c ON c.id = n.client_id
		JOIN user_account u ON u.no = n.user_no WHERE a.digest = $1`, string(d))
}

func scanOAuthAccess(r database.Row) (a OAuthAccess, err error) {
	var expires int64
	var used, revoked sql.NullInt64
	c := &a.For
	a.User, err = readUser(r, &a.Digest, &a.Connection, &a.Scope, &expires, &c.ID, &c.ClientID, &c.User, &c.Scope, &c.DefaultPlan, &used, &revoked, &a.Program)
	a.Expires, a.LastUsed, c.Revoked = time.UnixMilli(expires).UTC(), momentOf(used), revoked.Valid
	return a, err
}

// UseOAuthConnection notes that a connection was used.
func (s *Store) UseOAuthConnection(ctx context.Context, id string, at time.Time) error {
	return s.db.ExecAside(ctx, "UPDATE oauth_connection SET last_used_at = $2 WHERE id = $1", id, at.UnixMilli())
}
