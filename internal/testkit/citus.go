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

// wantsCitus says that PostgreSQL of tests is to be a coordinator of Citus with two workers, which scripts/citus.sh
// installs: every test of PostgreSQL is then one of tables that lie on several machines.
var wantsCitus = os.Getenv("HOLDOVER_CITUS") == "1"

// OnCitus says that.
func OnCitus() bool { return wantsCitus }

// spread makes a server one of such a cluster. With four shards a table stands on both workers; making more takes time.
// What is asked of more than one shard stands in the log.
var spread = []string{
	"-c", "shared_preload_libraries=citus", "-c", "citus.shard_count=4", "-c", "max_prepared_transactions=400", "-c", "citus.node_conninfo=sslmode=disable",
	"-c", "citus.multi_task_query_log_level=log", "-c", "log_line_prefix=%d ", "-c", "citus.recover_2pc_interval=1s",
	"-c", "wal_level=logical", "-c", "max_wal_senders=10", // lets budgets move to another worker while they are written
}

// slow lets the commits of workers that keep what they say take their time: what the coordinator does meanwhile is seen.
var slow = []string{"-c", "commit_delay=20000", "-c", "commit_siblings=0"}

// port is that of every server: each listens on a socket in a folder of its own.
const port = 5432

// startCluster makes what tests ask for as PostgreSQL: a server, or several.
func startCluster(below string, settings []string) (*cluster, error) {
	if wantsCitus {
		return startSpread(below, settings)
	}
	return startServer(below, settings)
}

// startSpread makes a coordinator with two workers. Each asks itself by its socket too.
func startSpread(below string, settings []string) (*cluster, error) {
	settings = slices.Concat(settings, spread)
	coordinator, err := startServer(below, settings)
	if err != nil {
		return nil, err
	}
	var starting sync.WaitGroup
	coordinator.workers = make([]*cluster, 2)
	failed := make([]error, len(coordinator.workers))
	for i := range coordinator.workers {
		starting.Go(func() { coordinator.workers[i], failed[i] = startServer(below, slices.Concat(settings, slow)) })
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

// creating lets one at a time make or drop databases: servers that are being told of each other refuse.
var creating sync.Mutex

// create makes a database like another on a server and on its workers, and tells them of each other.
func (c *cluster) create(name, like string) error {
	if len(c.workers) > 0 {
		creating.Lock()
		defer creating.Unlock()
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

// moving takes a part of the budgets, any, with all that belongs beside it, to the worker where it is not.
const moving = `SELECT citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport, 'auto') FROM citus_shards s JOIN pg_dist_node n
	ON n.groupid <> 0 AND (n.nodename, n.nodeport) <> (s.nodename, s.nodeport) WHERE s.table_name = 'budget'::regclass AND s.shardid = (
		SELECT shardid FROM pg_dist_shard WHERE logicalrelid = 'budget'::regclass ORDER BY random() LIMIT 1)`

// Move takes a part of its budgets from one worker to the other, while whoever writes goes on.
func (s *CarefulServer) Move(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, s.URL)
	if err != nil {
		return fmt.Errorf("connecting to the coordinator: %w", err)
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, moving)
	return err
}

// drop removes a database from a server and from its workers.
func (c *cluster) drop(name string) error {
	if len(c.workers) > 0 {
		creating.Lock()
		defer creating.Unlock()
	}
	failed := []error{c.administer("postgres", "DROP DATABASE "+name+" WITH (FORCE)")}
	for _, w := range c.workers {
		failed = append(failed, w.drop(name))
	}
	return errors.Join(failed...)
}

// end stops a server and its workers.
func (c *cluster) end() {
	for _, w := range c.workers {
		w.end()
	}
	_ = c.lifeline.Close()
}

// LockWaits asks a database of tests how many wait for what another holds.
func LockWaits() string {
	if wantsCitus {
		return "SELECT count(*) FROM citus_lock_waits"
	}
	return "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
}

// askedOfSeveral are the statements that a database has asked of more than one machine, oldest first; none where it is
// one machine.
func (c *cluster) askedOfSeveral(database string) ([]string, error) {
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
		said, ours := strings.CutPrefix(line, database+" ")
		statement, is := strings.CutPrefix(said, "STATEMENT:  ")
		switch {
		case !ours:
		case strings.Contains(said, "multi-task query about to be executed"):
			several = true
		case is && several:
			all, several = append(all, strings.TrimSpace(statement)), false
		}
	}
	return all, nil
}
