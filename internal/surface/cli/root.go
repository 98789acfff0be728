package cli

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/base/apperr"
	"holdover/internal/storage/store"
	"holdover/internal/surface/prompt"
)

// env is the state shared by all commands: input, output and the flags of the root command.
type env struct {
	in       io.Reader
	out, err io.Writer

	data     string
	database string
	keyFile  string
	private  bool
	json     bool
	config   string // the configuration file that the user named
	ref      string // the id or name of the budget on the command line

	configured *configFile       // nil until it is read
	origins    map[string]string // where settings come from, by key; without those that have their default value
}

func newRoot(e *env) *cobra.Command {
	cobra.MousetrapHelpText, cobra.MousetrapDisplayDuration = doubleClicked, 0 // the window stays until a key is pressed
	root := &cobra.Command{
		Use:     "holdover",
		Version: Version(),
		Short:   "Import a budget, and keep it",
		Long: `Holdover imports a whole budget from YNAB, checks every figure of it
against the file, and is your budget from then on, on your own machine.

  holdover export               get the plan document from YNAB
  holdover import PLAN.json     import it
  holdover serve                use it, at http://127.0.0.1:8585

Exit codes: 0 done · 1 failed · 2 the command line was not understood ·
3 not-sourceapp5, the file is not a plan document · 4 not found · 5 refused ·
6 a source, a server or the data cannot be reached, or asks to wait.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          exactArgs(0),
		RunE:          help,

		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if usesSettings(cmd) {
				if err := e.configure(cmd); err != nil {
					return err
				}
			}
			return cmp.Or(apart(cmd), incomplete(cmd))
		},
	}
	root.SetIn(e.in)
	root.SetOut(e.out)
	root.SetErr(e.err)
	root.SetVersionTemplate("holdover {{.Version}}\n")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return misused(err) })
	flags := root.PersistentFlags()
	flags.StringVar(&e.data, "data", defaultData(), "folder that holds the budgets")
	flags.StringVar(&e.database, "database", "", "PostgreSQL address (postgres://…), in place of --data")
	flags.StringVar(&e.keyFile, "key-file", "", "file of the key that encrypts the access to banks (default server.key in --data)")
	flags.BoolVar(&e.private, "private-banks", false, "allow connections to banks at private and unencrypted addresses")
	flags.BoolVar(&e.json, "json", false, "print JSON, amounts in milliunits")
	flags.StringVar(&e.config, "config", "", "configuration file (see holdover config)")
	root.MarkFlagsMutuallyExclusive("data", "database")
	root.AddGroup(
		&cobra.Group{ID: "bring", Title: "Import a budget:"},
		&cobra.Group{ID: "look", Title: "View it:"},
		&cobra.Group{ID: "serve", Title: "Use it:"},
	)
	for _, c := range commands(e) {
		if strings.Contains(c.Use, " BUDGET") && c.ValidArgsFunction == nil {
			c.ValidArgsFunction = e.completeBudget
		}
		root.AddCommand(c)
	}
	refusing(root)
	return root
}

// usesSettings reports whether a command reads the configuration file. Help and the version must be available when the file
// is broken.
func usesSettings(cmd *cobra.Command) bool {
	return cmd.Name() != "help" && cmd.Name() != "version" && (cmd.Parent() == nil || cmd.Parent().Name() != "completion")
}

// help is the action of a command that only has subcommands.
func help(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// refusing makes the library's own commands refuse arguments that they would ignore: an unknown shell for completion,
// an unknown command for help.
func refusing(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args, c.RunE = exactArgs(0), help
			for _, shell := range c.Commands() {
				shell.Args = exactArgs(0)
			}
		case "help":
			c.RunE = func(_ *cobra.Command, args []string) error {
				about, rest, err := root.Find(args)
				if err == nil && len(rest) > 0 {
					err = exactArgs(0)(about, rest)
				}
				if err != nil {
					return err
				}
				about.InitDefaultHelpFlag() // or the help leaves it out
				return about.Help()
			}
		}
	}
}

// doubleClicked is the message for a user on Windows that starts the program by a double click. The program opens no
// window, so without the message the terminal would close at once.
const doubleClicked = `Holdover is started from a command line, as it has no window of its own: it
prints the address to open in the browser, and runs until you stop it.

Open a terminal in this folder (Shift and right click, "Open in Terminal"), then

  .\holdover serve      and open the address that it prints
`

func commands(e *env) []*cobra.Command {
	return []*cobra.Command{
		newExport(e), newImport(e), newNew(e), newVerify(e), newCleanup(e), newCards(e), newReimport(e), newOriginal(e), newDocument(e), newExportBudget(e),
		newBudgets(e), newAccounts(e), newMonths(e), newAssign(e), newTransactions(e), newFilters(e), newPayees(e), newScheduled(e), newHistory(e), newRules(e), newReport(e), newDelete(e),
		newServe(e), newDemo(e), newBudget(e), newTarget(e), newCategory(e), newGroup(e), newAccount(e), newTransaction(e), newSchedule(e), newPayee(e), newTag(e), newUndo(e), newRedo(e), newEnterDue(e), newBankImport(e), newBankSync(e), newConnect(e), newWebtool(e), newBackup(e), newBackups(e), newCheck(e), newRestore(e), newUpgrade(e), newHealth(e), newUser(e), newToken(e), newMCP(e),
		newConfig(e), newVersion(e), newMan(e),
	}
}

// defaultData returns the user's default data folder, or "" if the system has none.
func defaultData() string {
	if xdg.DataHome == "" || !filepath.IsAbs(xdg.DataHome) || (!filepath.IsAbs(os.Getenv("XDG_DATA_HOME")) && !hasHome()) {
		return ""
	}
	return filepath.Join(xdg.DataHome, "holdover")
}

// hasHome reports whether the system has a home folder for this user.
func hasHome() bool {
	home, err := os.UserHomeDir()
	return err == nil && home != "" && home != "/"
}

// stdin returns standard input, which ends early when ctx is done, so that a blocked read can be stopped.
func (e *env) stdin(ctx context.Context) io.Reader {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, e.in)
		_ = w.CloseWithError(err) // it never fails
	}()
	context.AfterFunc(ctx, func() { _ = w.CloseWithError(ctx.Err()) })
	return bufio.NewReader(r)
}

// line returns the next line of standard input, or the error of ctx if that is done first.
func (e *env) line(ctx context.Context) (string, error) {
	return prompt.Await(ctx, func() (string, error) { return bufio.NewReader(e.in).ReadString('\n') })
}

// inApp returns a command that calls do with the database, which must exist.
func (e *env) inApp(do func(*cobra.Command, []string, *app.App) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return e.withApp(cmd.Context(), func(a *app.App) error { return do(cmd, args, a) })
	}
}

// withApp opens the database, which has to be there, runs do and closes it again.
func (e *env) withApp(ctx context.Context, do func(*app.App) error) (err error) {
	return e.opened(ctx, e.where(true), do)
}

// beginApp is withApp for a database that may not exist yet.
func (e *env) beginApp(ctx context.Context, do func(*app.App) error) (err error) {
	return e.opened(ctx, e.where(false), do)
}

func (e *env) opened(ctx context.Context, where store.Config, do func(*app.App) error) (err error) {
	a, err := e.open(ctx, where, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := a.Close(); err == nil {
			err = closeErr
		}
		if err == nil && where.Draft {
			e.sayBegun(a, where)
		}
	}()
	return do(a)
}

// where returns the database that the flags name.
func (e *env) where(existing bool) store.Config {
	return store.Config{Dir: e.data, URL: e.database, KeyFile: e.keyFile, Existing: existing}
}

// again returns the start of a command line for the same database. It omits the password of the database.
func (e *env) again() string {
	switch at, err := url.Parse(e.database); {
	case e.database != "" && err == nil:
		return "holdover --database " + shellName(at.Redacted())
	case e.data != defaultData():
		return "holdover --data " + shellName(e.data)
	}
	return "holdover"
}

func (e *env) open(ctx context.Context, where store.Config, log *slog.Logger) (*app.App, error) {
	if where.Dir == "" && where.URL == "" {
		return nil, apperr.New(apperr.Invalid, "this system has no known folder for data").WithHint("give one with --data FOLDER")
	}
	a, err := app.Open(ctx, where, log)
	if err == nil {
		a.AllowPrivateBanks(e.private)
	}
	if err == nil && !where.Draft {
		e.sayBegun(a, where)
	}
	return a, err
}

// sayBegun prints the location of a newly created data folder, or that an existing database was upgraded.
func (e *env) sayBegun(a *app.App, where store.Config) {
	if a.Fresh() && where.URL == "" && where.Dir != defaultData() {
		e.printer().say("Created data folder: %s", where.Dir)
	}
	if u := a.Upgrade(); u != nil {
		sayUpgraded(e.printer(), u)
	}
}
