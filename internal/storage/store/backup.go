package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store/backup"
	"holdover/internal/storage/store/cache"
)

// Backup writes the whole database, as of one moment, to a new file, without blocking readers. The database is
// verified before, and the file after; the file gets its name once it is verified. Errors: Conflict if the file
// exists; Invalid if the database is damaged, or is PostgreSQL, which has its own tools.
func (s *Store) Backup(ctx context.Context, path string) error {
	if !s.db.IsFile() {
		return apperr.New(apperr.Invalid, "a PostgreSQL database is not saved by Holdover").
			WithHint("pg_dump --format=custom --file=holdover.dump saves it, pg_restore brings it back")
	}
	if err := backup.Free(path); err != nil {
		return err
	}
	found, err := s.Check(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return unsound("the database", found).WithHint("no backup was made, as it would be damaged too. Keep the earlier backups; holdover check lists all problems")
	}
	return backup.Save(ctx, s.db, path, func(ctx context.Context, path string) error {
		found, err := CheckFile(ctx, path)
		if err == nil && len(found) > 0 {
			err = unsound("the backup", found).WithHint("it was deleted; check the disk")
		}
		return err
	})
}

// Restore copies a backup into a folder that has no database yet. The backup is inspected before it is copied, and
// verified in full before it is put in place. If it is damaged, or is no database of Holdover, no file is left
// behind.
func Restore(ctx context.Context, cfg database.Config, path string) error {
	return backup.Restore(ctx, cfg, path, soundBackup)
}

// Replace is Restore for a folder with a database, which gets another name: aside.
func Replace(ctx context.Context, cfg database.Config, path string, now time.Time) (aside string, err error) {
	return backup.Replace(ctx, cfg, path, now, soundBackup)
}

// RestoreEmpty replaces the content of this database, which must be empty, with a backup that is read from a reader. name is its name
// in messages. The backup is verified in full before. Error: Conflict if there is a user or a budget.
func (s *Store) RestoreEmpty(ctx context.Context, name string, from io.Reader) error {
	if !s.db.IsFile() {
		return backup.OnServer()
	}
	if err := s.requireEmpty(ctx); err != nil {
		return err
	}
	if err := backup.RestoreInto(ctx, s.db, name, from, soundBackup, func() error { return s.requireEmpty(ctx) }); err != nil {
		return err
	}
	headers, err := s.Budgets(ctx)
	if err != nil {
		return err
	}
	for i := range headers { // deleted budgets may have had these numbers
		s.forget(headers[i].No)
	}
	return s.warmLatest(ctx)
}

func (s *Store) requireEmpty(ctx context.Context) error {
	empty, err := s.IsEmpty(ctx)
	if err == nil && !empty {
		err = apperr.New(apperr.Conflict, "there is a user or a budget already, so nothing was restored").
			WithHint("stop Holdover and use holdover restore --replace, which keeps the present data under another name")
	}
	return err
}

// IsEmpty reports whether there is no user and no budget, nor rows of a deleted one.
func (s *Store) IsEmpty(ctx context.Context) (bool, error) {
	return database.Read(ctx, s.db, func(q *database.Session) (bool, error) {
		const anything = "SELECT no FROM user_account UNION ALL SELECT no FROM budget UNION ALL SELECT budget FROM leftover LIMIT 1"
		found, err := q.One(anything, nil, new(int64))
		return !found, err
	})
}

// soundBackup returns an error if a backup is damaged.
func soundBackup(ctx context.Context, path string) error {
	found, err := CheckFile(ctx, path)
	if err == nil && len(found) > 0 {
		err = unsound("it", found)
	}
	return err
}

// CheckFile runs [Store.Check] on a database file, which it does not change.
func CheckFile(ctx context.Context, path string) (found []Finding, err error) {
	db, err := database.OpenFile(ctx, path)
	if err != nil {
		return nil, err
	}
	s := over(db, database.Config{}, cache.BoundsOf(database.DefaultMemory))
	found, err = s.Check(ctx)
	return found, errors.Join(err, s.Close())
}

// Upgrade is a migration of an existing database.
type Upgrade struct {
	From   int64           `json:"from"` // the version of the tables before; 0 if there is no table yet
	To     int64           `json:"to"`   // the version that this program needs
	Steps  []database.Step `json:"steps"`
	Backup string          `json:"backup,omitempty"` // the file with the data as before; empty if none is made
}

// beginUpgrade saves a backup of a database that will be migrated.
func beginUpgrade(ctx context.Context, db *database.DB, cfg database.Config, version int64, missing []database.Step) (*Upgrade, error) {
	u, err := newUpgrade(db, cfg, version, missing)
	if err != nil || u.Backup == "" {
		return u, err
	}
	if err := os.MkdirAll(filepath.Dir(u.Backup), 0o700); err != nil {
		return nil, notUpgraded(err)
	}
	database.MatchOwner(filepath.Dir(u.Backup))
	if err := backup.Save(ctx, db, u.Backup, intact); err != nil && !backup.Exists(err) { // another process may have saved it
		return nil, notUpgraded(err)
	}
	database.MatchOwner(u.Backup)
	return u, nil
}

func notUpgraded(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return apperr.New(apperr.Unavailable, "the database was not upgraded, because it could not be saved before: %s", database.FirstLine(err)).WithCause(err).
		WithHint("nothing was changed. Solve this and start again, or copy the folder yourself and run holdover upgrade --without-backup")
}

// newUpgrade returns the upgrade of a database from a version by the missing steps. The backup is named after the version and the
// time.
func newUpgrade(db *database.DB, cfg database.Config, version int64, missing []database.Step) (*Upgrade, error) {
	schema, err := database.Schema()
	if err != nil {
		return nil, err
	}
	u := &Upgrade{From: version, To: schema, Steps: missing}
	if db.IsFile() && len(u.Steps) > 0 && !cfg.WithoutBackup {
		name := fmt.Sprintf("before-upgrade-%s-schema-%d.db", time.Now().Format("2006-01-02-150405"), u.From)
		u.Backup = filepath.Join(cfg.Dir, backup.FolderName, name)
	}
	return u, nil
}

// intact checks the structure of a database file with the tables of any version.
func intact(ctx context.Context, path string) (err error) {
	db, err := database.OpenFile(ctx, path)
	if err != nil {
		return err
	}
	var found []Finding
	err = db.Read(ctx, func(q *database.Session) error {
		found, err = integrity(q)
		return err
	})
	if err = errors.Join(err, db.Close()); err == nil && len(found) > 0 {
		err = unsound("the database", found)
	}
	return err
}

// Rehearsal is the result of an upgrade of a copy.
type Rehearsal struct {
	Upgrade
	Took  time.Duration `json:"-"`
	Found []Finding     `json:"findings"` // damage in the upgraded copy
}

// RehearseUpgrade returns the migrations that a database lacks. It applies them to a copy of a SQLite database, checks
// the copy as [Store.Check] does, and deletes it. The database itself, which other processes may use, is not changed.
func RehearseUpgrade(ctx context.Context, cfg database.Config) (r Rehearsal, err error) {
	cfg.Existing = true
	db, err := database.Connect(ctx, cfg)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	version, missing, err := db.MissingSteps(ctx)
	if err != nil {
		return r, err
	}
	u, err := newUpgrade(db, cfg, version, missing)
	if err != nil {
		return r, err
	}
	r = Rehearsal{Upgrade: *u, Found: []Finding{}}
	if len(u.Steps) == 0 || !db.IsFile() {
		return r, nil
	}
	copied, err := os.CreateTemp(cfg.Dir, database.RestoreNames)
	if err != nil {
		return r, cannotRehearse(cfg, err)
	}
	defer os.Remove(copied.Name()) //nolint:errcheck // a later start removes it
	if err := errors.Join(copied.Close(), db.CopyInto(ctx, copied.Name())); err != nil {
		return r, cannotRehearse(cfg, err)
	}
	begun := time.Now()
	if err := database.UpdateFile(ctx, copied.Name()); err != nil {
		return r, cannotRehearse(cfg, err)
	}
	r.Took = time.Since(begun)
	found, err := CheckFile(ctx, copied.Name())
	r.Found = append(r.Found, found...)
	return r, err
}

func cannotRehearse(cfg database.Config, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return apperr.New(apperr.Unavailable, "the upgrade could not be tried on a copy in %s: %s", cfg.Dir, database.FirstLine(err)).WithCause(err).
		WithHint("the database was not changed. Stay with the present version until this is solved, and make sure that there is space for a copy")
}
