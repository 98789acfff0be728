package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver of that name

	"holdover/internal/fault"
)

// database is what the two kinds of database want done differently. The SQL is
// not among it.
type database struct {
	name    string
	dialect goose.Dialect
	// looking is how a transaction begins that only reads and always sees one state.
	looking sql.TxOptions
	// prepare says whether statements are worth preparing by hand: pgx keeps its
	// own, SQLite's driver compiles at each call.
	prepare bool
	// perInsert is how many rows one statement of a bulk insert carries. SQLite
	// takes one fastest (50,000 rows with indexes: 0.55 s, with 20 each 1.1 s);
	// PostgreSQL has a round trip for each statement.
	perInsert int
	// plainPlaces says that a bulk insert writes its places as ? instead of $1.
	plainPlaces bool
}

// fileName is the database in the data folder.
const fileName = "holdover.db"

const busyTimeout = 15000 // milliseconds that a writer waits for another process's write

// openSQLite opens the file in WAL mode: one connection that writes, and readers
// beside it that never wait for it.
func (s *Store) openSQLite(ctx context.Context, cfg Config) error {
	if cfg.Dir == "" {
		return fault.New(fault.Invalid, "no folder was given for the data")
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(cfg.Dir, fileName)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) // nobody else reads a household's money
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	s.kind = database{name: "sqlite", dialect: goose.DialectSQLite3, looking: sql.TxOptions{ReadOnly: true}, prepare: true, perInsert: 1, plainPlaces: true}
	s.write, err = sql.Open("sqlite", address(path, "journal_mode(WAL)", "synchronous(FULL)", "cache_size(-65536)", "journal_size_limit(67108864)")+"&_txlock=immediate")
	if err != nil {
		return err
	}
	s.write.SetMaxOpenConns(1)
	if err := s.write.PingContext(ctx); err != nil {
		return err
	}
	s.read, err = sql.Open("sqlite", address(path, "query_only(1)", "cache_size(-16384)"))
	if err != nil {
		return err
	}
	readers := max(4, runtime.NumCPU())
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	return nil
}

// address is the file's DSN; busy_timeout comes first, so that the other
// settings wait for another process too.
func address(path string, pragmas ...string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") && filepath.IsAbs(path) { // C:/…
		slashed = "/" + slashed
	}
	query := url.Values{"_pragma": append([]string{fmt.Sprintf("busy_timeout(%d)", busyTimeout)}, pragmas...)}
	return "file:" + (&url.URL{Path: slashed}).EscapedPath() + "?" + query.Encode()
}

func (s *Store) openPostgres(ctx context.Context, cfg Config) error {
	config, err := pgx.ParseConfig(cfg.URL)
	if err != nil {
		return fault.New(fault.Invalid, "the database's address cannot be read").WithCause(err).
			WithHint("write it as postgres://user:password@host:5432/database")
	}
	s.kind = database{
		name: "postgres", dialect: goose.DialectPostgres, perInsert: 200,
		looking: sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead},
	}
	s.write = stdlib.OpenDB(*config)
	s.write.SetMaxOpenConns(16)
	s.write.SetMaxIdleConns(8)
	s.read = s.write
	return s.write.PingContext(ctx)
}
