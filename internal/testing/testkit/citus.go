package testkit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// wantsCitus reports whether tests use a Citus coordinator with two workers, installed by scripts/citus.sh, as their
// PostgreSQL, so that tables are distributed.
var wantsCitus = os.Getenv("HOLDOVER_CITUS") == "1"

// OnCitus reports whether PostgreSQL is a Citus cluster.
func OnCitus() bool { return wantsCitus }

// citusSettings configures a server as part of such a cluster. With four shards a table is on both workers; more shards
// take longer to create. Queries of more than one shard are logged.
var citusSettings = []string{
	"-c", "shared_preload_libraries=citus", "-c", "citus.shard_count=4", "-c", "max_prepared_transactions=400", "-c", "citus.node_conninfo=sslmode=disable",
	"-c", "citus.multi_task_query_log_level=log", "-c", "log_line_prefix=%d ", "-c", "citus.recover_2pc_interval=1s",
	"-c", "wal_level=logical", "-c", "max_wal_senders=10", // allows moving budgets to another worker while they are written
}

// slowCommits delays the commits of workers, so that tests see concurrent activity of the coordinator.
var slowCommits = []string{"-c", "commit_delay=20000", "-c", "commit_siblings=0"}

// port is the same for all servers: each listens on a socket in its own folder.
const port = 5432

// startCluster starts the PostgreSQL of the tests: one server, or several.
func startCluster(below string, settings []string) (*cluster, error) {
	if wantsCitus {
		return startCitus(below, settings)
	}
	return startServer(below, settings)
}

// startCitus starts a coordinator with two workers. Each also connects to itself by its socket.
func startCitus(below string, settings []string) (*cluster, error) {
	settings = slices.Concat(settings, citusSettings)
	coordinator, err := startServer(below, settings)
	if err != nil {
		return nil, err
	}
	var starting sync.WaitGroup
	coordinator.workers = make([]*cluster, 2)
	failed := make([]error, len(coordinator.workers))
	for i := range coordinator.workers {
		starting.Go(func() { coordinator.workers[i], failed[i] = startServer(below, slices.Concat(settings, slowCommits)) })
	}
	starting.Wait()
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	for _, c := range append([]*cluster{coordinator}, coordinator.workers...) {
		failed = append(failed, c.set("citus.local_hostname = '"+c.dir+"'"))
	}
	return coordinator, errors.Join(failed...)
}

// databaseLock serialises creating and dropping databases: a server refuses it while another is being registered.
var databaseLock sync.Mutex

// create creates a database as a copy of another on a server and its workers, and registers them with each other.
func (c *cluster) create(name, like string) error {
	if len(c.workers) > 0 {
		databaseLock.Lock()
		defer databaseLock.Unlock()
	}
	if err := c.administer("postgres", "CREATE DATABASE "+name+" TEMPLATE "+like+c.copying); err != nil || len(c.workers) == 0 {
		return err
	}
	failed := []error{c.administer(name, "CREATE EXTENSION citus"), c.administer(name, fmt.Sprintf("SELECT citus_set_coordinator_host('%s', %d)", c.dir, port))}
	for _, w := range c.workers {
		failed = append(failed, w.administer("postgres", "CREATE DATABASE "+name), w.administer(name, "CREATE EXTENSION citus"),
			c.administer(name, fmt.Sprintf("SELECT citus_add_node('%s', %d)", w.dir, port)))
	}
	return errors.Join(failed...)
}

// moveShard moves one shard with budgets, and everything co-located with it, to the other worker.
const moveShard = `SELECT citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport, 'auto') FROM citus_shards s JOIN pg_dist_node n
	ON n.groupid <> 0 AND (n.nodename, n.nodeport) <> (s.nodename, s.nodeport) WHERE s.table_name = 'budget'::regclass AND s.shardid = (
		SELECT shardid FROM pg_dist_shard WHERE logicalrelid = 'budget'::regclass ORDER BY random() LIMIT 1)`

// Move moves a part of the budgets from one worker to the other while writers continue.
func (s *DurableServer) Move(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return fmt.Errorf("connecting to the coordinator: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, moveShard)
	return err
}

// drop removes a database from a server and from its workers.
func (c *cluster) drop(name string) error {
	if len(c.workers) > 0 {
		databaseLock.Lock()
		defer databaseLock.Unlock()
	}
	failed := []error{c.administer("postgres", "DROP DATABASE "+name+" WITH (FORCE)")}
	for _, w := range c.workers {
		failed = append(failed, w.drop(name))
	}
	return errors.Join(failed...)
}

// stop stops a server and its workers.
func (c *cluster) stop() {
	for _, w := range c.workers {
		w.stop()
	}
	_ = c.lifeline.Close()
}

// LockWaits returns the query for the number of sessions that wait for a lock in a test database.
func LockWaits() string {
	if wantsCitus {
		return "SELECT count(*) FROM citus_lock_waits"
	}
	return "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
}

// sentToSeveralNodes returns the statements of a database that were sent to more than one node, oldest first; nil on a
// single server.
func (c *cluster) sentToSeveralNodes(database string) ([]string, error) {
	if len(c.workers) == 0 {
		return nil, nil
	}
	log, err := os.ReadFile(filepath.Join(c.dir, "log"))
	if err != nil {
		return nil, err
	}
	var all []string
	several := false
	for line := range strings.Lines(string(log)) {
		rest, ours := strings.CutPrefix(line, database+" ")
		statement, isStatement := strings.CutPrefix(rest, "STATEMENT:  ")
		switch {
		case !ours:
		case strings.Contains(rest, "multi-task query about to be executed"):
			several = true
		case isStatement && several:
			all, several = append(all, strings.TrimSpace(statement)), false
		}
	}
	return all, nil
}
