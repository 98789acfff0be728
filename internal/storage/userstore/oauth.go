package userstore

import (
	"context"
	"database/sql"
	"time"

	"holdover/internal/logic/oauthgrant"
	"holdover/internal/model/auth"
	"holdover/internal/storage/database"
)

// Grants is a write transaction over codes, connections and tokens. Connected, Code, Connection and Refresh lock the row
// that they read until the transaction ends, so that no other request redeems the same code or token. They lock it by an
// UPDATE that changes nothing, because SQLite has no SELECT FOR UPDATE. Client and ConnectionOf lock nothing.
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
// user with a code that can still be redeemed counts like one with a connection: otherwise any number of users could
// consent before the first of them redeems a code, although only one more is allowed. The client's row is locked, so
// that concurrent consents to one client wait for each other.
func (g Grants) Connected(client string, user UserNo, now time.Time) (users int, isAmong bool, err error) {
	if _, err := g.q.Exec("UPDATE oauth_client SET name = name WHERE id = $1", client); err != nil { // locks the row
		return 0, false, err
	}
	var ofUser int
	_, err = g.q.One(`SELECT count(DISTINCT user_no), count(CASE WHEN user_no = $2 THEN 1 END) FROM (
			SELECT user_no FROM oauth_connection WHERE client_id = $1 AND revoked_at IS NULL
			UNION ALL SELECT user_no FROM oauth_code WHERE client_id = $1 AND NOT used AND issued_at > $3) AS place`,
		[]any{client, int64(user), now.Add(-oauthgrant.CodeLife).UnixMilli()}, &users, &ofUser)
	return users, ofUser > 0, err
}

// KeepCode stores a new code and deletes those that were issued more than codeRetention before it.
func (g Grants) KeepCode(code oauthgrant.Code) error {
	if _, err := g.q.Exec("DELETE FROM oauth_code WHERE issued_at < $1", code.Issued.Add(-codeRetention).UnixMilli()); err != nil {
		return err
	}
	connection := code.Connection
	return g.q.Run(`INSERT INTO oauth_code (digest, connection_id, client_id, user_no, scope, default_plan, redirect, challenge, issued_at, used)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		string(code.Digest), connection.ID, connection.ClientID, connection.User, string(connection.Scope), connection.DefaultPlan,
		code.Redirect, code.Challenge, code.Issued.UnixMilli(), code.Used)
}

// codeRetention is how long a code is stored, although it expires much earlier (oauthgrant.CodeLife). Until then, the
// reuse of a redeemed code is detected.
const codeRetention = 24 * time.Hour

// Code returns the code with a digest, if it exists, and locks it.
func (g Grants) Code(digest auth.Digest) (code oauthgrant.Code, found bool, err error) {
	var issued int64
	connection := &code.Connection
	found, err = g.q.One(`UPDATE oauth_code SET used = used WHERE digest = $1
		RETURNING digest, connection_id, client_id, user_no, scope, default_plan, redirect, challenge, issued_at, used`, []any{string(digest)},
		&code.Digest, &connection.ID, &connection.ClientID, &connection.User, &connection.Scope, &connection.DefaultPlan,
		&code.Redirect, &code.Challenge, &issued, &code.Used)
	code.Issued = time.UnixMilli(issued).UTC()
	return code, found, err
}

// UseCode marks a code as redeemed.
func (g Grants) UseCode(d auth.Digest) error {
	return g.q.Run("UPDATE oauth_code SET used = $2 WHERE digest = $1", string(d), true)
}

// Connect stores a connection.
func (g Grants) Connect(c oauthgrant.Connection, at time.Time) error {
	return g.q.Run(`INSERT INTO oauth_connection (id, client_id, user_no, scope, default_plan, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
		c.ID, c.ClientID, c.User, string(c.Scope), c.DefaultPlan, at.UnixMilli())
}

// Connection returns the connection with an id, if it exists, and locks it.
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

// Refresh returns the refresh token with a digest, if it exists, and locks it. For a used token it also returns when the
// connection's next token was issued, and whether a later one has been used. A client whose response was lost may then
// use the token once more.
func (g Grants) Refresh(digest auth.Digest) (r oauthgrant.Refresh, found bool, err error) {
	var issued int64
	found, err = g.q.One("UPDATE oauth_refresh SET used = used WHERE digest = $1 RETURNING digest, connection_id, issued_at, used",
		[]any{string(digest)}, &r.Digest, &r.Connection, &issued, &r.Used)
	r.Issued = time.UnixMilli(issued).UTC()
	if err != nil || !r.Used {
		return r, found, err
	}
	var nextIssued sql.NullInt64
	var laterUsed int
	_, err = g.q.One("SELECT min(issued_at), count(CASE WHEN used THEN 1 END) FROM oauth_refresh WHERE connection_id = $1 AND issued_at >= $2 AND digest <> $3",
		[]any{r.Connection, issued, string(digest)}, &nextIssued, &laterUsed)
	r.Replaced, r.SuccessorUsed = momentOf(nextIssued), laterUsed > 0
	return r, found, err
}

// UseRefresh marks a refresh token as used.
func (g Grants) UseRefresh(d auth.Digest) error {
	return g.q.Run("UPDATE oauth_refresh SET used = $2 WHERE digest = $1", string(d), true)
}

// KeepIssue stores the tokens of an issue, of which the refresh token may be missing, and deletes expired tokens.
func (g Grants) KeepIssue(i oauthgrant.Issue, at time.Time) error {
	for table, expired := range map[string]struct {
		column string
		before time.Time
	}{"oauth_access": {"expires_at", at}, "oauth_refresh": {"issued_at", at.Add(-oauthgrant.RefreshLife)}} {
		if _, err := g.q.Exec("DELETE FROM "+table+" WHERE "+expired.column+" < $1", expired.before.UnixMilli()); err != nil {
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
	Grant      oauthgrant.Connection // to which the token belongs
	ClientName string
	User       User
	LastUsed   time.Time // of the connection; zero if it was never used
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
	c := &a.Grant
	a.User, err = readUser(r, &a.Digest, &a.Connection, &a.Scope, &expires, &c.ID, &c.ClientID, &c.User, &c.Scope, &c.DefaultPlan, &used, &revoked, &a.ClientName)
	a.Expires, a.LastUsed, c.Revoked = time.UnixMilli(expires).UTC(), momentOf(used), revoked.Valid
	return a, err
}

// UseOAuthConnection stores when a connection was last used.
func (s *Store) UseOAuthConnection(ctx context.Context, id string, at time.Time) error {
	return s.db.ExecQuietly(ctx, "UPDATE oauth_connection SET last_used_at = $2 WHERE id = $1", id, at.UnixMilli())
}
