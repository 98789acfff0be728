package store

import (
	"context"
	"errors"

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
	return backup.Restore(ctx, cfg, path, func(ctx context.Context, path string) error {
		found, err := CheckFile(ctx, path)
		if err == nil && len(found) > 0 {
			err = unsound("it", found)
		}
		return err
	})
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
