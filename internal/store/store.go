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
	"errors"

	"holdover/internal/database"
	"holdover/internal/report"
	"holdover/internal/spool"
)

// Config says where the data is.
type Config = database.Config

// Store is the budgets of an open database. It is safe for concurrent use.
type Store struct {
	db       *database.DB
	sheets   *latest[computed]
	orders   *latest[orders]
	indexes  *indexes
	kept     *kept
	figures  *latest[figures]
	ages     *latest[*report.Ages]
	toDo     *latest[toDo]
	news     *news
	warming  *warming
	sweeping *sweeping
	live     *hub
}

// Open opens the database, makes it where there is none yet, and brings its
// tables up to date.
func Open(ctx context.Context, cfg database.Config) (*Store, error) {
	memory, err := cfg.MemoryMiB()
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s := over(db, cfg.Warm, boundsOf(memory))
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// over is the store of an open database.
func over(db *database.DB, server bool, b bounds) *Store {
	s := &Store{
		db: db, sheets: newLatest[computed](b.values), orders: newLatest[orders](b.lines), indexes: newIndexes(b.rows), kept: newKept(b),
		figures: newLatest[figures](b.figures), ages: newLatest[*report.Ages](b.ages), toDo: newLatest[toDo](b.toDo), news: newNews(),
		warming: newWarming(server), sweeping: newSweeping(server),
	}
	s.live = newHub(s.knowledgeOf)
	return s
}

// prepare makes a server ready for those who will ask.
func (s *Store) prepare(ctx context.Context) error {
	if s.sweeping == nil {
		return nil
	}
	spool.Sweep()
	if err := s.sweep(ctx); err != nil {
		return err
	}
	return s.warmLatest(ctx)
}

// Fresh says that there was no database before.
func (s *Store) Fresh() bool { return s.db.Fresh() }

// DB is the database, for what else is kept in it.
func (s *Store) DB() *database.DB { return s.db }

// Close waits for what is under way and closes the database.
func (s *Store) Close() error {
	s.live.end()
	s.warming.end()
	s.sweeping.end()
	return s.db.Close()
}

// Ping says whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }
