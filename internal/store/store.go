// Package store keeps budgets and everything of them that lasts. All their SQL is
// here and in the rooms below: one text for SQLite and PostgreSQL, only the
// definitions of the tables differ.
//
// A look is a [Store.View]: one read transaction, everything in it belongs
// together. A change is a [Store.ChangeFor]: one write transaction that the journal
// remembers, so that it can be undone, asked for later and shown in a history.
// Figures that follow from the rows (activity, account balances) are kept by the
// writer in the same transaction and never summed from all rows at a look.
//
// Floor 3: imports floors 0 to 2, its neighbours database, peoplestore and spool, and
// its own rooms, which know nothing of it: tables, figures, index, memory, background, blob, aside, backup. Start with Store, then View,
// Writer and journal.go.
package store

import (
	"context"
	"errors"
	"maps"
	"slices"

	"holdover/internal/database"
	"holdover/internal/spool"
	"holdover/internal/store/background"
	"holdover/internal/store/cache"
	"holdover/internal/store/index"
)

// Config says where the data is.
type Config = database.Config

// Store is the budgets of an open database. It is safe for concurrent use.
type Store struct {
	db      *database.DB
	cache   *cache.Cache
	indexes *index.Cache
	changes *changeLog
	warming *background.Worker // nil if no index is made in advance
	sweeper *background.Sweeper
	live    *background.Hub
}

// Open opens the database, makes it where there is none yet, and brings its
// tables up to date.
func Open(ctx context.Context, cfg database.Config) (*Store, error) {
	mib, err := cfg.MemoryMiB()
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s := over(db, cfg, cache.BoundsOf(mib))
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// over is the store of an open database.
func over(db *database.DB, cfg database.Config, b cache.Bounds) *Store {
	s := &Store{
		db: db, cache: cache.New(b.Bytes), indexes: index.NewCache(b.Rows), changes: newChangeLog(),
		warming: background.NewWorker(cfg.Warm), sweeper: background.NewSweeper(db, slices.Collect(maps.Keys(copied())), cfg),
	}
	s.live = background.NewHub(s.knowledgeOf)
	return s
}

// prepare makes a server ready for those who will ask.
func (s *Store) prepare(ctx context.Context) error {
	if s.warming == nil {
		return nil
	}
	spool.Sweep()
	if err := s.sweeper.Sweep(ctx); err != nil {
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
	s.live.End()
	s.warming.End()
	s.sweeper.End()
	return s.db.Close()
}

// Ping says whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Subscribe gives a channel on which the number of the latest change of a budget
// arrives, whoever wrote it; 0 where the budget is no longer there. A slow reader
// misses numbers in between, never the last one. cancel closes the channel.
func (s *Store) Subscribe(no int64) (changes <-chan int64, cancel func()) {
	return s.live.Subscribe(no)
}
