package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"holdover/internal/database"
	"holdover/internal/fault"
)

// Backup writes the whole database into a new file, as it stands at one moment;
// whoever reads meanwhile is not held up. Both are read through, before and
// after; the file gets its name when it was found sound. Faults: Conflict where
// the file exists, Invalid where the database is damaged, and on PostgreSQL,
// which has its own way.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if !s.db.IsFile() {
		return fault.New(fault.Invalid, "a PostgreSQL database is not saved by Holdover").
			WithHint("pg_dump --format=custom --file=holdover.dump saves it, pg_restore brings it back")
	}
	if _, err := os.Lstat(path); err == nil {
		return backupExists(path)
	}
	found, err := s.Check(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return unsound("the database", found).WithHint("no backup was made, as it would be damaged too. Keep the earlier ones; holdover check lists all that is wrong")
	}
	draft, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*.partial") // made with 0600: nobody else reads a household's money
	if err != nil {
		return cannotWrite(path, err)
	}
	defer os.Remove(draft.Name()) //nolint:errcheck // it has another name by then
	if err := errors.Join(s.db.CopyInto(ctx, draft.Name()), draft.Sync(), draft.Close()); err != nil {
		return cannotWrite(path, err)
	}
	if found, err = CheckFile(ctx, draft.Name()); err == nil && len(found) > 0 {
		err = unsound("the backup", found).WithHint("it was not kept; is there something wrong with the disk?")
	}
	if err != nil {
		return err
	}
	err = os.Link(draft.Name(), path) // unlike a rename it overwrites nothing
	switch {
	case errors.Is(err, fs.ErrExist):
		return backupExists(path)
	case err != nil:
		err = os.Rename(draft.Name(), path) // a file system without hard links
	}
	if err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

// CheckFile is [Store.Check] of a database in a file, which is left as it is.
func CheckFile(ctx context.Context, path string) (found []Finding, err error) {
	db, err := database.OpenFile(ctx, path)
	if err != nil {
		return nil, err
	}
	s := over(db, false, boundsOf(database.DefaultMemory))
	found, err = s.Check(ctx)
	return found, errors.Join(err, s.Close())
}

func backupExists(path string) error {
	return fault.New(fault.Conflict, "the file %s is there already", path).WithHint("a backup never overwrites; give it a name of its own")
}

func cannotWrite(path string, err error) error {
	if _, ok := errors.AsType[*fault.Error](err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	return fault.New(fault.Unavailable, "the backup cannot be written to %s: %s", path, database.FirstLine(err)).WithCause(err)
}
