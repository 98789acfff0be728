// Package database opens the database, migrates its tables, and runs read and write transactions. The SQL is the same
// for SQLite and PostgreSQL; only the definitions of the tables differ (directory migrations).
//
// Start with DB, then Session. The packages store and userstore define the meaning of the tables.
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

	"holdover/internal/base/apperr"
	"holdover/internal/base/keylock"
)

// Config is the location of the data and its limits. The data is in the directory Dir, or, if URL is set
// (postgres://…), in a PostgreSQL database.
type Config struct {
	Dir string
	URL string
	// KeyFile is the file of the key that encrypts secrets in the database; "" is the file server.key in Dir, if Dir is set.
	KeyFile string
	// Existing requires an existing database: a directory without one is an error, and nothing is created.
	Existing bool
	// Draft delays the name of a new file, and its sync to disk, until the database is closed. It is for a command
	// that writes once: the data is written once, and a killed process leaves no database.
	Draft bool
	// Warm loads the data that pages need of a large budget at the start, and when a user opens the budget. It is for
	// a server, not for a single command.
	Warm bool
	// Memory is the limit of the process's memory in MiB, most of it for cached budgets; 0 is DefaultMemory.
	Memory int
	// Readers is the number of concurrent readers of a file; 0 is the default for the machine.
	Readers int
	// WithoutBackup migrates an existing database without a backup of it.
	WithoutBackup bool
	// BeforeMigration is called before an existing database of that version is migrated by the missing steps. If it fails,
	// the database is not changed.
	BeforeMigration func(ctx context.Context, d *DB, version int64, missing []Step) error
	// Log receives errors of background work, which no caller waits for. If nil, they are discarded.
	Log *slog.Logger
}

// place returns the location of the data for messages.
func (c Config) place() string {
	if c.URL != "" {
		return "the server"
	}
	return c.Dir
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	kind   dialect
	path   string       // of the SQLite file
	draft  *newFile     // the SQLite file while it has no name
	made   func() error // waits until the draft can be used; nil if there is no draft
	saved  atomic.Bool  // whether a change was committed
	open   opener
	pool   pool // to a server; nil for a file
	read   *sql.DB
	write  *sql.DB
	health *sql.DB // one connection, for Ping
	// readOnly reports that the file's directory or disk cannot be written to.
	readOnly bool
	fresh    bool          // whether the database was just created
	patience time.Duration // the timeout of a change that waits for another writer
	changing keylock.Locks[string]
}

// pool contains the methods of a pgxpool.Pool that a DB uses. It is an interface because every package that imports
// DB would otherwise compile the generic code of pgxpool again.
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

// KeyPath returns the file of the key that encrypts secrets in the database, or "" if there is none.
func (c Config) KeyPath() string {
	if c.KeyFile != "" || c.Dir == "" {
		return c.KeyFile
	}
	return filepath.Join(c.Dir, "server.key")
}

// Open opens the database, creates it if it is missing, and migrates its tables.
func Open(ctx context.Context, cfg Config) (*DB, error) {
	d, err := Connect(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if d.draft != nil {
		return d, nil
	}
	if err := d.migrated(ctx, cfg.BeforeMigration); err != nil {
		return nil, errors.Join(cannotOpen(err, cfg.place(), "brought up to date"), d.Close())
	}
	return d, nil
}

// migrated migrates the tables and spreads them over the server's machines.
func (d *DB) migrated(ctx context.Context, before func(context.Context, *DB, int64, []Step) error) error {
	if before != nil && !d.fresh && !d.readOnly {
		version, missing, err := d.MissingSteps(ctx)
		if err == nil && version > 0 && len(missing) > 0 {
			err = before(ctx, d, version, missing)
		}
		if err != nil {
			return err
		}
	}
	if err := d.migrate(ctx); err != nil {
		return err
	}
	return d.spread(ctx)
}

// Connect opens the database without migrating it.
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

// OpenFile opens a SQLite file read-only, without changing it.
func OpenFile(ctx context.Context, path string) (*DB, error) {
	d := &DB{kind: sqliteKind, path: path, patience: writePatience}
	if err := d.connectReadOnly(ctx, path, Config{}.readers()); err != nil {
		return nil, errors.Join(cannotOpen(err, path, "opened"), d.Close())
	}
	return d, nil
}

func cannotOpen(err error, where, what string) error {
	if err = Busy(err); apperr.KindOf(err) != apperr.Internal || errors.Is(err, context.Canceled) {
		return err
	}
	return apperr.New(apperr.Unavailable, "the database in %s cannot be %s: %s", where, what, FirstLine(err)).WithCause(err)
}

// Close waits for running operations and closes the database. A draft in which nothing was saved is removed. Error:
// Conflict if it was a draft and another process has created a database since; nothing is saved then.
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

// healthTimeout is the timeout of Ping.
const healthTimeout = 2 * time.Second

// Ping reports whether the database responds. It uses its own connection, so it succeeds when all others are busy.
func (d *DB) Ping(ctx context.Context) error {
	if err := d.ready(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	var steps int
	if err := d.health.QueryRowContext(ctx, "SELECT count(*) FROM goose_db_version").Scan(&steps); err != nil {
		return apperr.New(apperr.Unavailable, "the database does not answer").WithCause(err)
	}
	return nil
}

// Size returns the number of bytes that the database takes on its disk.
func (d *DB) Size(ctx context.Context) (bytes int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	return bytes, d.health.QueryRowContext(ctx, d.kind.size).Scan(&bytes)
}

// Fresh reports whether there was no database before.
func (d *DB) Fresh() bool { return d.fresh }

// IsFile reports whether the database is a local file.
func (d *DB) IsFile() bool { return d.kind.name == "sqlite" }

// CopyInto writes a snapshot of the database, without its free pages, to an empty file at path.
func (d *DB) CopyInto(ctx context.Context, path string) error {
	whole, err := filepath.Abs(path) // otherwise SQLite reads file:… as an address
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
	_, err = db.ExecContext(ctx, "VACUUM INTO $1", whole) // keeps the file's mode
	return errors.Join(err, db.Close())
}

// copyAsItIs copies a file that no process writes to. SQLite alone cannot copy such a file.
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

// Stoppable is a reader that fails when its context is done.
type Stoppable struct {
	Context context.Context //nolint:containedctx // it lives as long as one copy
	Reader  io.Reader
}

// Read reads from Reader.
func (s *Stoppable) Read(p []byte) (int, error) {
	if err := s.Context.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

// FirstLine returns the first line of an error's message.
func FirstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// dialect contains the differences between the two kinds of database. The SQL is the same.
type dialect struct {
	name  string
	goose goose.Dialect
	// perInsert is the number of rows in one statement of a bulk insert. SQLite is fastest with one (50,000 rows with
	// indexes: 0.55 s, with 20 each 1.1 s); PostgreSQL has a round trip for each statement.
	perInsert int
	// rebuilds reports whether indexes can be rebuilt while others read.
	rebuilds bool
	// hasty reports that the query planner uses any index on a column that is compared by equality, even if another
	// index is faster.
	hasty bool
	// tables and indexes are queries for the names of all tables and all indexes.
	tables, indexes string
	// size is a query for the size of the database in bytes.
	size string
}

// Besides returns a condition that column equals $1, for queries in which another condition should select the index.
// A server that spreads rows by that column needs a plain equality.
func (s *Session) Besides(column string) string {
	if s.kind.hasty {
		return column + " BETWEEN $1 AND $1"
	}
	return column + " = $1"
}
