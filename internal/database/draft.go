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

	"holdover/internal/fault"
)

// draft is a SQLite file that has no name yet: nobody else knows of it. It gets its name whole, so that a file of that
// name is never empty or half.
type draft struct {
	path, name string
	folder     bool // its folder was made for it
}

// draftSettings are of connections to a draft. Nobody misses one that a crash takes: it goes to the disk once, as a whole,
// and not at each step, and nothing has to be written twice.
var draftSettings = []string{"journal_mode(MEMORY)", "synchronous(OFF)"}

// draftNames are those that drafts have until they get their own, RestoreNames those of a backup's copy that is read through.
const (
	draftNames   = "new-*.partial"
	RestoreNames = "restore-*.partial"
)

// beginDraft opens a file that gets its name when it is closed. Its tables are made beside what the program has to do first:
// whoever asks for something waits for them.
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
	go made() //nolint:errcheck // who asks for it is told
	d.made = made
	return nil
}

// newDraft is an empty file in a folder, which is made where it is not there.
func newDraft(dir string) (draft, error) {
	_, there := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return draft{}, err
	}
	file, err := os.CreateTemp(dir, draftNames) // nobody else reads a household's money: it is made with 0600
	if err != nil {
		return draft{}, err
	}
	return draft{file.Name(), filepath.Join(dir, FileName), errors.Is(there, fs.ErrNotExist)}, file.Close()
}

// fill makes the tables.
func (f draft) fill(ctx context.Context) error {
	db, err := sql.Open("sqlite", Address(f.path, append(draftSettings, "auto_vacuum(INCREMENTAL)")...))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	return errors.Join((&DB{kind: sqliteKind, write: db}).migrate(ctx), db.Close())
}

// UpdateFile brings the tables of a SQLite file up to date that nobody else has open, such as the copy of an older
// program's backup. When it returns the disk has them.
func UpdateFile(ctx context.Context, path string) error {
	return Busy(errors.Join(draft{path: path}.fill(ctx), toDisk(path)))
}

// remove leaves no trace of it. A folder that others use by now stays.
func (f draft) remove() error {
	err := os.Remove(f.path)
	if f.folder {
		_ = os.Remove(filepath.Dir(f.path))
	}
	return err
}

// createSQLite makes a database with all its tables. Fault: Conflict where another program was quicker.
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

// place gives a draft that nobody has open its name as soon as the disk has it. Fault: Conflict where another
// program was quicker; nothing is there of the draft then.
func (f draft) place() error {
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
		return fault.New(fault.Conflict, "another program has begun a database in %s meanwhile", filepath.Dir(f.name)).WithCause(err).
			WithHint("nothing was saved; do it again")
	}
	if err == nil {
		folderToDisk(filepath.Dir(f.name))
	}
	return err
}

// toDisk returns when the disk has what was written to a file.
func toDisk(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0) // Windows syncs none that is open for reading alone
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// folderToDisk returns when the disk has the names in a folder, on a system that lets it be said. SQLite asks no more either.
func folderToDisk(path string) {
	folder, err := os.Open(path)
	if err != nil {
		return
	}
	_ = folder.Sync()
	_ = folder.Close()
}

// forgotten is for how long nobody has written to a draft whose program was killed.
const forgotten = 24 * time.Hour

// sweepDrafts removes drafts of programs that were killed, and copies of backups.
func sweepDrafts(dir string) {
	for _, names := range []string{draftNames, RestoreNames} {
		left, _ := filepath.Glob(filepath.Join(dir, names)) // a folder that is no sound pattern keeps them
		for _, path := range left {
			if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > forgotten {
				_ = os.Remove(path)
			}
		}
	}
}
