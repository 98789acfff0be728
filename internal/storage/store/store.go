// Package store stores budgets. All their SQL is here and in the packages below, in one text for SQLite and
// PostgreSQL; only the definitions of the tables differ.
//
// A [Store.ReadTx] is one read transaction, so everything in it is consistent. A [Store.ChangeFor] is one write
// transaction, which the journal records, so that it can be undone, queried later and shown in a history. The writer
// updates the derived figures (activity, account balances) in the same transaction. Reads never sum all rows.
//
// Start with Store, then ReadTx, WriteTx and journal.go.
package store

import (
	"context"
	"errors"
	"maps"
	"slices"

	"holdover/internal/storage/database"
	"holdover/internal/storage/store/cache"
	"holdover/internal/storage/store/index"
	"holdover/internal/storage/store/jobs"
	"holdover/internal/storage/tempfile"
)

// Config contains the location of the data.
type Config = database.Config

// Store stores the budgets of an open database. It is safe for concurrent use.
type Store struct {
	db      *database.DB
	cache   *cache.Cache
	indexes *index.Cache
	changes *changeLog
	warming *jobs.Worker // nil if indexes are not made in advance
	sweeper *jobs.Sweeper
	live    *jobs.Hub
	// upgrade is the migration that Open made of an existing database; nil if it made none.
	upgrade *Upgrade
	keyFile string
}

// Open opens the database, creates it if it does not exist, and migrates its schema. Before it migrates an existing
// SQLite database, it saves a backup, unless cfg.WithoutBackup is set; without the backup nothing is migrated.
func Open(ctx context.Context, cfg database.Config) (*Store, error) {
	mib, err := cfg.MemoryMiB()
	if err != nil {
		return nil, err
	}
	var made *Upgrade
	cfg.BeforeMigration = func(ctx context.Context, db *database.DB, version int64, missing []database.Step) (err error) {
		made, err = beginUpgrade(ctx, db, cfg, version, missing)
		return err
	}
	db, err := database.Open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s := over(db, cfg, cache.BoundsOf(mib))
	s.upgrade = made
	if err := s.prepare(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// over returns the store of an open database.
func over(db *database.DB, cfg database.Config, b cache.Bounds) *Store {
	s := &Store{
		db: db, cache: cache.New(b.Bytes), indexes: index.NewCache(b.Rows), changes: newChangeLog(),
		warming: jobs.NewWorker(cfg.Warm), sweeper: jobs.NewSweeper(db, slices.Collect(maps.Keys(copied())), cfg),
	}
	s.keyFile, s.live = cfg.KeyPath(), jobs.NewHub(s.knowledgeOf)
	return s
}

// prepare prepares a server for requests: it removes leftovers and makes indexes in the background.
func (s *Store) prepare(ctx context.Context) error {
	if s.warming == nil {
		return nil
	}
	tempfile.Sweep()
	if err := s.sweeper.Sweep(ctx); err != nil {
		return err
	}
	return s.warmLatest(ctx)
}

// Fresh reports whether Open created the database.
func (s *Store) Fresh() bool { return s.db.Fresh() }

// Upgrade returns the migration that Open made of an existing database; nil if it made none.
func (s *Store) Upgrade() *Upgrade { return s.upgrade }

// DB returns the database, for packages that store other data in it.
func (s *Store) DB() *database.DB { return s.db }

// KeyFile returns the file of the key that encrypts secrets in the database, or "" if there is none.
func (s *Store) KeyFile() string { return s.keyFile }

// Close waits for background tasks and closes the database.
func (s *Store) Close() error {
	s.live.End()
	s.warming.End()
	s.sweeper.End()
	return s.db.Close()
}

// Ping returns an error if the database does not respond.
func (s *Store) Ping(ctx context.Context) error { return s.db.Ping(ctx) }

// Size returns the number of bytes that the database takes on its disk.
func (s *Store) Size(ctx context.Context) (int64, error) { return s.db.Size(ctx) }

// CachedBytes returns the estimated size of the cached values of budgets.
func (s *Store) CachedBytes() int { return s.cache.Size() }

// Subscribe returns a channel that receives the number of a budget's latest change, of any process, and 0 if the
// budget was deleted. A slow reader misses numbers in between, but never the last one. cancel closes the channel.
func (s *Store) Subscribe(no int64) (changes <-chan int64, cancel func()) {
	return s.live.Subscribe(no)
}
