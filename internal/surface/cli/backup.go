package cli

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"holdover/internal/app"
	"holdover/internal/app/backups"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
	"holdover/internal/storage/store/backup"
)

func newBackup(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Save everything into one new file",
		Long: `Save everything, budgets, users and tokens, into one new file, as it stands at
one moment. Holdover can keep running meanwhile. An existing file is never
overwritten. A PostgreSQL database is saved with pg_dump instead.`,
		GroupID: "serve",
		Args:    exactArgs(1),
		RunE: e.inApp(func(cmd *cobra.Command, args []string, a *app.App) error {
			if args[0] == "-" {
				return apperr.New(apperr.Invalid, "a backup cannot be written to standard output").WithHint("give the name of a new file, such as holdover.backup")
			}
			err := a.Backup(cmd.Context(), args[0])
			return showRead(e, map[string]string{"backup": args[0]}, err, func(p *printer) {
				p.say("Saved everything to %s. Anyone who has this file can read everything in it.", args[0])
			})
		}),
	}
}

func newRestore(e *env) *cobra.Command {
	var replace bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup",
		Long: `Restore a backup into the data folder. The file is read and checked in full first.

The data folder must not have a database yet. With --replace it may have one,
which gets another name in the same folder, holdover-replaced-….db. Stop
holdover serve before. Users, passwords and tokens are again as at the time of
the backup. Nothing is ever overwritten.`,
		GroupID: "serve",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" {
				return apperr.New(apperr.Invalid, "a backup cannot be read from standard input").WithHint("give the name of the file that holdover backup wrote")
			}
			return e.restore(cmd.Context(), args[0], replace)
		},
	}
	cmd.Flags().BoolVar(&replace, "replace", false, "give a database that is there another name first")
	return cmd
}

// restored is the result of holdover restore.
type restored struct {
	Restored string `json:"restored"`
	Budgets  int    `json:"budgets"`
	Replaced string `json:"replaced,omitempty"` // the new name of the database that was there
}

func (e *env) restore(ctx context.Context, path string, replace bool) error {
	done, where := restored{Restored: path}, store.Config{Dir: e.data, URL: e.database}
	_, err := os.Lstat(filepath.Join(e.data, database.FileName))
	if replace && err == nil {
		done.Replaced, err = store.Replace(ctx, where, path, time.Now())
	} else {
		err = store.Restore(ctx, where, path)
	}
	if err != nil {
		return err
	}
	return e.withApp(ctx, func(a *app.App) error {
		all, err := a.Budgets(ctx, app.Machine())
		done.Budgets = len(all)
		return showRead(e, done, err, func(p *printer) {
			p.say("Restored %s into %s. Budgets: %s", path, e.data, humanize.Count(len(all)))
			if done.Replaced != "" {
				p.say("The database that was there is now %s", done.Replaced)
			}
		})
	})
}

func newBackups(e *env) *cobra.Command {
	return &cobra.Command{
		Use:   "backups [FOLDER]",
		Short: "List the backups",
		Long: `List the backups in a folder, the newest first: by default those in the folder
backups of the data folder, where holdover serve makes one each day.`,
		GroupID: "serve",
		Args:    someArgs(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := defaultBackups(e.data)
			if len(args) == 1 {
				folder = args[0]
			}
			files, err := backup.List(folder)
			return showRead(e, append([]backup.File{}, files...), err, func(p *printer) { printBackups(p, folder, files) })
		},
	}
}

func printBackups(p *printer, folder string, files []backup.File) {
	t := p.listed("No backups in "+folder, "Made", "Size>", "Kind?", "File")
	for i := range files {
		t.row(files[i].Made.Format("2006-01-02 15:04"), humanize.Bytes(files[i].Bytes), string(files[i].Kind), files[i].Path)
	}
	t.print()
	for i := range files {
		if files[i].Problem != "" {
			p.say("Damaged: %s", files[i].Problem)
		}
	}
	if i := slices.IndexFunc(files, func(f backup.File) bool { return f.Problem == "" }); i >= 0 {
		p.say("Restore one with: %s", p.command("restore --replace %s", shellName(files[i].Path)))
	}
}

// dailyBackups are the flags of the backups that holdover serve makes.
type dailyBackups struct {
	folder, time string
	kept         int
}

// noBackups is the value of --backup-folder that switches backups off.
const noBackups = "off"

const backupTime = "15:04"

func (d *dailyBackups) flags(flags *pflag.FlagSet) {
	flags.StringVar(&d.folder, "backup-folder", "", "folder for the daily backups, by default backups in the data folder; off for none")
	flags.StringVar(&d.time, "backup-time", "03:00", "time of the daily backup, by the clock of this machine")
	flags.IntVar(&d.kept, "backups-kept", 14, "number of daily backups to keep; as many of those made on the settings page")
	takes(flags, "backup-time", "a time such as 03:00", func(text string) bool {
		_, err := time.Parse(backupTime, text)
		return err == nil
	})
	takesNumbers(flags, "backups-kept", 1, endless)
}

func (d *dailyBackups) config(data string) backups.Config {
	at, _ := time.Parse(backupTime, d.time) // the flag is already validated
	cfg := backups.Config{
		Folder: cmp.Or(d.folder, defaultBackups(data)), Keep: d.kept, Now: time.Now,
		At: time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute,
	}
	if d.folder == noBackups {
		cfg.Folder = ""
	}
	return cfg
}

func defaultBackups(data string) string { return filepath.Join(data, backup.FolderName) }

func newUpgrade(e *env) *cobra.Command {
	var check, withoutBackup bool
	cmd := &cobra.Command{
		Use:   "upgrade",
		Short: "Bring the database of an older Holdover up to date",
		Long: `Bring the database of an older Holdover up to date. Every command does this when
it opens the database, after it has saved the database as a file in the folder
backups of the data folder. An older Holdover cannot open the database any more;
it can restore that file.

With --check nothing is changed: the steps are listed and are tried on a copy,
whose figures are all checked. An older Holdover may keep running meanwhile.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			where := e.where(true)
			where.WithoutBackup = withoutBackup
			if check {
				return e.checkUpgrade(cmd.Context(), where)
			}
			return e.upgrade(cmd.Context(), where)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "list what would be done, and try it on a copy")
	cmd.Flags().BoolVar(&withoutBackup, "without-backup", false, "do not save the database before")
	cmd.MarkFlagsMutuallyExclusive("check", "without-backup")
	return cmd
}

// checkUpgrade prints the steps of an upgrade and the result of its rehearsal.
func (e *env) checkUpgrade(ctx context.Context, where store.Config) error {
	r, err := store.RehearseUpgrade(ctx, where)
	if err := showRead(e, r, err, func(p *printer) { printRehearsal(p, &r) }); err != nil {
		return err
	}
	if len(r.Found) > 0 {
		return apperr.New(apperr.Invalid, "the upgraded copy is damaged: %s", humanize.Number(len(r.Found), "finding", "findings")).
			WithHint("the database itself was not changed; stay with the present version and report this")
	}
	return nil
}

func printRehearsal(p *printer, r *store.Rehearsal) {
	if len(r.Steps) == 0 {
		p.say("The database is up to date (schema %d).", r.To)
		return
	}
	if r.From == 0 {
		p.say("The database is empty. The tables of schema %d are made when it is first used.", r.To)
		return
	}
	p.say("The database has schema %d; this program needs %d.", r.From, r.To)
	t := p.table("Step", "What it does")
	for _, step := range r.Steps {
		t.row(step.Version, step.Summary)
	}
	t.print()
	if r.Backup == "" {
		p.say("PostgreSQL: save the database with pg_dump before. The steps were not tried, and nothing was changed.")
		return
	}
	p.say("The present database is saved before in %s.", shellName(r.Backup))
	printFindings(p, r.Found)
	p.say("The steps were tried on a copy and took %.1f seconds. Nothing was changed.", r.Took.Seconds())
}

// upgrade opens the database, which migrates it, and prints what was done.
func (e *env) upgrade(ctx context.Context, where store.Config) error {
	a, err := app.Open(ctx, where, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	done := a.Upgrade()
	if err := a.Close(); err != nil {
		return err
	}
	if done == nil {
		schema, err := database.Schema()
		return showRead(e, store.Upgrade{From: schema, To: schema, Steps: []database.Step{}}, err, func(p *printer) {
			p.say("The database is up to date (schema %d).", schema)
		})
	}
	return e.show(done, func(p *printer) { sayUpgraded(p, done) })
}

// sayUpgraded prints which migration was made and where the data is saved as it was before.
func sayUpgraded(p *printer, u *store.Upgrade) {
	p.say("Upgraded the database from schema %d to %d.", u.From, u.To)
	if u.Backup != "" {
		p.say("It is saved as it was in %s.", shellName(u.Backup))
	}
}
