package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"

	"modernc.org/sqlite"
)

// mostCompiled is how many statements a connection to a file keeps compiled. Those of
// all requests together are fewer; each takes some kilobytes.
const mostCompiled = 192

// openFile opens a pool of connections to a SQLite file which keep what they have
// compiled: compiling takes longer than running for most statements of a request.
func openFile(address string) (*sql.DB, error) {
	plain, err := sqlite.NewConnector(address)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(compiling{plain}), nil
}

// compiling opens such connections.
type compiling struct{ driver.Connector }

// Connect opens one.
func (c compiling) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &compiler{fileConn: conn.(fileConn), kept: map[string]*compiled{}}, nil
}

// fileConn is what a connection of the driver can do, but for running a query of
// one: database/sql then prepares it.
type fileConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// compiler is a connection that keeps statements. database/sql lets one goroutine at a
// time use a connection and all that belongs to it.
type compiler struct {
	fileConn
	kept  map[string]*compiled // by text; those that run now are not among them
	clock int64                // counts uses, to tell the least recent
}

// compiled is a statement that goes back to its connection when it is closed. SQLite
// itself compiles it anew where the tables are others by then.
type compiled struct {
	fileStmt
	conn *compiler
	text string
	used int64
}

type fileStmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// PrepareContext compiles a statement, or gives the one that was.
func (c *compiler) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	if s := c.kept[text]; s != nil {
		delete(c.kept, text)
		return s, nil
	}
	stmt, err := c.fileConn.PrepareContext(ctx, text)
	if err != nil || !staysCompiled(text) {
		return stmt, err
	}
	return &compiled{fileStmt: stmt.(fileStmt), conn: c, text: text}, nil
}

// ExecContext runs what stays compiled itself: database/sql would look at each argument once more, and make a statement of its own.
func (c *compiler) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if !staysCompiled(text) {
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

// CheckNamedValue lets pass what a row is made of; database/sql finds out about everything else.
func (*compiler) CheckNamedValue(arg *driver.NamedValue) error {
	switch arg.Value.(type) {
	case int64, string, bool, nil, []byte:
		return nil
	}
	return driver.ErrSkip
}

// staysCompiled says which statements are worth it: definitions of tables come once,
// and some settings take effect as they are compiled.
func staysCompiled(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch word {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
		return true
	}
	return false
}

// Close gives the statement back to its connection.
func (s *compiled) Close() error {
	c := s.conn
	if c.kept[s.text] != nil { // it ran within a run of the same text
		return s.fileStmt.Close()
	}
	c.clock++
	s.used = c.clock
	if c.kept[s.text] = s; len(c.kept) > mostCompiled {
		return c.dropLeastRecent()
	}
	return nil
}

func (c *compiler) dropLeastRecent() error {
	var oldest *compiled
	for _, s := range c.kept {
		if oldest == nil || s.used < oldest.used {
			oldest = s
		}
	}
	delete(c.kept, oldest.text)
	return oldest.fileStmt.Close()
}

// Close lets go of what is kept first: SQLite would keep a connection with statements
// half open.
func (c *compiler) Close() error {
	var failed []error
	for _, s := range c.kept {
		failed = append(failed, s.fileStmt.Close())
	}
	clear(c.kept)
	return errors.Join(append(failed, c.fileConn.Close())...)
}
