package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// Verify reads a database file in full and returns an error if it is damaged.
type Verify func(ctx context.Context, path string) error

// Restore copies a backup into a folder without a database. The file is checked before it is copied and verified
// before it is renamed. No file is left behind if it is damaged or not a backup.
func Restore(ctx context.Context, cfg database.Config, path string, sound Verify) error {
	target := filepath.Join(cfg.Dir, database.FileName)
	for _, one := range []string{target, target + "-wal"} {
		if _, err := os.Lstat(one); cfg.URL == "" && !errors.Is(err, fs.ErrNotExist) {
			if err := isBackup(path); err != nil {
				return err
			}
			return apperr.New(apperr.Conflict, "%s already contains a database, which is not overwritten", cfg.Dir).WithCause(err).
				WithHint("holdover restore --replace gives it another name first; or give an empty folder with --data")
		}
	}
	return prepared(ctx, cfg, path, sound, func(partial string) error {
		if err := os.Link(partial, target); err != nil { // unlike a rename it overwrites nothing
			return apperr.New(apperr.Invalid, "the backup cannot be put in place at %s: %s", target, database.FirstLine(err)).WithCause(err)
		}
		database.SyncFolder(cfg.Dir)
		return nil
	})
}

// Replace restores a backup into a folder with a database, which gets another name in the same folder, with the time in it. Error:
// Conflict if a process uses the database.
func Replace(ctx context.Context, cfg database.Config, path string, now time.Time, sound Verify) (aside string, err error) {
	aside = filepath.Join(cfg.Dir, "holdover-replaced-"+now.Format("2006-01-02T150405")+".db")
	return aside, prepared(ctx, cfg, path, sound, func(partial string) error {
		return database.Busy(database.ReplaceFile(ctx, cfg.Dir, partial, aside))
	})
}

// prepared passes a verified copy of a backup, in the data folder, to use. The copy is deleted afterwards.
func prepared(ctx context.Context, cfg database.Config, path string, sound Verify, use func(partial string) error) error {
	if cfg.URL != "" {
		return OnServer()
	}
	if err := isBackup(path); err != nil {
		return err
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return apperr.New(apperr.Invalid, "the folder %s cannot be made", cfg.Dir).WithCause(err)
	}
	from, err := os.Open(path)
	if err != nil {
		return database.Busy(err)
	}
	defer from.Close()
	return copied(ctx, cfg.Dir, path, from, sound, use)
}

// OnServer returns the error for restoring into a PostgreSQL database.
func OnServer() error {
	return apperr.New(apperr.Invalid, "a PostgreSQL database is not restored by Holdover").
		WithHint("pg_restore --dbname=holdover holdover.dump brings back what pg_dump saved")
}

// RestoreInto replaces the content of an open database with a backup that is read from a reader; name is its name in messages. The
// backup is verified first. allowed is called while no other connection can write to the database.
func RestoreInto(ctx context.Context, db *database.DB, name string, from io.Reader, sound Verify, allowed func() error) error {
	return copied(ctx, db.Folder(), name, from, sound, func(partial string) error { return db.ReplaceContent(ctx, partial, allowed) })
}

// copied passes a verified copy of a backup to use.
func copied(ctx context.Context, folder, name string, from io.Reader, sound Verify, use func(partial string) error) error {
	partial, err := copyAside(ctx, from, folder)
	if ctx.Err() != nil {
		return stopped(ctx.Err())
	}
	if err != nil {
		return apperr.New(apperr.Invalid, "the backup %s cannot be copied to %s: %s", name, folder, database.FirstLine(err)).WithCause(err)
	}
	defer os.Remove(partial) //nolint:errcheck // after it was put in place there is nothing to remove
	if err := readThrough(ctx, name, partial, sound); err != nil {
		return err
	}
	if err := use(partial); err != nil && ctx.Err() != nil {
		return stopped(err)
	} else if err != nil {
		return err
	}
	return nil
}

func stopped(err error) error {
	return apperr.New(apperr.Invalid, "stopped; nothing was restored").WithCause(err)
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

// copyAside copies a backup into a folder under a temporary name.
func copyAside(ctx context.Context, from io.Reader, folder string) (string, error) {
	to, err := os.CreateTemp(folder, database.RestoreNames)
	if err != nil {
		return "", err
	}
	database.MatchOwner(to.Name())
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
func readThrough(ctx context.Context, path, partial string, sound Verify) error {
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
		return stopped(err)
	case err != nil:
		return noBackup(path, err)
	}
	return nil
}
