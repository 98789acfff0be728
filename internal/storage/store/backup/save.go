package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"holdover/internal/base/apperr"
	"holdover/internal/storage/database"
)

// Free returns a Conflict error if a file of that name exists.
func Free(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return exists(path)
	}
	return nil
}

// Save writes a snapshot of the whole database to a new file without blocking readers. The file gets its name after
// verification.
func Save(ctx context.Context, db *database.DB, path string, sound Verify) error {
	draft, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+partialNames) // created with mode 0600, since it contains financial data
	if err != nil {
		return cannotWrite(path, err)
	}
	defer os.Remove(draft.Name() + "-journal") //nolint:errcheck // SQLite leaves it where the disk is full
	defer os.Remove(draft.Name())              //nolint:errcheck // it has another name by then
	if err := errors.Join(db.CopyInto(ctx, draft.Name()), draft.Sync(), draft.Close()); err != nil {
		return cannotWrite(path, err)
	}
	if err := sound(ctx, draft.Name()); err != nil {
		return err
	}
	err = os.Link(draft.Name(), path) // unlike a rename it overwrites nothing
	switch {
	case errors.Is(err, fs.ErrExist):
		return exists(path)
	case err != nil:
		err = os.Rename(draft.Name(), path) // a file system without hard links
	}
	if err != nil {
		return cannotWrite(path, err)
	}
	database.SyncFolder(filepath.Dir(path))
	return nil
}

// partialNames is the pattern of what follows a backup's name in that of its partial file. SQLite adds -journal to that.
const partialNames = "-*.partial"

// partialOf returns the name of the backup of which name is a partial file.
func partialOf(name string) (of string, isPartial bool) {
	found := partial.FindStringSubmatch(name)
	if found == nil {
		return "", false
	}
	return found[1], true
}

var partial = regexp.MustCompile(`^\.(.+)-\d+\.partial(-journal)?$`)

// nameTaken is the code of the error for a backup whose file exists.
const nameTaken apperr.Code = "backup-exists"

// Exists reports whether an error says that the file of a backup exists.
func Exists(err error) bool { return apperr.CodeOf(err) == nameTaken }

func exists(path string) error {
	return apperr.New(apperr.Conflict, "the file %s already exists", path).WithCode(nameTaken).WithHint("choose a new name; existing files are not overwritten")
}

func cannotWrite(path string, err error) error {
	if _, ok := errors.AsType[*apperr.Error](err); ok || errors.Is(err, context.Canceled) {
		return err
	}
	why := err
	if of, ok := errors.AsType[*fs.PathError](err); ok { // its path is the temporary file's
		why = of.Err
	}
	return apperr.New(apperr.Invalid, "the backup cannot be written to %s: %s", path, database.FirstLine(why)).WithCause(err).
		WithHint("check that the folder exists, that you may write to it, and that there is space")
}
