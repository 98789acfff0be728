package database

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"

	"holdover/internal/base/apperr"
)

// pagesPerStep is the number of pages that are copied between two checks of the context.
const pagesPerStep = 1000

// Folder returns the folder of a SQLite database.
func (d *DB) Folder() string { return filepath.Dir(d.path) }

// ReplaceContent replaces the content of an open SQLite database with that of a file, in one transaction of SQLite: after a crash
// the database has its old or its new content. Other connections read the old content until then. allowed is called
// while no other connection can write; if it returns an error, nothing is changed.
func (d *DB) ReplaceContent(ctx context.Context, path string, allowed func() error) error {
	db, err := sql.Open("sqlite", Address(d.path, "synchronous(FULL)"))
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return Busy(err)
	}
	defer conn.Close()
	return Busy(conn.Raw(func(driver any) error {
		copying, err := driver.(interface {
			NewRestore(source string) (*sqlite.Backup, error)
		}).NewRestore(readOnlyAddress(path))
		if err != nil {
			return err
		}
		return errors.Join(copyPages(ctx, copying, allowed), copying.Finish()) // without a last step, Finish rolls back
	}))
}

func copyPages(ctx context.Context, copying *sqlite.Backup, allowed func() error) error {
	if _, err := copying.Step(0); err != nil { // begins the write transaction
		return err
	}
	if err := allowed(); err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if more, err := copying.Step(pagesPerStep); err != nil || !more {
			return err
		}
	}
}

// ReplaceFile gives the database file of a folder the name aside, and puts the file at path in its place. The database keeps its
// name until the new file has it. Error: Conflict if a process uses the database.
func ReplaceFile(ctx context.Context, folder, path, aside string) (err error) {
	target := filepath.Join(folder, FileName)
	release, err := lockExclusively(ctx, target)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	for _, suffix := range []string{"", "-wal"} { // a damaged file may have a WAL that cannot be merged
		if err := os.Link(target+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return renameBoth(target, path, aside)
		}
	}
	if err := os.Remove(target + "-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) { // else it would be applied to the new file
		return err
	}
	if err := os.Rename(path, target); err != nil {
		return err
	}
	SyncFolder(folder)
	return nil
}

// renameBoth is for file systems without hard links. If the process is killed between the two steps, the folder has no database
// until aside is renamed back.
func renameBoth(target, path, aside string) error {
	if err := os.Rename(target+"-wal", aside+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(target, aside); err != nil {
		return err
	}
	if err := os.Rename(path, target); err != nil {
		return errors.Join(err, os.Rename(aside, target))
	}
	return nil
}

// lockExclusively merges the WAL of a database into its file and locks the file until release is called. A file that is damaged too
// much to be opened is not locked.
func lockExclusively(ctx context.Context, path string) (release func() error, err error) {
	db, err := sql.Open("sqlite", Address(path))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	for _, statement := range []string{"PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = DELETE", "BEGIN EXCLUSIVE"} {
		if _, err = db.ExecContext(ctx, statement); err != nil {
			break
		}
	}
	if err == nil || apperr.CodeOf(Busy(err)) == Damaged {
		return db.Close, nil
	}
	if isBusy(err) {
		err = apperr.New(apperr.Conflict, "a running Holdover uses %s", path).WithCause(err).
			WithHint("stop holdover serve and other commands on this folder, then try again; nothing was changed")
	}
	return nil, errors.Join(Busy(err), db.Close())
}
