// Package store keeps budgets, users and everything else that lasts. All SQL of
// Holdover is here: one text for SQLite and PostgreSQL, only the definitions of
// the tables differ (folder migrations).
//
// A look is a [Store.View]: one read transaction, everything in it belongs
// together. A change is a [Store.Change]: one write transaction that the journal
// remembers, so that it can be undone, asked for later and shown in a history.
// Figures that follow from the rows (activity, account balances) are kept by the
// writer in the same transaction and never summed from all rows at a look.
//
// Floor 3: imports floors 0 to 2. Start with Store, then View, Writer and
// journal.go.
package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"holdover/internal/fault"
)

// Config says where the data is: in a folder of this machine, or, where URL is
// given (postgres://…), in a PostgreSQL database.
type Config struct {
	Dir string
	URL string
	// Warm says that what pages need of a large budget is made ready at the start
	// and when somebody begins to look at it: for a server, not for one command.
	Warm bool
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	kind    database
	read    *sql.DB
	write   *sql.DB
	sheets  *sheetCache
	indexes *indexes
	kept    *kept
	warming *warming
	live    *hub
}

// Open opens the database, makes it where there is none yet, and brings its
// tables up to date.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	s := &Store{sheets: newSheetCache(), indexes: newIndexes(), kept: newKept(), warming: newWarming(cfg.Warm), live: newHub()}
	open := s.openSQLite
	where := cfg.Dir
	if cfg.URL != "" {
		open, where = s.openPostgres, "the server"
	}
	if err := open(ctx, cfg); err != nil {
		if _, ok := errors.AsType[*fault.Error](err); ok {
			return nil, err
		}
		return nil, fault.New(fault.Unavailable, "the database in %s cannot be opened: %s", where, firstLine(err)).WithCause(err)
	}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fault.New(fault.Unavailable, "the tables of the database in %s cannot be brought up to date: %s", where, firstLine(err)).
			WithCause(err), s.Close())
	}
	if err := s.warmLatest(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Close waits for what is under way and closes the database.
func (s *Store) Close() error {
	s.warming.end()
	if s.read == s.write {
		return s.write.Close()
	}
	return errors.Join(s.read.Close(), s.write.Close())
}

// Ping says whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.read.PingContext(ctx); err != nil {
		return fault.New(fault.Unavailable, "the database does not answer").WithCause(err)
	}
	return nil
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
