package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// Restore copies a backup into a folder without a database. The file is checked before it is copied and verified
// before it is renamed. No file is left behind if it is damaged or not a backup.
func Restore(ctx context.Context, cfg database.Config, path string, sound func(ctx context.Context, path string) error) error {
	if cfg.URL != "" {
		return apperr.New(apperr.Invalid, "a PostgreSQL database is not restored by Holdover").
			WithHint("pg_restore --dbname=holdover holdover.dump brings back what pg_dump saved")
	}
	if err := isBackup(path); err != nil {
		return err
	}
	target := filepath.Join(cfg.Dir, database.FileName)
	for _, one := range []string{target, target + "-wal"} {
		if _, err := os.Lstat(one); !errors.Is(err, fs.ErrNotExist) {
			return apperr.New(apperr.Conflict, "%s already contains a database, which is not overwritten", cfg.Dir).WithCause(err).
				WithHint("give an empty folder with --data, or move %s away", one)
		}
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return apperr.New(apperr.Invalid, "the folder %s cannot be made", cfg.Dir).WithCause(err)
	}
	partial, err := copyAside(ctx, path, cfg.Dir)
	if ctx.Err() != nil {
		return apperr.New(apperr.Invalid, "stopped; nothing was restored").WithCause(ctx.Err())
	}
	if err != nil {
		return apperr.New(apperr.Invalid, "the backup %s cannot be copied to %s: %s", path, cfg.Dir, database.FirstLine(err)).WithCause(err)
	}
	defer os.Remove(partial) //nolint:errcheck // after it was put in place there is nothing to remove
	if err := readThrough(ctx, path, partial, sound); err != nil {
		return err
	}
	if err := os.Link(partial, target); err != nil { // unlike a rename it overwrites nothing
		return apperr.New(apperr.Invalid, "the backup cannot be put in place at %s: %s", target, database.FirstLine(err)).WithCause(err)
	}
	return nil
}

// isBackup checks the header of a file, so that an endless or foreign file is not copied.
func isBackup(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return apperr.New(apperr.NotFound, "file %s not found", path).WithCause(err)
	}
	if err != nil {
		return apperr.New(apperr.Invalid, "the file %s cannot be read", path).WithCause(err)
	}
	if !info.Mode().IsRegular() {
		return noBackup(path, errors.New("it is not a file"))
	}
	switch err := database.IsSQLite(path); {
	case apperr.KindOf(err) == apperr.Invalid:
		return noBackup(path, err)
	case err != nil:
		return database.Busy(err)
	}
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return apperr.New(apperr.Conflict, "%s is a database in use, or one that was not closed: what was written last is not in it yet, but in %s-wal", path, path).
			WithHint("no backup has such a file beside it; holdover backup makes one of the data folder, with all that was written")
	}
	return nil
}

func noBackup(path string, err error) error {
	return apperr.New(apperr.Invalid, "%s is not a complete backup of Holdover: %s", path, database.FirstLine(err)).WithCause(err).
		WithHint("holdover backup FILE makes one; a plan document is brought in with holdover import")
}

// copyAside copies a file into a folder under a temporary name.
func copyAside(ctx context.Context, path, dir string) (string, error) {
	from, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.CreateTemp(dir, database.RestoreNames)
	if err != nil {
		return "", err
	}
	if _, err = io.Copy(to, &database.Stoppable{Context: ctx, Reader: from}); err == nil {
		err = to.Sync()
	}
	if err = errors.Join(err, to.Close()); err != nil {
		return "", errors.Join(err, os.Remove(to.Name()))
	}
	return to.Name(), nil
}

// readThrough verifies a copied backup: its version is not newer than the program's, its schema is exactly the
// program's, and its content is sound. A backup of an older version is migrated before its content is verified.
func readThrough(ctx context.Context, path, partial string, sound func(ctx context.Context, path string) error) error {
	err := database.InspectFile(ctx, partial)
	if err == nil {
		err = database.UpdateFile(ctx, partial)
	}
	if err == nil {
		err = sound(ctx, partial)
	}
	switch {
	case apperr.CodeOf(err) == database.NewerDatabase:
		return apperr.New(apperr.Conflict, "the backup %s is of a newer Holdover", path).WithCode(database.NewerDatabase).WithCause(err).
			WithHint("restore it with the newer program")
	case err != nil && ctx.Err() != nil:
		return apperr.New(apperr.Invalid, "stopped; nothing was restored").WithCause(err)
	case err != nil:
		return noBackup(path, err)
	}
	return nil
}
