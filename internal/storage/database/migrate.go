package database

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"holdover/internal/base/apperr"
	"holdover/internal/base/iterutil"
)

//go:embed migrations
var migrations embed.FS

// migrate migrates the tables. Two processes may start at once: PostgreSQL has a lock for it, and with SQLite the
// process that fails, because the tables exist by then, tries again.
func (d *DB) migrate(ctx context.Context) error {
	if d.readOnly {
		return d.upToDate(ctx)
	}
	steps, err := Steps(d.IsFile(), d.write)
	if err != nil {
		return err
	}
	if _, err := steps.Up(ctx); err == nil || !d.IsFile() {
		return err
	}
	_, err = steps.Up(ctx)
	return err
}

// Steps returns the migrations for a SQLite file, or for a server's database.
func Steps(file bool, db *sql.DB) (*goose.Provider, error) {
	kind := postgresKind
	if file {
		kind = sqliteKind
	}
	files, err := fs.Sub(migrations, "migrations/"+kind.name)
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(targetsMigration(!file))}
	if !file {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(kind.goose, db, files, options...)
}

// Schema returns the number of the last migration of this program. A database with a higher one is of a newer program.
func Schema() (int64, error) { return sqliteKind.newest() }

// newest returns the number of this program's last migration.
func (k *dialect) newest() (version int64, err error) {
	files, err := migrations.ReadDir("migrations/" + k.name)
	if err != nil {
		return 0, err
	}
	number, _, _ := strings.Cut(files[len(files)-1].Name(), "_") // sorted by name
	version, err = strconv.ParseInt(number, 10, 64)
	return max(version, targetsStep), err
}

const selectVersion = "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied"

var createsIndex = regexp.MustCompile(`(?m)^CREATE (?:UNIQUE )?INDEX (\w+)`)

// MissingIndexes returns the indexes that the migrations create and the database lacks. No migration drops an index.
func (q *Session) MissingIndexes() (missing []string, err error) {
	has, err := List(q, Only[string], q.kind.indexes)
	if err != nil {
		return nil, err
	}
	return missing, fs.WalkDir(migrations, "migrations/"+q.kind.name, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := migrations.ReadFile(path)
		for _, made := range createsIndex.FindAllSubmatch(text, -1) {
			if name := string(made[1]); !slices.Contains(has, name) {
				missing = append(missing, name)
			}
		}
		return err
	})
}

// upToDate returns an error if the tables are old and cannot be changed.
func (d *DB) upToDate(ctx context.Context) error {
	known, err := d.kind.newest()
	if err != nil {
		return err
	}
	var version int64
	if err := d.read.QueryRowContext(ctx, selectVersion).Scan(&version); err != nil {
		return err
	}
	if version < known {
		return apperr.New(apperr.Unavailable, "the data is of an older Holdover and cannot be brought up to date, as it cannot be written").
			WithHint("copy the folder to a writable place, and give it with --data")
	}
	return nil
}

// knownTables checks that a database has this program's tables, or, on a server, none, and that they are not those of
// a newer version. list is a query for the names of all tables.
func (k *dialect) knownTables(ctx context.Context, db *sql.DB, list, where string) error {
	var names []string
	rows, err := db.QueryContext(ctx, list)
	if err := read(rows, err, collect(&names, Only[string])); err != nil {
		return err
	}
	has := iterutil.Set(names)
	if len(has) == 0 && k.goose == goose.DialectPostgres {
		return nil
	}
	if !has["goose_db_version"] {
		return foreign(where)
	}
	var version int64
	if err := db.QueryRowContext(ctx, selectVersion).Scan(&version); err != nil {
		return err
	}
	if version > 0 && (!has["budget"] || !has["change_row"]) {
		return foreign(where)
	}
	known, err := k.newest()
	if err != nil {
		return err
	}
	if version > known {
		return apperr.New(apperr.Conflict, "the database %s is of a newer Holdover (its tables are of step %d, this program knows %d)", where, version, known).
			WithCode(NewerDatabase).WithHint("use the newer program; an older one would damage its data. Nothing was changed")
	}
	return nil
}

// NewerDatabase is the error code for opening or restoring data that a newer version of the program has written.
const NewerDatabase apperr.Code = "newer-database"

func foreign(where string) error {
	return apperr.New(apperr.Invalid, "the database %s belongs to another program", where).
		WithHint("it was not changed; use a separate folder or database for Holdover")
}
