package database

import (
	"context"
	"database/sql"
	"fmt"
)

// A server with the extension Citus spreads tables over the machines that were added to it. All rows of a budget,
// including its header, are on one machine: a change locks, reads, writes and commits there. Rows that are not part
// of a budget, such as users, sessions and pending tasks, stay on the machine that receives the queries.

// spreadLock is the advisory lock for spreading tables, because several processes may start at once.
const spreadLock int64 = 4_611_686_018_427_001

// spread spreads the tables that are not spread yet, if the server has the extension.
func (d *DB) spread(ctx context.Context) error {
	if d.pool == nil {
		return nil
	}
	var spreads bool
	if err := d.write.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')").Scan(&spreads); err != nil || !spreads {
		return err
	}
	tx, err := d.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after the commit there is nothing to take back
	return placeTables(ctx, tx)
}

func placeTables(ctx context.Context, tx *sql.Tx) error {
	for _, statement := range []string{
		fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", spreadLock),
		"SET LOCAL citus.multi_shard_modify_mode = 'sequential'", // needed for several related tables in one transaction
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	placing, err := unplaced(ctx, tx)
	if err != nil {
		return err
	}
	for _, step := range placing {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
	}
	return tx.Commit()
}

// unplaced returns the statements that spread the tables that are not spread yet, the budgets first.
func unplaced(ctx context.Context, tx *sql.Tx) (all []string, err error) {
	rows, err := tx.QueryContext(ctx, `SELECT t.table_name FROM information_schema.tables t
		WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND (t.table_name = 'budget' OR EXISTS (
			SELECT 1 FROM information_schema.columns c WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name AND c.column_name = 'budget'))
		AND NOT EXISTS (SELECT 1 FROM pg_dist_partition p WHERE p.logicalrelid = quote_ident(t.table_name)::regclass)
		ORDER BY t.table_name <> 'budget', t.table_name`)
	var tables []string
	err = read(rows, err, collect(&tables, Only[string]))
	for _, table := range tables {
		if table != "budget" {
			all = append(all, "SELECT create_distributed_table('"+table+"', 'budget', colocate_with => 'budget')")
			continue
		}
		// A unique index on an id covers one machine only: the table budget_id contains all used ids. Tables that
		// were restored from a dump already have it.
		all = append(all, "ALTER TABLE budget DROP CONSTRAINT IF EXISTS budget_id_key", "CREATE INDEX IF NOT EXISTS budget_by_id ON budget (id)",
			"SELECT create_distributed_table('budget', 'no', colocate_with => 'none')")
	}
	return all, err
}
