package store

import (
	"context"
	"errors"

	"holdover/internal/database"
	"holdover/internal/fault"
	"holdover/internal/store/backup"
	"holdover/internal/store/cache"
)

// Backup writes the whole database into a new file, as it stands at one moment;
// whoever reads meanwhile is not held up. Both are read through, before and
// after; the file gets its name when it was found sound. Faults: Conflict where
// the file exists, Invalid where the database is damaged, and on PostgreSQL,
// which has its own way.
func (s *Store) Backup(ctx context.Context, path string) error {
	if !s.db.IsFile() {
		return fault.New(fault.Invalid, "a PostgreSQL database is not saved by Holdover").
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
		return unsound("the database", found).WithHint("no backup was made, as it would be damaged too. Keep the earlier ones; holdover check lists all that is wrong")
	}
	return backup.Save(ctx, s.db, path, func(ctx context.Context, path string) error {
		found, err := CheckFile(ctx, path)
		if err == nil && len(found) > 0 {
			err = unsound("the backup", found).WithHint("it was not kept; is there something wrong with the disk?")
		}
		return err
	})
}

// Restore puts a backup into a folder that has no database yet. The backup is
// looked at before it is copied and read through before it is put in place;
// where it is damaged, or none of ours, nothing is left behind.
func Restore(ctx context.Context, cfg database.Config, path string) error {
	return backup.Restore(ctx, cfg, path, func(ctx context.Context, path string) error {
		found, err := CheckFile(ctx, path)
		if err == nil && len(found) > 0 {
			err = unsound("it", found)
		}
		return err
	})
}

// CheckFile is [Store.Check] of a database in a file, which is left as it is.
func CheckFile(ctx context.Context, path string) (found []Finding, err error) {
	db, err := database.OpenFile(ctx, path)
	if err != nil {
		return nil, err
	}
	s := over(db, database.Config{}, cache.BoundsOf(database.DefaultMemory))
	found, err = s.Check(ctx)
	return found, errors.Join(err, s.Close())
}
