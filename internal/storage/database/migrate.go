package database

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	options := []goose.ProviderOption{
		goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(targetsMigration(!file)),
		goose.WithAllowOutofOrder(true), // some databases had step 15 before 12 and 13
	}
	if !file {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(kind.goose, db, files, options...)
}

// Step is a migration of the tables.
type Step struct {
	Version int64  `json:"version"`
	Summary string `json:"summary"` // what it does, for users
}

// allSteps returns the migrations of this program in order. Both kinds of database have the same; their summaries are
// in the first lines of SQLite's.
var allSteps = sync.OnceValues(func() ([]Step, error) {
	files, err := migrations.ReadDir("migrations/" + sqliteKind.name)
	if err != nil {
		return nil, err
	}
	steps := []Step{{targetsStep, "targets are stored by their kind"}}
	for _, file := range files {
		number, _, _ := strings.Cut(file.Name(), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, err
		}
		text, err := migrations.ReadFile("migrations/" + sqliteKind.name + "/" + file.Name())
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(string(text), "\n")
		steps = append(steps, Step{version, strings.TrimPrefix(first, "-- Summary: ")})
	}
	slices.SortFunc(steps, func(a, b Step) int { return cmp.Compare(a.Version, b.Version) })
	return steps, nil
})

// Schema returns the number of the last migration of this program. A database with a higher one is of a newer program.
func Schema() (int64, error) {
	steps, err := allSteps()
	if err != nil {
		return 0, err
	}
	return steps[len(steps)-1].Version, nil
}

// MissingSteps returns the version of the tables and the migrations that they lack, in order. The version is 0 if
// there are no tables yet.
func (d *DB) MissingSteps(ctx context.Context) (version int64, missing []Step, err error) {
	steps, err := allSteps()
	if err != nil {
		return 0, nil, err
	}
	tables, err := d.kind.tableNames(ctx, d.write)
	if err != nil || !tables["goose_db_version"] {
		return 0, steps, err
	}
	var has []int64
	rows, err := d.write.QueryContext(ctx, "SELECT version_id FROM goose_db_version WHERE is_applied")
	if err := read(rows, err, collect(&has, Only[int64])); err != nil {
		return 0, nil, err
	}
	missing = []Step{} // a list in JSON, even if empty
	for _, step := range steps {
		if !slices.Contains(has, step.Version) {
			missing = append(missing, step)
		}
	}
	return slices.Max(append(has, 0)), missing, nil
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
	known, err := Schema()
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
// a newer version.
func (k *dialect) knownTables(ctx context.Context, db *sql.DB, where string) error {
	has, err := k.tableNames(ctx, db)
	if err != nil {
		return err
	}
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
	known, err := Schema()
	if err != nil {
		return err
	}
	if version > known {
		return apperr.New(apperr.Conflict, "the database %s is of a newer Holdover (its tables are of step %d, this program knows %d)", where, version, known).
			WithCode(NewerDatabase).WithHint("use the newer program; an older one would damage its data. Nothing was changed")
	}
	return nil
}

// tableNames returns the names of all tables of a database.
func (k *dialect) tableNames(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	var names []string
	rows, err := db.QueryContext(ctx, k.tables)
	err = read(rows, err, collect(&names, Only[string]))
	return iterutil.Set(names), err
}

// NewerDatabase is the error code for opening or restoring data that a newer version of the program has written.
const NewerDatabase apperr.Code = "newer-database"

func foreign(where string) error {
	return apperr.New(apperr.Invalid, "the database %s belongs to another program", where).
		WithHint("it was not changed; use a separate folder or database for Holdover")
}
