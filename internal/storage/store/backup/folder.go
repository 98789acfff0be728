package backup

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// Kind says why a backup was made.
type Kind string

// The kinds of backups, which differ in their names: holdover-2026-11-28.db, holdover-2026-11-28-151203.db, and
// before-upgrade-….db.
const (
	Daily   Kind = "daily"
	Manual  Kind = "manual"
	Upgrade Kind = "before-upgrade"
)

var names = map[Kind]*regexp.Regexp{
	Daily:   regexp.MustCompile(`^holdover-(\d{4}-\d\d-\d\d)\.db$`),
	Manual:  regexp.MustCompile(`^holdover-(\d{4}-\d\d-\d\d-\d{6})\.db$`),
	Upgrade: regexp.MustCompile(`^before-upgrade-[^/\\]+\.db$`),
}

// DailyName returns the name of the backup of a day.
func DailyName(at time.Time) string { return "holdover-" + at.Format(time.DateOnly) + ".db" }

// ManualName returns the name of a backup that the user asks for.
func ManualName(at time.Time) string { return "holdover-" + at.Format("2006-01-02-150405") + ".db" }

// File is a backup in a folder.
type File struct {
	Path    string    `json:"path"`
	Kind    Kind      `json:"kind"`
	Made    time.Time `json:"made"`
	Bytes   int64     `json:"bytes"`
	Problem string    `json:"problem,omitempty"` // of a file that is visibly damaged
}

// Name returns the file's name without its folder.
func (f *File) Name() string { return filepath.Base(f.Path) }

// Day returns the day in the name of a daily backup, as YYYY-MM-DD, or "".
func (f *File) Day() string {
	if f.Kind != Daily {
		return ""
	}
	return names[Daily].FindStringSubmatch(f.Name())[1]
}

// List returns the backups in a folder, newest first. A missing folder has none. It reads the headers of the files only.
func List(folder string) (files []File, err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, apperr.New(apperr.Unavailable, "the folder %s cannot be read", folder).WithCause(err).WithHint("check that it is a folder, and that Holdover may read it")
	}
	for _, entry := range entries {
		kind := kindOf(entry.Name())
		info, err := entry.Info()
		if kind == "" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		f := File{Path: filepath.Join(folder, entry.Name()), Kind: kind, Made: info.ModTime().Truncate(time.Second), Bytes: info.Size()}
		if err := database.IsWhole(f.Path); err != nil {
			f.Problem = database.FirstLine(err)
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Or(b.Made.Compare(a.Made), strings.Compare(b.Path, a.Path)) })
	return files, nil
}

func kindOf(name string) Kind {
	for kind, pattern := range names {
		if pattern.MatchString(name) {
			return kind
		}
	}
	return ""
}

// Prune deletes the oldest backups of a kind, by the time in their names, so that at most keep remain. It never deletes just, the
// one that was made last, nor files with other names.
func Prune(folder string, kind Kind, keep int, just string) error {
	files, err := List(folder)
	if err != nil {
		return err
	}
	var old []string
	for _, f := range files {
		if f.Kind == kind && f.Name() != just {
			old = append(old, f.Path)
		}
	}
	slices.Sort(old) // the names contain the time
	for len(old) > max(keep-1, 0) {
		err = errors.Join(err, os.Remove(old[0]))
		old = old[1:]
	}
	return err
}

// errBusy is the error of [Locked] if another process makes a backup in the folder.
var errBusy = apperr.New(apperr.Conflict, "another backup is being made in that folder right now").WithHint("try again when it is complete")

// IsBusy reports whether an error says that another process makes a backup in the folder.
func IsBusy(err error) bool { return errors.Is(err, errBusy) }

// Locked creates a folder for backups if it is missing, deletes the partial files of killed processes in it, and calls save.
// One process at a time does so in a folder. Error: see [IsBusy].
func Locked(folder string, save func() error) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return cannotWrite(folder, err)
	}
	lock := flock.New(filepath.Join(folder, ".lock"), flock.SetPermissions(0o600))
	got, err := lock.TryLock()
	if err != nil {
		return cannotWrite(folder, err)
	}
	if !got {
		return errBusy
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if err := sweep(folder); err != nil {
		return cannotWrite(folder, err)
	}
	return save()
}

// forgotten is the age from which a partial file of another command is taken for that of a killed process.
const forgotten = 24 * time.Hour

// sweep deletes the partial files of daily and manual backups, which no process writes while the folder is locked, and old ones of
// other commands.
func sweep(folder string) error {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		name, isPartial := partialOf(entry.Name())
		info, statErr := entry.Info()
		if kind := kindOf(name); isPartial && statErr == nil && (kind == Daily || kind == Manual || time.Since(info.ModTime()) > forgotten) {
			err = errors.Join(err, os.Remove(filepath.Join(folder, entry.Name())))
		}
	}
	return err
}
