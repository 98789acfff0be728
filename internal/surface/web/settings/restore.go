package settings

import (
	"errors"
	"io"
	"net/http"
	"net/url"

	"holdover/internal/base/apperr"
	"holdover/internal/surface/ui"
)

// RestoreForm lists the backups from which an empty Holdover can be restored. A backup can be uploaded too.
type RestoreForm struct {
	Backups []BackupRow
	Folder  string
}

// restoreForm returns nil if no backup can be restored.
func restoreForm(r *ui.Request) (*RestoreForm, error) {
	if r.Options.Backups == nil {
		return nil, nil //nolint:nilnil // there is no form
	}
	files, can, err := r.Options.Backups.Restorable(r.Context())
	if err != nil || !can {
		return nil, err
	}
	return &RestoreForm{Backups: backupRows(files), Folder: r.Options.Backups.Folder}, nil
}

// RestoreBackup restores a backup of the folder into the empty database.
func RestoreBackup(w http.ResponseWriter, r *ui.Request) error {
	return restore(w, r, func() error { return r.Options.Backups.RestoreNamed(r.Context(), r.PostFormValue("backup")) })
}

// UploadBackup restores an uploaded backup into the empty database. The field with the code precedes the file, of which nothing is
// read without the right code.
func UploadBackup(w http.ResponseWriter, r *ui.Request) error {
	name, file, err := fileAfterCode(r)
	if err != nil {
		return err
	}
	return restore(w, r, func() error {
		if name == "" {
			return apperr.New(apperr.Invalid, "no file selected").WithHint("choose the file of a backup, such as holdover-2026-11-28.db")
		}
		return r.Options.Backups.Restore(r.Context(), name, file)
	})
}

func restore(w http.ResponseWriter, r *ui.Request, do func() error) error {
	err := mayCreateOwner(r)
	if err == nil && r.Options.Backups == nil {
		err = apperr.New(apperr.Invalid, "this Holdover does not restore backups")
	}
	if err == nil {
		err = do()
	}
	if err == nil {
		return r.Redirect(w, "/sign-in?restored=yes")
	}
	if !forPeople(err) {
		return err
	}
	return showFirstStart(w, r, err)
}

// maxCode is the number of bytes read of the field with the code.
const maxCode = 100

// fileAfterCode reads the form of UploadBackup up to its file, and sets the field with the code.
func fileAfterCode(r *ui.Request) (name string, file io.Reader, err error) {
	incomplete := apperr.New(apperr.Invalid, "the upload is incomplete").WithHint("send it again")
	parts, err := r.MultipartReader()
	if err != nil {
		return "", nil, incomplete.WithCause(err)
	}
	r.PostForm = url.Values{}
	r.Form = r.PostForm
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return "", nil, nil
		}
		if err != nil {
			return "", nil, incomplete.WithCause(err)
		}
		switch part.FormName() {
		case "code":
			code, err := io.ReadAll(io.LimitReader(part, maxCode))
			if err != nil {
				return "", nil, incomplete.WithCause(err)
			}
			r.PostForm.Set("code", string(code))
		case "file":
			return part.FileName(), part, nil
		}
	}
}
