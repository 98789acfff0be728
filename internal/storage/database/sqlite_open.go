package database

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"holdover/internal/base/apperr"
)

// FileName is the name of the database file in the data directory.
const FileName = "holdover.db"

// busyTimeout is the time in milliseconds that SQLite waits for another process's write; see writePatience for the
// total over all attempts.
const busyTimeout = 5000

var sqliteKind = dialect{
	name: "sqlite", goose: goose.DialectSQLite3, perInsert: 1, rebuilds: true, hasty: true,
	tables:  "SELECT name FROM sqlite_schema WHERE type = 'table'",
	indexes: "SELECT name FROM sqlite_schema WHERE type = 'index'",
	size:    "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
}

// openSQLite opens the file in WAL mode: one connection writes, and concurrent readers never wait for it. A file that
// is not a database of this program is not changed.
func (d *DB) openSQLite(ctx context.Context, cfg Config) error {
	if cfg.Dir == "" {
		return apperr.New(apperr.Invalid, "no folder was given for the data")
	}
	path := filepath.Join(cfg.Dir, FileName)
	d.kind, d.path = sqliteKind, path
	sweepDrafts(cfg.Dir)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if cfg.Existing {
			return apperr.New(apperr.NotFound, "no database found in %s", cfg.Dir).WithCause(err).
				WithHint("check the folder's name; holdover import, holdover new and holdover serve create a database")
		}
		if cfg.Draft {
			return d.beginDraft(ctx, cfg)
		}
		err := createSQLite(ctx, cfg.Dir)
		if err != nil && apperr.KindOf(err) != apperr.Conflict { // a database that another process has created can be used as well
			return err
		}
		d.fresh = err == nil
	}
	before, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := inspect(ctx, path); err != nil {
		return err
	}
	err = d.connect(ctx, path, []string{"journal_mode(WAL)", "synchronous(FULL)"}, cfg.readers())
	if after, statErr := os.Stat(path); err == nil && (statErr != nil || !os.SameFile(before, after)) { // the connections may have different files
		return apperr.New(apperr.Unavailable, "the database %s was replaced while it was opened", path).WithCause(statErr).WithHint("start again")
	}
	if isReadOnly(err) {
		return errors.Join(d.Close(), d.connectReadOnly(ctx, path, cfg.readers()))
	}
	d.open = openSessions(d, cfg.readers())
	return err
}

// connect opens one connection that writes, with the given settings, and those that read.
func (d *DB) connect(ctx context.Context, path string, settings []string, readers int) (err error) {
	settings = append(settings, fmt.Sprintf("cache_size(%d)", writingCache), "journal_size_limit(67108864)")
	d.write, err = openFile(Address(path, settings...) + "&_txlock=immediate")
	if err != nil {
		return err
	}
	d.write.SetMaxOpenConns(1)
	if err := d.write.PingContext(ctx); err != nil {
		return err
	}
	d.read, err = openFile(Address(path, "query_only(1)", fmt.Sprintf("cache_size(%d)", readingCache)))
	if err != nil {
		return err
	}
	d.bound(readers)
	d.health, err = openFile(Address(path, "query_only(1)", "cache_size(-64)"))
	if err != nil {
		return err
	}
	d.health.SetMaxOpenConns(1)
	return nil
}

// readers returns the number of concurrent readers.
func (c Config) readers() int {
	if c.Readers == 0 {
		return max(2, runtime.NumCPU())
	}
	return c.Readers
}

func (d *DB) bound(readers int) {
	d.read.SetMaxOpenConns(readers)
	d.read.SetMaxIdleConns(readers)
}

// connectReadOnly opens a file that cannot be written to, such as one on a read-only disk. Everything but writing
// works.
func (d *DB) connectReadOnly(ctx context.Context, path string, readers int) (err error) {
	if d.read, err = openFile(readOnlyAddress(path, "query_only(1)")); err != nil {
		return err
	}
	d.bound(readers)
	d.open, d.write, d.health, d.readOnly = openSessions(d, readers), d.read, d.read, true
	return d.read.PingContext(ctx)
}

// readOnlyAddress returns the DSN that opens a file without writing, not even to other files in its directory.
// Transactions that are still in another process's WAL are only visible if the WAL's index can be created.
func readOnlyAddress(path string, pragmas ...string) string {
	query := "&mode=ro"
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		query += "&immutable=1"
	}
	return Address(path, pragmas...) + query
}

// Address returns the file's DSN. busy_timeout is first, so that the other settings wait for another process too.
func Address(path string, pragmas ...string) string {
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") && filepath.IsAbs(path) { // C:/…
		slashed = "/" + slashed
	}
	query := url.Values{"_pragma": append([]string{fmt.Sprintf("busy_timeout(%d)", busyTimeout)}, pragmas...)}
	return "file:" + (&url.URL{Path: slashed}).EscapedPath() + "?" + query.Encode()
}

// isReadOnly reports whether a file, or its directory, cannot be written to.
func isReadOnly(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	code := e.Code() & 0xff
	return code == sqlite3.SQLITE_READONLY || code == sqlite3.SQLITE_CANTOPEN || code == sqlite3.SQLITE_PERM
}

// inspect checks that a file is a database of a known version. It writes nothing.
func inspect(ctx context.Context, path string) error {
	if err := IsSQLite(path); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", readOnlyAddress(path, "query_only(1)"))
	if err != nil {
		return err
	}
	defer db.Close()
	return sqliteKind.knownTables(ctx, db, path)
}

// sqliteMagic is the header of every SQLite file.
const sqliteMagic = "SQLite format 3\x00"

// IsSQLite checks a file's first bytes. Error: Invalid if it is not a SQLite file.
func IsSQLite(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	start := make([]byte, len(sqliteMagic))
	switch n, err := io.ReadFull(file, start); {
	case n == 0 && errors.Is(err, io.EOF):
		return apperr.New(apperr.Invalid, "the file %s is empty and not a database", path).WithHint("move it away to start over, or restore a backup with holdover restore")
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
		return apperr.New(apperr.Unavailable, "the file %s cannot be read", path).WithCause(err)
	case string(start) != sqliteMagic:
		return apperr.New(apperr.Invalid, "the file %s is not a database", path).WithHint("move it away to start over, or restore a backup with holdover restore")
	}
	return nil
}

// IsWhole checks that a SQLite file has as many pages as its header says. It reads the header only. Error: Invalid.
func IsWhole(path string) error {
	if err := IsSQLite(path); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	header := make([]byte, 100)
	if _, err := io.ReadFull(file, header); err != nil {
		return apperr.New(apperr.Invalid, "the file %s is cut short", path).WithCause(err)
	}
	pageSize := int64(binary.BigEndian.Uint16(header[16:]))
	if pageSize == 1 {
		pageSize = 1 << 16
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if want := pageSize * int64(binary.BigEndian.Uint32(header[28:])); info.Size() != want {
		return apperr.New(apperr.Invalid, "the file %s is incomplete: it has %d of %d bytes", path, info.Size(), want)
	}
	return nil
}

// pagesAtOnce is the number of free pages of 4 KiB that one transaction removes from the file.
const pagesAtOnce = 2000

// GiveBack shrinks a SQLite file by its free pages. A file that an older program created stays as large and reuses
// its free pages.
func (d *DB) GiveBack(ctx context.Context) error {
	if !d.IsFile() {
		return nil
	}
	for before := int64(-1); ; {
		var free int64
		err := d.ChangeQuietly(ctx, func(q *Session) error {
			eachFreesAPage := func(Row) error { return nil }
			if err := q.Each(fmt.Sprintf("PRAGMA incremental_vacuum(%d)", pagesAtOnce), nil, eachFreesAPage); err != nil {
				return err
			}
			_, err := q.One("PRAGMA freelist_count", nil, &free)
			return err
		})
		if err != nil || free == 0 || free == before {
			return err
		}
		before = free
	}
}
