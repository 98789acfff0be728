package settings

import (
	"net/http"
	"slices"

	"holdover/internal/app/backups"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/ui"
)

// BackupsPage is the page on which the owner sees the backups and makes one.
type BackupsPage struct {
	Settings
	Server bool // the database is PostgreSQL
	Folder string
	Next   string // the next daily backup
	Keep   int
	// Failure is the reason why the last daily backup was not made, FailedAt the time.
	Failure  *ui.FaultText
	FailedAt string
	Backups  []BackupRow
	Last     *BackupRow // the newest one that is not damaged; nil without one
	// Restore is the command that restores a backup, without the file.
	Restore string
}

func (*BackupsPage) Template() string { return "settings_backups" }

// BackupRow is a backup in a list.
type BackupRow struct {
	Name    string
	Made    string
	Size    string
	Means   string // what it was made for; "" for a daily one
	Problem string
}

func backupRows(files []backups.File) []BackupRow {
	rows := make([]BackupRow, len(files))
	for i, f := range files {
		rows[i] = BackupRow{Name: f.Name(), Made: humanize.Moment(f.Made), Size: humanize.Bytes(f.Bytes), Means: meaning(&f), Problem: f.Problem}
	}
	return rows
}

// meaning returns what a backup was made for, or "" for a daily one.
func meaning(f *backups.File) string {
	switch f.Kind {
	case backups.Manual:
		return "made on request"
	case backups.Upgrade:
		return "before an upgrade"
	}
	return ""
}

// Backups shows the backups to the owner.
func Backups(w http.ResponseWriter, r *ui.Request) error { return showBackups(w, r, nil) }

func showBackups(w http.ResponseWriter, r *ui.Request, failed error) error {
	b := r.Options.Backups
	if b == nil {
		return apperr.New(apperr.NotFound, "this Holdover makes no backups")
	}
	status, err := b.Status(r.Context(), r.Actor)
	if err != nil {
		return err
	}
	me, err := me(r)
	if err != nil {
		return err
	}
	p := &BackupsPage{Settings: settingsOf(r, &me, backupsURL, failed), Server: status.Server, Folder: b.Folder, Keep: b.Keep, Backups: backupRows(status.Files), Restore: "holdover --data " + status.Data + " restore --replace"}
	if i := slices.IndexFunc(p.Backups, func(row BackupRow) bool { return row.Problem == "" }); i >= 0 {
		p.Last = &p.Backups[i]
	}
	if b.Folder != "" {
		p.Next = humanize.Moment(status.Next)
	}
	if f := status.Failure; f != nil {
		p.Failure, p.FailedAt = ui.FaultIn(f.Err), humanize.Moment(f.At)
	}
	return r.Render(w, httpx.StatusOf(failed), p)
}

// MakeBackup makes a backup now.
func MakeBackup(w http.ResponseWriter, r *ui.Request) error {
	if r.Options.Backups == nil {
		return apperr.New(apperr.NotFound, "this Holdover makes no backups")
	}
	if _, err := r.Options.Backups.MakeNow(r.Context(), r.Actor); err != nil {
		if apperr.KindOf(err) == apperr.Forbidden {
			return err
		}
		return beside(w, r, err, showBackups)
	}
	return came(w, r, backupsURL, "backup")
}
