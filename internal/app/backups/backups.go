// Package backups makes a backup of the whole database each day, on request, and restores one into an empty database. It
// belongs to the layer app.
//
// Start with Backups.
package backups

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"holdover/internal/app/budgetsession"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/storage/store/backup"
)

// Config says where and when backups are made.
type Config struct {
	Folder string        // "" for no backups
	At     time.Duration // after midnight, by the clock of the server
	Keep   int           // the number of daily backups to keep, and of those made on request
	Now    func() time.Time
}

// Backups makes backups. It is safe for concurrent use.
type Backups struct {
	Config
	access *budgetsession.Access
	saving sync.Mutex // held while a backup is made

	mu       sync.Mutex
	failure  *Failure
	logged   string // the cause that the log has, until a backup succeeds
	failures int
}

// File is a backup in the folder.
type File = backup.File

// The kinds of backups that users distinguish from the daily ones.
const (
	Manual  = backup.Manual
	Upgrade = backup.Upgrade
)

// Failure is an attempt that made no backup.
type Failure struct {
	At  time.Time
	Err error
}

// retryAfter is the time between two attempts that fail.
const retryAfter = time.Hour

// New returns the backups of a database.
func New(access *budgetsession.Access, cfg Config) *Backups {
	return &Backups{Config: cfg, access: access}
}

// MakeDue makes the backup of the day if its time has come and there is none yet, also one that was missed while the server was not
// running. An empty database is not saved. A failure is logged once for each cause, and tried again after an hour.
func (b *Backups) MakeDue(ctx context.Context) {
	now := b.Now()
	if !b.Enabled() || b.waits(now) {
		return
	}
	due, err := b.due(ctx, now)
	if err == nil && due {
		_, err = b.save(ctx, backup.Daily, backup.DailyName(now))
	}
	if err != nil && ctx.Err() == nil && !isTaken(err) {
		b.failed(ctx, now, err)
	}
}

// Enabled reports whether daily backups are made: they are not switched off, and the database is a file.
func (b *Backups) Enabled() bool { return b.Folder != "" && b.access.Store.DB().IsFile() }

// isTaken reports whether another process made the backup, or is making it.
func isTaken(err error) bool { return backup.IsBusy(err) || backup.Exists(err) }

// waits reports whether the last attempt failed less than an hour ago. A failure in the future was before the clock was set back.
func (b *Backups) waits(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failure != nil && !b.failure.At.After(now) && now.Before(b.failure.At.Add(retryAfter))
}

// due reports whether no daily backup was made since the last time for one. It compares the days in the names: the times of files
// change when they are copied. Days after today, from before the clock was set back, do not count.
func (b *Backups) due(ctx context.Context, now time.Time) (bool, error) {
	files, err := backup.List(b.Folder)
	if err != nil {
		return false, err
	}
	since, today := b.before(now).Format(time.DateOnly), now.Format(time.DateOnly)
	for i := range files {
		if day := files[i].Day(); day >= since && day <= today {
			return false, nil
		}
	}
	empty, err := b.access.Store.IsEmpty(ctx)
	return !empty, err
}

// on returns the time for the backup on a day. On a day without that hour, it is the hour after it.
func (b *Backups) on(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), int(b.At/time.Hour), int(b.At%time.Hour/time.Minute), 0, 0, day.Location())
}

// before returns the last time for a backup that is not after now.
func (b *Backups) before(now time.Time) time.Time {
	if today := b.on(now); !today.After(now) {
		return today
	}
	return b.on(time.Date(now.Year(), now.Month(), now.Day()-1, 12, 0, 0, 0, now.Location()))
}

// next returns the next time for a backup.
func (b *Backups) next(now time.Time) time.Time {
	if today := b.on(now); today.After(now) {
		return today
	}
	return b.on(time.Date(now.Year(), now.Month(), now.Day()+1, 12, 0, 0, 0, now.Location()))
}

// save makes a verified backup, then deletes the oldest ones of its kind. One is made at a time.
func (b *Backups) save(ctx context.Context, kind backup.Kind, name string) (path string, err error) {
	if !b.saving.TryLock() {
		return "", apperr.New(apperr.Conflict, "a backup is being made right now").WithHint("it appears in the list when it is complete")
	}
	defer b.saving.Unlock()
	began := time.Now()
	path = filepath.Join(b.Folder, name)
	err = backup.Locked(b.Folder, func() error { return b.access.Store.Backup(ctx, path) })
	if err != nil {
		return "", err
	}
	b.mu.Lock()
	b.failure, b.logged = nil, ""
	b.mu.Unlock()
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	b.access.Log.InfoContext(ctx, "made a backup", "path", path, "bytes", info.Size(), "duration", time.Since(began).String())
	if err := backup.Prune(b.Folder, kind, b.Keep, name); err != nil {
		b.access.Log.WarnContext(ctx, "old backups could not be deleted", "folder", b.Folder, "error", err.Error())
	}
	return path, nil
}

func (b *Backups) failed(ctx context.Context, at time.Time, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failure = &Failure{at, err}
	b.failures++
	if b.logged != err.Error() {
		b.logged = err.Error()
		b.access.Log.ErrorContext(ctx, "no backup was made; it is tried again each hour", "error", err.Error(), "hint", apperr.HintOf(err), "folder", b.Folder)
	}
}

// MakeNow makes a backup for the owner and returns its path.
func (b *Backups) MakeNow(ctx context.Context, who users.Actor) (path string, err error) {
	if err := b.requireOwner(ctx, who); err != nil {
		return "", err
	}
	if b.Folder == "" {
		return "", apperr.New(apperr.Invalid, "backups are switched off").WithHint("start holdover serve without --backup-folder off")
	}
	return b.save(ctx, Manual, backup.ManualName(b.Now()))
}

func (b *Backups) requireOwner(ctx context.Context, who users.Actor) error {
	return b.access.UserService.RequireOwner(ctx, who, "see its backups")
}

// Status describes the backups for their owner.
type Status struct {
	Server  bool      // the database is PostgreSQL, which Holdover does not save
	Data    string    // the data folder
	Files   []File    // newest first
	Next    time.Time // of the daily backup; it is zero if backups are switched off
	Failure *Failure  // the last attempt, if it failed
}

// Status returns the state of the backups, to the owner only.
func (b *Backups) Status(ctx context.Context, who users.Actor) (s Status, err error) {
	if err := b.requireOwner(ctx, who); err != nil {
		return Status{}, err
	}
	if !b.access.Store.DB().IsFile() {
		return Status{Server: true}, nil
	}
	if b.Folder == "" {
		return Status{}, nil
	}
	b.mu.Lock()
	s.Failure = b.failure
	b.mu.Unlock()
	s.Data, s.Next = b.access.Store.DB().Folder(), b.next(b.Now())
	if s.Files, err = backup.List(b.Folder); err != nil && s.Failure == nil {
		s.Failure = &Failure{b.Now(), err}
	}
	return s, nil
}

// Metrics are the figures of backups.
type Metrics struct {
	Latest   *File // nil without a backup that is whole
	Failures int   // since the start
}

// Metrics returns the figures of the newest backup and of failures. It omits the backup if the folder cannot be read.
func (b *Backups) Metrics() (m Metrics) {
	b.mu.Lock()
	m.Failures = b.failures
	b.mu.Unlock()
	files, _ := backup.List(b.Folder)
	for i := range files {
		if files[i].Problem == "" {
			m.Latest = &files[i]
			break
		}
	}
	return m
}

// Restorable returns the backups from which this database can be restored, newest first, and whether it can: it must be an empty
// file. It does not check an actor: callers require the code of the first start.
func (b *Backups) Restorable(ctx context.Context) (files []File, can bool, err error) {
	if !b.access.Store.DB().IsFile() {
		return nil, false, nil
	}
	if can, err = b.access.Store.IsEmpty(ctx); err != nil || !can || b.Folder == "" {
		return nil, can, err
	}
	files, err = backup.List(b.Folder)
	return files, true, err
}

// RestoreNamed restores a backup of the folder into the empty database, with the errors of [store.Store.RestoreEmpty]. Like
// Restore, it does not check an actor.
func (b *Backups) RestoreNamed(ctx context.Context, name string) error {
	files, err := backup.List(b.Folder)
	for i := range files {
		if files[i].Name() == name {
			return b.restoreFile(ctx, files[i].Path)
		}
	}
	return cmp.Or(err, error(apperr.New(apperr.NotFound, "the backup %s is not there any more", name).WithHint("choose another one")))
}

func (b *Backups) restoreFile(ctx context.Context, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return apperr.New(apperr.NotFound, "the backup %s cannot be opened", filepath.Base(path)).WithCause(err).WithHint("choose another one")
	}
	return errors.Join(b.Restore(ctx, filepath.Base(path), file), file.Close())
}

// Restore restores a backup that is read from a reader into the empty database, with the errors of [store.Store.RestoreEmpty].
func (b *Backups) Restore(ctx context.Context, name string, from io.Reader) error {
	if err := b.access.Store.RestoreEmpty(ctx, name, from); err != nil {
		return err
	}
	b.access.Log.InfoContext(ctx, "restored a backup into the empty database", "backup", name)
	return nil
}
