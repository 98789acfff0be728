// Package database is the one handle on the data: opened, brought up to date,
// looked at and changed in transactions. The SQL is one text for SQLite and
// PostgreSQL; only the definitions of the tables differ (folder migrations).
//
// Floor 3: imports floors 0 to 2. Start with DB, then Session. What the tables
// mean, packages store and peoplestore know.
package database

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"holdover/internal/fault"
	"holdover/internal/keylock"
)

// Config says where the data is: in a folder of this machine, or, where URL is
// given (postgres://…), in a PostgreSQL database.
type Config struct {
	Dir string
	URL string
	// Existing says that the database has to be there: a folder without one is a
	// fault, and nothing is made.
	Existing bool
	// Draft says that a file which is not there yet gets its name, and is on the disk, only when it is closed: for a command
	// that writes once. What it writes is written once then, and what a kill leaves is nothing.
	Draft bool
	// Warm says that what pages need of a large budget is made ready at the start
	// and when somebody begins to look at it: for a server, not for one command.
	Warm bool
	// Memory is how many MiB a process may take, most of it for what it keeps of budgets;
	// 0 is DefaultMemory.
	Memory int
	// Readers is how many may read a file at once; 0 is as many as the machine bears.
	Readers int
	// Log is told what goes wrong in the background, where nobody waits for an answer; nil is nobody.
	Log *slog.Logger
}

// place names where the data is.
func (c Config) place() string {
	if c.URL != "" {
		return "the server"
	}
	return c.Dir
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	kind   dialect
	path   string       // of SQLite's file
	draft  *draft       // it, as long as it has no name
	made   func() error // waits until the draft can be used; nil where it is no draft
	saved  atomic.Bool  // whether a change was
	open   opener
	pool   pool // to a server; nil for a file
	read   *sql.DB
	write  *sql.DB
	health *sql.DB // one connection, for saying whether the database answers
	// readOnly says that the file is where nothing can be written.
	readOnly bool
	fresh    bool          // it was made just now
	patience time.Duration // that a change has for one that is being written
	changing keylock.Locks[string]
}

// pool is what a DB wants of a pgxpool.Pool. It is an interface, because whoever knows a DB, as each page does, would compile
// the generic code below the pool once more.
type pool interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	Close()
}

// opener opens the transports of sessions.
type opener interface {
	once() transport
	look(ctx context.Context) (transport, error)
	// change waits for other writers until the context waiting is done.
	change(ctx, waiting context.Context) (transport, error)
}

// Open opens the database, makes it where there is none yet, and brings its
// tables up to date.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	d, err := Connect(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if d.draft != nil {
		return d, nil
	}
	if err := d.migrated(ctx); err != nil {
		return nil, errors.Join(cannotOpen(err, cfg.place(), "brought up to date"), d.Close())
	}
	return d, nil
}

// migrated brings the tables up to date, and to where they lie.
func (d *DB) migrated(ctx context.Context) error {
	if err := d.migrate(ctx); err != nil {
		return err
	}
	return d.spread(ctx)
}

// Connect opens the database as it is.
func Connect(ctx context.Context, cfg Config) (*DB, error) {
	d := &DB{patience: writePatience}
	open := d.openSQLite
	if cfg.URL != "" {
		open = d.openPostgres
	}
	if err := open(ctx, cfg); err != nil {
		return nil, errors.Join(cannotOpen(err, cfg.place(), "opened"), d.Close())
	}
	return d, nil
}

// OpenFile opens a SQLite file to be read alone; it is left as it is.
func OpenFile(ctx context.Context, path string) (*DB, error) {
	d := &DB{kind: sqliteKind, path: path, patience: writePatience}
	if err := d.connectReadOnly(ctx, path, Config{}.readers()); err != nil {
		return nil, errors.Join(cannotOpen(err, path, "opened"), d.Close())
	}
	return d, nil
}

func cannotOpen(err error, where, what string) error {
	if err = Busy(err); fault.KindOf(err) != fault.Internal || errors.Is(err, context.Canceled) {
		return err
	}
	return fault.New(fault.Unavailable, "the database in %s cannot be %s: %s", where, what, FirstLine(err)).WithCause(err)
}

// Close waits for what is under way and closes the database. Of a draft that nothing was saved in nothing stays. Fault: Conflict
// where it was a draft, and another program has begun a database meanwhile; nothing was saved then.
func (d *DB) Close() error {
	if d.draft == nil {
		return d.disconnect()
	}
	made := *d.draft
	d.draft = nil
	if err := errors.Join(d.ready(), d.disconnect()); err != nil || !d.saved.Load() {
		return errors.Join(err, made.remove())
	}
	return made.place()
}

// ready waits until the database can be used.
func (d *DB) ready() error {
	if d.made == nil {
		return nil
	}
	return d.made()
}

func (d *DB) disconnect() error {
	var failed []error
	closed := map[*sql.DB]bool{nil: true}
	for _, pool := range []*sql.DB{d.read, d.write, d.health} {
		if !closed[pool] {
			failed = append(failed, pool.Close())
		}
		closed[pool] = true
	}
	if d.pool != nil {
		d.pool.Close()
	}
	return errors.Join(failed...)
}

// healthTimeout is how long the database may take to say that it is well.
const healthTimeout = 2 * time.Second

// Ping says whether the database answers. It has a connection of its own: that
// all others are busy is no illness.
func (d *DB) Ping(ctx context.Context) error {
	if err := d.ready(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	var steps int
	if err := d.health.QueryRowContext(ctx, "SELECT count(*) FROM goose_db_version").Scan(&steps); err != nil {
		return fault.New(fault.Unavailable, "the database does not answer").WithCause(err)
	}
	return nil
}

// Fresh says that there was no database before.
func (d *DB) Fresh() bool { return d.fresh }

// IsFile says whether the database is a file of this machine.
func (d *DB) IsFile() bool { return d.kind.name == "sqlite" }

// CopyInto fills an empty file of a path with the database as of one moment,
// without what is free in it.
func (d *DB) CopyInto(ctx context.Context, path string) error {
	whole, err := filepath.Abs(path) // else SQLite takes file:… for an address
	if err != nil {
		return err
	}
	if d.readOnly {
		return d.copyAsItIs(ctx, whole)
	}
	db, err := sql.Open("sqlite", Address(d.path, "auto_vacuum(INCREMENTAL)"))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO $1", whole) // the file's mode stays
	return errors.Join(err, db.Close())
}

// copyAsItIs copies a file that nobody writes to, which SQLite itself does not.
func (d *DB) copyAsItIs(ctx context.Context, path string) error {
	if info, err := os.Stat(d.path + "-wal"); err == nil && info.Size() > 0 {
		return errors.New("a part of it is still in its journal, and nothing can be written there; copy the whole folder")
	}
	from, err := os.Open(d.path)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, &Stoppable{ctx, from})
	return errors.Join(err, to.Close())
}

// Stoppable reads until a context is done.
type Stoppable struct {
	Context context.Context //nolint:containedctx // it lives as long as one copy
	Reader  io.Reader
}

// Read reads on.
func (s *Stoppable) Read(p []byte) (int, error) {
	if err := s.Context.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

// FirstLine is the first line of what an error says.
func FirstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// dialect is what the two kinds of database want done differently. The SQL is
// not among it.
type dialect struct {
	name  string
	goose goose.Dialect
	// perInsert is how many rows one statement of a bulk insert carries. SQLite
	// takes one fastest (50,000 rows with indexes: 0.55 s, with 20 each 1.1 s);
	// PostgreSQL has a round trip for each statement.
	perInsert int
	// rebuilds says that indexes can be built anew beside whoever reads.
	rebuilds bool
	// hasty says that rows are looked for by any key that is said to equal a number, though another index finds them sooner.
	hasty bool
	// indexes selects the names of all that there are.
	indexes string
}

// Besides says that a column equals $1 where rows are better found by what is said beside it. A server that spreads rows
// by that column has to see it.
func (s *Session) Besides(column string) string {
	if s.kind.hasty {
		return column + " BETWEEN $1 AND $1"
	}
	return column + " = $1"
}
