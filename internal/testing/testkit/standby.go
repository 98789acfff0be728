package testkit

import (
	"context"
	"fmt"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Pair is a PostgreSQL server with a synchronous standby, as docs/guide/large-installations.md describes.
type Pair struct {
	URL             string // of a database on the server that is writable
	serves, follows *cluster
}

// PostgresWithStandby starts such a pair for a test.
func PostgresWithStandby(t testing.TB) *Pair {
	t.Helper()
	first := separateServer(t, startServer)
	second := Must(startStandby(first, durableSettings))(t)
	t.Cleanup(second.stop)
	NoError(t, first.set("synchronous_standby_names = '*'"))
	query := url.Values{"host": {first.dir + "," + second.dir}, "sslmode": {"disable"}, "target_session_attrs": {"read-write"}, "connect_timeout": {"2"}}
	address := url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + households, RawQuery: query.Encode()}
	return &Pair{address.String(), first, second}
}

// FailOver disconnects the two, kills the primary as soon as a commit waits for the standby, and promotes the
// standby. Another goroutine must be writing.
func (p *Pair) FailOver(ctx context.Context) error {
	if err := p.follows.set("primary_conninfo = ''"); err != nil {
		return err
	}
	if err := p.awaitCommit(ctx); err != nil {
		return err
	}
	p.serves.stop()
	return p.follows.administer("postgres", "SELECT pg_promote()")
}

// awaitCommit returns when a commit of the primary waits for the standby.
func (p *Pair) awaitCommit(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.serves.address("postgres"))
	if err != nil {
		return fmt.Errorf("connecting to the server that is to go: %w", err)
	}
	defer conn.Close(ctx)
	for waiting := 0; waiting == 0; {
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'").Scan(&waiting); err != nil {
			return fmt.Errorf("no commit waits for the standby: %w", err)
		}
	}
	return nil
}
