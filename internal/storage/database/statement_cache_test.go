package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
)

// countingConn is a connection that counts the statements that it compiles and those of them that are closed.
type countingConn struct {
	fileConn
	compiled, closed int
}

func (c *countingConn) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	c.compiled++
	stmt, err := c.fileConn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	return &countedStmt{stmt.(fileStmt), c}, nil
}

type countedStmt struct {
	fileStmt
	of *countingConn
}

func (s *countedStmt) Close() error {
	s.of.closed++
	return s.fileStmt.Close()
}

// openCounting opens a file by one connection that counts compiled statements.
func openCounting(t *testing.T, path string) (*sql.DB, *countingConn) {
	t.Helper()
	db, err := openFile(Address(path))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var c *countingConn
	if err := errors.Join(conn.Raw(func(driverConn any) error {
		own := driverConn.(*statementCache)
		c = &countingConn{fileConn: own.fileConn}
		own.fileConn = c
		return nil
	}), conn.Close()); err != nil {
		t.Fatal(err)
	}
	return db, c
}

func mustRun(t *testing.T, db *sql.DB, text string, args ...any) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), text, args...); err != nil {
		t.Fatalf("execute %s: %v", text, err)
	}
}

func queryInt(t *testing.T, db *sql.DB, text string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), text, args...).Scan(&n); err != nil {
		t.Fatalf("query %s: %v", text, err)
	}
	return n
}

// A statement is compiled once for any number of transactions, also after it failed, after its rows were not read to the end, and
// after a nested run. Its connection closes it.
func TestStatementsAreCompiledOnce(t *testing.T) {
	t.Parallel()
	db, c := openCounting(t, filepath.Join(t.TempDir(), FileName))
	mustRun(t, db, "CREATE TABLE t (n INTEGER PRIMARY KEY, a TEXT)")
	const put, sum, all = "INSERT INTO t (n, a) VALUES ($1, $2)", "SELECT coalesce(sum(n), 0) FROM t WHERE a = $1", "SELECT n FROM t ORDER BY n"
	for n := range 10 {
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(t.Context(), put, n, "x"); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.ExecContext(t.Context(), put, n, "y"); err == nil {
			t.Error("a key was inserted twice")
		}
		rows, err := tx.QueryContext(t.Context(), all)
		if err != nil || !rows.Next() {
			t.Fatal(err)
		}
		var inner int
		if err := tx.QueryRowContext(t.Context(), all).Scan(&inner); err != nil || inner != 0 {
			t.Errorf("nested query read %d, want 0 (error %v)", inner, err)
		}
		if err := errors.Join(rows.Close(), rows.Err(), tx.Commit()); err != nil {
			t.Fatal(err)
		}
		if got := queryInt(t, db, sum, "x"); got != n*(n+1)/2 {
			t.Errorf("sum is %d, want %d", got, n*(n+1)/2)
		}
		if got := queryInt(t, db, sum, "nothing"); got != 0 {
			t.Errorf("sum of no rows is %d, want 0", got)
		}
	}
	if want := 4 + 9; c.compiled-c.closed != 3 || c.compiled != want { // the inner run is compiled each time
		t.Errorf("%d were compiled instead of %d, %d let go", c.compiled, want, c.closed)
	}
	if err := db.Close(); err != nil || c.compiled != c.closed {
		t.Errorf("%d statements were compiled, %d closed (error %v)", c.compiled, c.closed, err)
	}
}

// A cached statement follows a schema that this or another connection changes.
func TestCompiledStatementsFollowSchemaChanges(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), FileName)
	db, c := openCounting(t, path)
	other, _ := openCounting(t, path)
	mustRun(t, db, "CREATE TABLE t (n INTEGER)")
	mustRun(t, db, "INSERT INTO t (n) VALUES ($1)", 1)
	const sum = "SELECT sum(n) FROM t"
	for _, change := range []string{
		"ALTER TABLE t ADD COLUMN a TEXT", "CREATE INDEX t_n ON t (n)", "DROP INDEX t_n", "DROP TABLE t; CREATE TABLE t (a TEXT, n INTEGER)", "VACUUM",
	} {
		before := queryInt(t, db, "SELECT count(*) FROM t")
		mustRun(t, other, change)
		mustRun(t, db, "DELETE FROM t")
		mustRun(t, db, "INSERT INTO t (n) VALUES ($1)", 7)
		if got := queryInt(t, db, sum); got != 7 {
			t.Errorf("sum after %s is %d, want 7 (%d rows before)", change, got, before)
		}
		mustRun(t, db, "INSERT INTO t (n) VALUES ($1)", 3)
		if got := queryInt(t, db, sum); got != 10 {
			t.Errorf("sum after %s is %d, want 10", change, got)
		}
	}
	if c.compiled != 4 {
		t.Errorf("%d statements were compiled, want 4", c.compiled)
	}
}

// A connection caches a bounded number of statements and drops the least recently used.
func TestCompiledStatementsAreLimited(t *testing.T) {
	t.Parallel()
	db, c := openCounting(t, filepath.Join(t.TempDir(), FileName))
	const often = "SELECT 7"
	for n := range 3 * maxCachedStatements {
		queryInt(t, db, often)
		queryInt(t, db, fmt.Sprintf("SELECT %d", 1000+n))
	}
	if kept := c.compiled - c.closed; kept != maxCachedStatements || c.compiled != 3*maxCachedStatements+1 {
		t.Errorf("%d of %d compiled statements are cached, want %d", kept, c.compiled, maxCachedStatements)
	}
	for n, again := range map[int]int{3*maxCachedStatements - 1: 0, 0: 1} {
		before := c.compiled
		if queryInt(t, db, fmt.Sprintf("SELECT %d", 1000+n)); c.compiled-before != again {
			t.Errorf("statement %d was compiled %d times again", n, c.compiled-before)
		}
	}
}

// A statement that is abandoned before its last row leaves no state for the next one.
func TestAbandonedStatementLeavesNoState(t *testing.T) {
	t.Parallel()
	db, _ := openCounting(t, filepath.Join(t.TempDir(), FileName))
	const count = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT i FROM n"
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		rows, err := db.QueryContext(ctx, count, 1_000_000_000)
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; rows.Next(); n++ {
			if n == 10 {
				cancel()
			}
		}
		if err := rows.Err(); !errors.Is(err, context.Canceled) {
			t.Errorf("rows after the cancellation: error %v, want it cancelled", err)
		}
		rows.Close()
		if got := queryInt(t, db, "SELECT count(*) FROM ("+count+")", 5); got != 5 {
			t.Errorf("next query counts %d rows, want 5", got)
		}
		if got := queryInt(t, db, count, 5); got != 1 {
			t.Errorf("next query starts at %d, want 1", got)
		}
	}
}
