package userstore

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
	"holdover/internal/logic/oauthgrant"
	"holdover/internal/storage/database"
)

// OAuthClient is a registered program.
type OAuthClient struct {
	oauthgrant.Client
	Owner     UserNo // the user that registered it
	Created   time.Time
	Connected int // the number of users that have authorised it
}

const selectOAuthClient = `SELECT c.id, c.name, c.secret, c.redirects, c.restricted, c.most_users, c.implicit, c.user_no, c.created_at,
	(SELECT count(DISTINCT n.user_no) FROM oauth_connection n WHERE n.client_id = c.id AND n.revoked_at IS NULL) FROM oauth_client c`

func scanOAuthClient(r database.Row) (c OAuthClient, err error) {
	var redirects string
	var created int64
	err = r.Scan(&c.ID, &c.Name, &c.Secret, &redirects, &c.Restricted, &c.MostUsers, &c.Implicit, &c.Owner, &created, &c.Connected)
	c.Redirects, c.Created = strings.Fields(redirects), time.UnixMilli(created).UTC()
	c.SelfRegistered = c.Owner == 0
	return c, err
}

// OAuthClients lists the clients that a user has registered, by name. For user zero it lists those of all users.
func (s *Store) OAuthClients(ctx context.Context, owner UserNo) ([]OAuthClient, error) {
	return database.ReadList(ctx, s.db, scanOAuthClient, selectOAuthClient+" WHERE c.user_no = $1 OR CAST($1 AS BIGINT) = 0 ORDER BY c.name, c.id", int64(owner))
}

// OAuthClient returns the program with an id.
func (s *Store) OAuthClient(ctx context.Context, id string) (OAuthClient, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (OAuthClient, error) { return oauthClient(q, id) })
}

func oauthClient(q *database.Session, id string) (OAuthClient, error) {
	return database.First(q, database.Missing("application"), scanOAuthClient, selectOAuthClient+" WHERE c.id = $1", id)
}

// AddOAuthClient stores a new program.
func (s *Store) AddOAuthClient(ctx context.Context, c OAuthClient) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		return q.ExecOr(noUser(), `INSERT INTO oauth_client (id, name, secret, redirects, restricted, most_users, user_no, created_at, implicit)
			SELECT $1, $2, $3, $4, CAST($5 AS BOOLEAN), CAST($6 AS BIGINT), no, CAST($8 AS BIGINT), CAST($9 AS BOOLEAN) FROM user_account WHERE no = $7`,
			c.ID, c.Name, string(c.Secret), strings.Join(c.Redirects, " "), c.Restricted, c.MostUsers, int64(c.Owner), c.Created.UnixMilli(), c.Implicit)
	})
}

// Bounds of programs that registered themselves and that no user has allowed.
const (
	mostUnused = 100
	unusedLife = 24 * time.Hour
)

// AddSelfRegistered stores a program that registered itself, which has no owner, and deletes old ones that no user
// has allowed. Error: TooMany if there are too many of them.
func (s *Store) AddSelfRegistered(ctx context.Context, c OAuthClient) error {
	const unused = ` FROM oauth_client WHERE user_no = 0 AND NOT EXISTS (SELECT 1 FROM oauth_connection n WHERE n.client_id = oauth_client.id)
		AND NOT EXISTS (SELECT 1 FROM oauth_code k WHERE k.client_id = oauth_client.id)`
	return s.db.Change(ctx, func(q *database.Session) error {
		if _, err := q.Exec("DELETE"+unused+" AND created_at < $1", c.Created.Add(-unusedLife).UnixMilli()); err != nil {
			return err
		}
		var n int
		if _, err := q.One("SELECT count(*)"+unused, nil, &n); err != nil {
			return err
		}
		if n >= mostUnused {
			return apperr.New(apperr.TooMany, "too many registered applications have not been allowed by any user").WithHint("try again tomorrow, or register the application under Settings, Developer settings")
		}
		return q.Run(`INSERT INTO oauth_client (id, name, secret, redirects, restricted, most_users, user_no, created_at, implicit)
			VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)`,
			c.ID, c.Name, string(c.Secret), strings.Join(c.Redirects, " "), c.Restricted, c.MostUsers, c.Created.UnixMilli(), c.Implicit)
	})
}

// ChangeOAuthClient calls change with a program and stores the result: its name, secret, addresses and restriction.
func (s *Store) ChangeOAuthClient(ctx context.Context, id string, change func(*OAuthClient) error) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		if err := q.Run("UPDATE oauth_client SET name = name WHERE id = $1", id); err != nil { // changes are serialised
			return err
		}
		c, err := oauthClient(q, id)
		if err == nil {
			err = change(&c)
		}
		if err != nil {
			return err
		}
		return q.Run("UPDATE oauth_client SET name = $2, secret = $3, redirects = $4, restricted = $5, most_users = $6, implicit = $7 WHERE id = $1",
			id, c.Name, string(c.Secret), strings.Join(c.Redirects, " "), c.Restricted, c.MostUsers, c.Implicit)
	})
}

// RemoveOAuthClient removes a program and all access that users granted it, unless allowed returns an error.
func (s *Store) RemoveOAuthClient(ctx context.Context, id string, allowed func(OAuthClient) error) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		c, err := oauthClient(q, id)
		if err == nil {
			err = allowed(c)
		}
		if err == nil {
			err = q.Run("DELETE FROM oauth_client WHERE id = $1", id)
		}
		if err == nil {
			err = sweepOAuth(q)
		}
		return err
	})
}

// sweepOAuth removes the records of deleted users and programs.
func sweepOAuth(q *database.Session) error {
	const gone = " WHERE NOT EXISTS (SELECT 1 FROM user_account u WHERE u.no = user_no)"
	const clientGone = gone + " OR NOT EXISTS (SELECT 1 FROM oauth_client c WHERE c.id = client_id)"
	const connectionGone = " WHERE NOT EXISTS (SELECT 1 FROM oauth_connection n WHERE n.id = connection_id)"
	return iterutil.Each([]string{
		"oauth_client" + gone + " AND user_no <> 0", "oauth_connection" + clientGone, "oauth_code" + clientGone, "oauth_refresh" + connectionGone, "oauth_access" + connectionGone,
	}, func(what string) error { return q.Run("DELETE FROM " + what) })
}

// OAuthConnection is a client that a user has authorised, for lists.
type OAuthConnection struct {
	oauthgrant.Connection
	ClientName string
	Created    time.Time
	LastUsed   time.Time // zero: never
}

// OAuthConnections returns a user's valid connections, newest first.
func (s *Store) OAuthConnections(ctx context.Context, user UserNo) ([]OAuthConnection, error) {
	return database.ReadList(ctx, s.db, func(r database.Row) (c OAuthConnection, err error) {
		var created int64
		var used sql.NullInt64
		err = r.Scan(&c.ID, &c.ClientID, &c.User, &c.Scope, &c.DefaultPlan, &c.ClientName, &created, &used)
		c.Created, c.LastUsed = time.UnixMilli(created).UTC(), momentOf(used)
		return c, err
	}, `SELECT n.id, n.client_id, n.user_no, n.scope, n.default_plan, c.name, n.created_at, n.last_used_at
		FROM oauth_connection n JOIN oauth_client c ON c.id = n.client_id
		WHERE n.user_no = $1 AND n.revoked_at IS NULL ORDER BY n.created_at DESC, n.id`, int64(user))
}

// EndOAuthConnection ends a user's connection. It returns a NotFound error, also for a connection of another user.
func (s *Store) EndOAuthConnection(ctx context.Context, id string, user UserNo, at time.Time) error {
	return s.db.Change(ctx, func(q *database.Session) error {
		return q.ExecOr(database.Missing("connection"), "UPDATE oauth_connection SET revoked_at = $3 WHERE id = $1 AND user_no = $2 AND revoked_at IS NULL",
			id, int64(user), at.UnixMilli())
	})
}
