package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"holdover/internal/fault"
)

// Backup writes the whole database into a new file, as it stands at one moment;
// whoever reads meanwhile is not held up. Fault: Conflict where the file exists,
// Invalid on PostgreSQL, which has its own way.
func (s *Store) Backup(ctx context.Context, path string) (err error) {
	if s.kind.name != "sqlite" {
		return fault.New(fault.Invalid, "a PostgreSQL database is not saved by Holdover").
			WithHint("pg_dump --format=custom --file=holdover.dump saves it, pg_restore brings it back")
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) // nobody else reads a household's money
	if errors.Is(err, fs.ErrExist) {
		return fault.New(fault.Conflict, "the file %s is there already", path).WithHint("a backup never overwrites; give it a name of its own").WithCause(err)
	}
	if err != nil {
		return cannotWrite(path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	whole, err := filepath.Abs(path) // else SQLite takes file:… for an address
	if err == nil {
		_, err = s.write.ExecContext(ctx, "VACUUM INTO $1", whole) // fills an empty file, and the mode set above stays
	}
	if err != nil {
		return cannotWrite(path, errors.Join(err, file.Close()))
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return cannotWrite(path, err)
	}
	return nil
}

func cannotWrite(path string, err error) error {
	return fault.New(fault.Unavailable, "the backup cannot be written to %s: %s", path, firstLine(err)).WithCause(err)
}

// Restore puts a backup into a folder that has no database yet. The backup is
// read through first; where it is damaged or none, nothing is left behind.
func Restore(ctx context.Context, cfg Config, path string) error {
	if cfg.URL != "" {
		return fault.New(fault.Invalid, "a PostgreSQL database is not restored by Holdover").
			WithHint("pg_restore --dbname=holdover holdover.dump brings back what pg_dump saved")
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return fault.New(fault.Unavailable, "the folder %s cannot be made", cfg.Dir).WithCause(err)
	}
	target := filepath.Join(cfg.Dir, fileName)
	for _, one := range []string{target, target + "-wal"} {
		if _, err := os.Lstat(one); !errors.Is(err, fs.ErrNotExist) {
			return fault.New(fault.Conflict, "there is a database in %s already, and a backup never overwrites one", cfg.Dir).WithCause(err).
				WithHint("give an empty folder with --data, or move %s away", one)
		}
	}
	partial, err := copyAside(path, cfg.Dir)
	if err != nil {
		return fault.New(fault.Unavailable, "the backup %s cannot be copied to %s: %s", path, cfg.Dir, firstLine(err)).WithCause(err)
	}
	defer os.Remove(partial) //nolint:errcheck // after it was put in place there is nothing to remove
	if err := readThrough(ctx, partial); err != nil {
		return fault.New(fault.Invalid, "%s is no whole backup of Holdover: %s", path, firstLine(err)).WithCause(err).
			WithHint("holdover backup FILE makes one; a plan document is brought in with holdover import")
	}
	if err := os.Link(partial, target); err != nil { // unlike a rename it overwrites nothing
		return fault.New(fault.Unavailable, "the backup cannot be put in place at %s: %s", target, firstLine(err)).WithCause(err)
	}
	return nil
}

// copyAside copies a file into a folder, under a name that nothing looks for.
func copyAside(path, dir string) (string, error) {
	from, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.CreateTemp(dir, "restore-*.partial")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return "", errors.Join(err, os.Remove(to.Name()))
	}
	return to.Name(), nil
}

// readThrough checks every page of a database, and that it is one of ours.
func readThrough(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", address(path, "query_only(1)")+"&mode=ro&immutable=1")
	if err != nil {
		return err
	}
	defer db.Close()
	var state string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&state); err != nil {
		return err
	}
	if state != "ok" {
		return errors.New(state)
	}
	var budgets int
	return db.QueryRowContext(ctx, "SELECT count(*) FROM budget, (SELECT max(version_id) FROM goose_db_version)").Scan(&budgets)
}
