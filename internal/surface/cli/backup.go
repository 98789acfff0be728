package cli

import (
	"context"
	"log/slog"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
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
	return &cobra.Command{
		Use:   "restore FILE",
		Short: "Restore a backup into an empty data folder",
		Long: `Restore a backup made with holdover backup. The file is read through first, and the
data folder must have no database yet: nothing is ever overwritten. Everyone
nothing is ever overwritten. Everyone as at the time of the backup.`,
		GroupID: "serve",
		Args:    exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" {
				return apperr.New(apperr.Invalid, "a backup cannot be read from standard input").WithHint("give the name of the file that holdover backup wrote")
			}
			if err := store.Restore(cmd.Context(), store.Config{Dir: e.data, URL: e.database}, args[0]); err != nil {
				return err
			}
			return e.withApp(cmd.Context(), func(a *app.App) error {
				all, err := a.Budgets(cmd.Context(), app.Machine())
				return showRead(e, map[string]any{"restored": args[0], "budgets": len(all)}, err, func(p *printer) {
					p.say("Restored %s into %s. Budgets: %s", args[0], e.data, humanize.Count(len(all)))
				})
			})
		},
	}
}

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
