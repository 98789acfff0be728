package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"

	"modernc.org/sqlite"

	"holdover/internal/base/lru"
)

// maxCachedStatements is how many compiled statements a connection to a file caches. All requests together use fewer, and each
// takes some kilobytes.
const maxCachedStatements = 192

// openFile opens a pool of connections to a SQLite file that cache compiled statements. Most statements of a request take longer
// to compile than to run.
func openFile(address string) (*sql.DB, error) {
	plain, err := sqlite.NewConnector(address)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(cachingConnector{plain}), nil
}

// cachingConnector opens connections with a statement cache.
type cachingConnector struct{ driver.Connector }

// Connect opens a connection with a statement cache.
func (c cachingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &statementCache{fileConn: conn.(fileConn), statements: lru.New(maxCachedStatements)}, nil
}

// fileConn has the methods of the driver's connections except QueryContext, so that database/sql prepares queries.
type fileConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// statementCache is a connection with a cache of compiled statements. database/sql lets one goroutine at a time use a
// connection and its statements.
type statementCache struct {
	fileConn
	statements *lru.Cache // of *cachedStatement, by text, without those in use
}

// cachedStatement returns to its connection's cache when it is closed. SQLite compiles it again if the schema has changed.
type cachedStatement struct {
	fileStmt
	conn *statementCache
	text string
}

type fileStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// PrepareContext returns a cached statement, or compiles one.
func (c *statementCache) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	if s, is := c.statements.Take(text).(*cachedStatement); is {
		return s, nil
	}
	stmt, err := c.fileConn.PrepareContext(ctx, text)
	if err != nil || !isCacheable(text) {
		return stmt, err
	}
	return &cachedStatement{fileStmt: stmt.(fileStmt), conn: c, text: text}, nil
}

// ExecContext runs a cacheable statement without database/sql, which would convert each argument once more.
func (c *statementCache) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if !isCacheable(text) {
		return c.fileConn.ExecContext(ctx, text, args)
	}
	stmt, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	result, err := stmt.(driver.StmtExecContext).ExecContext(ctx, args)
	if left := stmt.Close(); err == nil {
		err = left
	}
	return result, err
}

// CheckNamedValue accepts the types of columns. database/sql converts all others.
func (*statementCache) CheckNamedValue(arg *driver.NamedValue) error {
	switch arg.Value.(type) {
	case int64, string, bool, nil, []byte:
		return nil
	}
	return driver.ErrSkip
}

// isCacheable reports whether a statement may be cached. Definitions of tables run once, and some pragmas take effect when they
// are compiled.
func isCacheable(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
		return true
	}
	return false
}

// Close returns the statement to its connection.
func (s *cachedStatement) Close() error {
	c := s.conn
	if c.statements.Get(s.text) != nil { // a nested run of the same text
		return s.fileStmt.Close()
	}
	return closeAll(c.statements.Put(s.text, s, 1))
}

func closeAll(statements []any) error {
	var failed []error
	for _, s := range statements {
		failed = append(failed, s.(*cachedStatement).fileStmt.Close())
	}
	return errors.Join(failed...)
}

// Close closes the cached statements first. SQLite keeps a connection open while it has statements.
func (c *statementCache) Close() error {
	return errors.Join(closeAll(c.statements.RemoveFunc(func(any) bool { return true })), c.fileConn.Close())
}
