package cli

import (
	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/model/humanize"
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
