package testkit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// patience is the time limit for one statement to the temporary server on a busy machine.
const patience = time.Minute

var (
	shared    = sync.OnceValues(func() (*cluster, error) { return startCluster(scratchFolder(), fastSettings) })
	databases atomic.Int64
)

// Settings for durability.
var (
	fastSettings = []string{
		"-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_wal_size=256MB", "-c", "shared_buffers=64MB",
		"-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "autovacuum=off", // not needed by a server that runs for minutes and is never replicated
	}
	durableSettings = []string{"-c", "shared_buffers=512MB"}
)

// Postgres returns the address (postgres://…) of a new, empty database, dropped when the test ends. All tests of one
// test binary share a temporary server. The first call starts it, and it ends with the process, however that ends.
//
// The server sorts text by English rules, as users' servers usually do. A statement that needs an order by bytes must
// specify it.
//
// Without PostgreSQL on the machine the test is skipped, but fails if HOLDOVER_REQUIRE_POSTGRES=1 or CI=true.
func Postgres(t testing.TB) string {
	t.Helper()
	return started(t, shared).lend(t, "template1")
}

// PostgresFilled is Postgres with the data that fill writes. The first database of a process is filled, and each test
// has a copy of it: creating Holdover's tables takes three times as long as a copy.
func PostgresFilled(t testing.TB, fill func(address string) error) string {
	t.Helper()
	cluster := started(t, shared)
	if len(cluster.workers) > 0 { // distributed databases cannot be copied
		address := cluster.lend(t, "template1")
		NoError(t, fill(address))
		return address
	}
	filling.Do(func() { errFilling = errors.Join(cluster.create(filled, "template1"), fill(cluster.address(filled))) })
	NoError(t, errFilling)
	return cluster.lend(t, filled)
}

// filled is the database that PostgresFilled copies.
const filled = "filled"

var (
	filling    sync.Once
	errFilling error
)

// lend creates a copy of a database for a test.
func (c *cluster) lend(t testing.TB, like string) string {
	t.Helper()
	name := fmt.Sprintf("test%d", databases.Add(1))
	NoError(t, c.create(name, like))
	t.Cleanup(func() {
		if err := c.drop(name); err != nil {
			t.Error(err)
		}
	})
	return c.address(name)
}

// started returns a server started by start, and skips the test if the machine has no PostgreSQL.
func started(t testing.TB, start func() (*cluster, error)) *cluster {
	t.Helper()
	SkipIfQuick(t)
	if _, err := binaries(); err != nil {
		Missing(t, "HOLDOVER_REQUIRE_POSTGRES", err)
	}
	return Must(start())(t)
}

// DurableServer is a separate PostgreSQL server for one test, with durable commits.
type DurableServer struct {
	URL string // of its database
	own *cluster
}

// households is its database.
const households = "households"

// DurablePostgres starts such a server, for measuring and for crashes.
func DurablePostgres(t testing.TB) *DurableServer {
	t.Helper()
	own := separateServer(t, startCluster)
	return &DurableServer{own.address(households), own}
}

// separateServer starts a durable server with the database for a test.
func separateServer(t testing.TB, start func(below string, settings []string) (*cluster, error)) *cluster {
	t.Helper()
	own := started(t, func() (*cluster, error) { return start(dataFolder, durableSettings) })
	t.Cleanup(own.stop)
	NoError(t, own.create(households, "template1"))
	return own
}

// Crash kills a backend process of the server, or of one of its workers: all its other processes end, and it recovers
// from its log.
func (s *DurableServer) Crash(ctx context.Context) error {
	servers := append([]*cluster{s.own}, s.own.workers...)
	conn, err := pgx.Connect(ctx, servers[rand.IntN(len(servers))].address(households))
	if err != nil {
		return fmt.Errorf("connecting to the server that is to crash: %w", err)
	}
	defer conn.Close(ctx)
	var pid int
	if err := conn.QueryRow(ctx, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' ORDER BY random() LIMIT 1").Scan(&pid); err != nil {
		return fmt.Errorf("choosing a process of the server: %w", err)
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return process.Kill()
}

// cluster is a running PostgreSQL server that listens on a unix socket in its own folder.
type cluster struct {
	dir      string
	lifeline io.Closer  // the server runs until this closes; the process's end closes it, never its garbage collector
	workers  []*cluster // that it spreads tables over; mostly none
	copying  string     // the fastest strategy of CREATE DATABASE
}

func (c *cluster) address(database string) string {
	query := url.Values{"host": {c.dir}, "sslmode": {"disable"}}
	return (&url.URL{Scheme: "postgres", User: url.User(superuser), Path: "/" + database, RawQuery: query.Encode()}).String()
}

// set changes settings of a running server, such as "work_mem = '4MB'", for new connections.
func (c *cluster) set(setting string) error {
	return errors.Join(c.administer("postgres", "ALTER SYSTEM SET "+setting), c.administer("postgres", "SELECT pg_reload_conf()"))
}

func (c *cluster) administer(database, statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.address(database))
	if err != nil {
		return fmt.Errorf("connecting to the temporary PostgreSQL: %w", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}
