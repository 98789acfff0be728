package database

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"holdover/internal/base/apperr"
)

// newFile is a SQLite file that has no name yet, so that no other process opens it. It is renamed when complete, so
// that a file of that name is never empty or partial.
type newFile struct {
	path, name string
	folder     bool // whether its directory was created for it
}

// draftSettings are the settings of connections to a draft. A draft that is lost in a crash is no loss: it is synced
// once, as a whole, so it needs neither syncs for each transaction nor a journal on disk.
var draftSettings = []string{"journal_mode(MEMORY)", "synchronous(OFF)"}

// draftNames is the pattern of the names of drafts, RestoreNames that of the copies of a backup that is being
// checked.
const (
	draftNames   = "new-*.partial"
	RestoreNames = "restore-*.partial"
)

// beginDraft opens a file that is renamed when it is closed. Its tables are created concurrently with the program's
// first work; the first operation waits for them.
func (d *DB) beginDraft(ctx context.Context, cfg Config) error {
	begun, err := newDraft(cfg.Dir)
	if err != nil {
		return err
	}
	d.open, d.draft, d.path, d.fresh = openSessions(d, cfg.readers()), &begun, begun.path, true
	made := sync.OnceValue(func() error {
		if err := begun.fill(ctx); err != nil {
			return cannotOpen(err, cfg.place(), "made")
		}
		return d.connect(ctx, begun.path, draftSettings, cfg.readers())
	})
	go made() //nolint:errcheck // callers of d.made receive the error
	d.made = made
	return nil
}

// newDraft creates an empty file in a directory, which it creates if it is missing.
func newDraft(dir string) (newFile, error) {
	_, there := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return newFile{}, err
	}
	file, err := os.CreateTemp(dir, draftNames) // created with mode 0600: the data is private
	if err != nil {
		return newFile{}, err
	}
	MatchOwner(file.Name())
	return newFile{file.Name(), filepath.Join(dir, FileName), errors.Is(there, fs.ErrNotExist)}, file.Close()
}

// fill creates the tables.
func (f newFile) fill(ctx context.Context) error {
	db, err := sql.Open("sqlite", Address(f.path, append(draftSettings, "auto_vacuum(INCREMENTAL)")...))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	return errors.Join((&DB{kind: sqliteKind, write: db}).migrate(ctx), db.Close())
}

// UpdateFile migrates the tables of a SQLite file that no other process has open, such as the copy of an older
// program's backup. The file is synced to disk when it returns.
func UpdateFile(ctx context.Context, path string) error {
	return Busy(errors.Join(newFile{path: path}.fill(ctx), toDisk(path)))
}

// remove deletes the draft and its directory, unless the directory contains other files by now.
func (f newFile) remove() error {
	err := os.Remove(f.path)
	if f.folder {
		_ = os.Remove(filepath.Dir(f.path))
	}
	return err
}

// createSQLite creates a database with all its tables. Error: Conflict if another process created one first.
func createSQLite(ctx context.Context, dir string) error {
	made, err := newDraft(dir)
	if err != nil {
		return err
	}
	if err := made.fill(ctx); err != nil {
		return errors.Join(err, made.remove())
	}
	return made.place()
}

// place renames a closed draft after it is synced to disk. Error: Conflict if another process created a database
// first; the draft is deleted then.
func (f newFile) place() error {
	defer f.remove() //nolint:errcheck // it has another name by then, or a later start removes it
	if err := toDisk(f.path); err != nil {
		return err
	}
	err := os.Link(f.path, f.name) // unlike a rename it overwrites nothing
	if err != nil && !errors.Is(err, fs.ErrExist) {
		if _, taken := os.Lstat(f.name); errors.Is(taken, fs.ErrNotExist) {
			err = os.Rename(f.path, f.name) // a file system without hard links
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return apperr.New(apperr.Conflict, "another program has created a database in %s", filepath.Dir(f.name)).WithCause(err).
			WithHint("nothing was saved; try again")
	}
	if err == nil {
		SyncFolder(filepath.Dir(f.name))
	}
	return err
}

// toDisk syncs a file to disk.
func toDisk(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0) // Windows cannot sync a file that is open read-only
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// SyncFolder syncs a directory's entries to disk, on systems that support it. SQLite does no more.
func SyncFolder(path string) {
	folder, err := os.Open(path)
	if err != nil {
		return
	}
	_ = folder.Sync()
	_ = folder.Close()
}

// forgotten is the age after which a draft is considered left by a killed process.
const forgotten = 24 * time.Hour

// sweepDrafts removes old drafts, and copies of backups, of killed processes.
func sweepDrafts(dir string) {
	for _, names := range []string{draftNames, RestoreNames} {
		left, _ := filepath.Glob(filepath.Join(dir, names)) // nothing is found if the directory's name is an invalid pattern
		for _, path := range left {
			if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > forgotten {
				_ = os.Remove(path)
			}
		}
	}
}
