package cli

import (
	"context"
	"io"
	"log/slog"
	"path/filepath"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/store"
)

// env is what every command shares: where it reads and writes, and the flags of
// the root.
type env struct {
	in       io.Reader
	out, err io.Writer

	data     string
	database string
	json     bool
}

func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{
		Use:   "holdover",
		Short: "Bring a budget over, and keep it",
		Long: `Holdover brings a whole budget over from YNAB, proves every figure of it
against the file, and is the budget from then on, on your own machine.

  holdover export               get the plan document from YNAB
  holdover import PLAN.json     bring it in
  holdover serve                live in it, at http://127.0.0.1:8585`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          exactArgs(0),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(e.in)
	root.SetOut(e.out)
	root.SetErr(e.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	flags.StringVar(&e.data, "data", defaultData(), "folder that holds the budgets")
	flags.StringVar(&e.database, "database", "", "PostgreSQL address (postgres://…), in place of --data")
	flags.BoolVar(&e.json, "json", false, "print JSON, amounts in milliunits")
	root.MarkFlagsMutuallyExclusive("data", "database")
	root.AddGroup(
		&cobra.Group{ID: "bring", Title: "Bring a budget over:"},
		&cobra.Group{ID: "look", Title: "Look at it:"},
		&cobra.Group{ID: "serve", Title: "Live in it:"},
	)
	root.AddCommand(commands(e)...)
	return root
}

func commands(e *env) []*cobra.Command {
	return []*cobra.Command{
		newExport(e), newImport(e), newNew(e), newVerify(e), newCleanup(e), newReimport(e), newOriginal(e), newDocument(e),
		newBudgets(e), newAccounts(e), newMonths(e), newTransactions(e), newScheduled(e), newDelete(e),
		newServe(e), newDemo(e), newEnterDue(e), newBankImport(e), newWebtool(e), newBackup(e), newRestore(e), newUser(e), newToken(e),
		newVersion(e), newMan(),
	}
}

func defaultData() string { return filepath.Join(xdg.DataHome, "holdover") }

// withApp opens the database, runs do and closes it again.
func (e *env) withApp(ctx context.Context, do func(*app.App) error) (err error) {
	a, err := e.open(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := a.Close(); err == nil {
			err = closeErr
		}
	}()
	return do(a)
}

func (e *env) open(ctx context.Context) (*app.App, error) {
	return app.Open(ctx, store.Config{Dir: e.data, URL: e.database}, slog.New(slog.DiscardHandler))
}
