package cli

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/app/migration"
	"holdover/internal/app/openid"
	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/model/sample"
	"holdover/internal/storage/database"
	"holdover/internal/storage/store"
	"holdover/internal/surface/api"
	"holdover/internal/surface/cli/signin"
	"holdover/internal/surface/mcp"
	"holdover/internal/surface/server"
	"holdover/internal/surface/web"
)

func newServe(e *env) *cobra.Command {
	var listen, public, metrics string
	var limit, memory int
	var pages web.Options
	var daily dailyBackups
	var signIn signin.Flags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the application to the browser",
		Long: `Serve the application to the browser. The first page creates the owner, which
needs a code: as long as there is no user, a link with the code is printed
here. The same page restores a backup.

Every day a backup is made in the folder backups of the data folder. The newest
are kept. The files contain everything, so keep copies on another machine.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if public != "" {
				public, _ = server.ParsePublic(public) // the flag is already validated
			}
			var err error
			if pages.Provider, err = signIn.Provider(public); err != nil {
				return err
			}
			if pages.Proxy, err = signIn.Proxy(); err != nil {
				return err
			}
			log := e.serverLog()
			where := e.where(false)
			where.Warm, where.Memory = true, memory
			defer runtime.KeepAlive(limitGarbage(memory))
			a, err := e.open(cmd.Context(), where, log)
			if err != nil {
				return err
			}
			defer a.Close()
			has, err := a.HasUsers(cmd.Context())
			if err != nil {
				return err
			}
			if err := requirePasswordlessOwner(cmd.Context(), a, pages.Provider); err != nil {
				return err
			}
			pages.Backups = a.NewBackups(daily.config(e.data))
			if !has {
				pages.FirstCode = rand.Text()[:codeLength]
			}
			return e.serve(cmd.Context(), server.Config{Listen: listen, App: a, Log: log, Pages: pages, Public: public, HourlyLimit: limit, Metrics: metrics}, "")
		},
	}
	listenFlag(cmd, &listen)
	cmd.Flags().StringVar(&public, "public", "", "the address that people open, such as https://money.example: behind a proxy, used for programs that ask for access")
	cmd.Flags().IntVar(&limit, "api-limit", api.DefaultHourlyLimit, "requests to the API and to /mcp that a token has in any hour, 0 for no limit")
	cmd.Flags().IntVar(&memory, "memory", database.DefaultMemory, "MiB of memory that this process may use: it limits the cache of budgets")
	cmd.Flags().StringVar(&metrics, "metrics", "", "address for Prometheus, such as 127.0.0.1:9585, which serves /metrics; none without it")
	takesAddress(cmd.Flags(), "metrics")
	takes(cmd.Flags(), "public", "the address that people open, such as https://money.example, without a path", func(text string) bool {
		_, err := server.ParsePublic(text)
		return err == nil
	})
	takesNumbers(cmd.Flags(), "api-limit", 0, endless)
	takesNumbers(cmd.Flags(), "memory", database.LeastMemory, database.MostMemory)
	daily.flags(cmd.Flags())
	signIn.Add(cmd.Flags())
	cmd.Flags().BoolVar(&pages.BehindProxy, "behind-proxy", false, "trust a proxy's X-Forwarded-Proto and X-Forwarded-For")
	return cmd
}

// requirePasswordlessOwner switches passwords off if the provider is the only way to sign in. It returns an error if the
// owner could not sign in then.
func requirePasswordlessOwner(ctx context.Context, a *app.App, p *openid.Provider) error {
	if p == nil || !p.Only {
		return nil
	}
	linked, err := a.OwnerHasIdentity(ctx, p.Issuer)
	if err == nil && !linked && !p.LinkEmail || apperr.KindOf(err) == apperr.NotFound {
		return apperr.New(apperr.Invalid, "--oidc-only is set, but the owner of this Holdover is not linked to %s, so nobody could manage it", p.Issuer).
			WithHint("start without --oidc-only, sign in as the owner, link the account under Settings, Sign-in, then start with it")
	}
	a.DisablePasswords()
	return err
}

func newDemo(e *env) *cobra.Command {
	var listen string
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   "Serve a sample budget from a temporary folder",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("data") || cmd.Flags().Changed("database") {
				e.printer().say("The sample is in a temporary folder, which is deleted afterwards. No other data is read or changed.")
			}
			dir, err := os.MkdirTemp("", "holdover-demo-")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			return e.demo(cmd.Context(), dir, listen)
		},
	}
	listenFlag(cmd, &listen)
	return cmd
}

// limitGarbage makes the garbage collector run more often when memory approaches a limit in MiB, and not before a
// sixteenth of the limit is garbage: with a small heap frequent collections took a fifth of the processor. GOMEMLIMIT
// or GOGC override it. The caller keeps the ballast until the server ends: it is never accessed, so it uses no
// memory, but raises the heap size at which a collection starts.
func limitGarbage(mib int) (ballast []byte) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(mib) << 20)
	}
	if os.Getenv("GOGC") == "" {
		ballast = make([]byte, int64(mib)<<20/16)
	}
	return ballast
}

// codeLength is the number of characters, of five random bits each, of the code that lets another machine create the
// owner.
const codeLength = 10

// The demo's user is signed in from the start; some pages require the password.
const (
	demoUser     = "Demo"
	demoPassword = "sample budget"
)

func (e *env) demo(ctx context.Context, dir, listen string) error {
	ctx = apperr.Track(ctx) // its changes are deleted with its folder
	log := e.serverLog()
	a, err := app.Open(ctx, store.Config{Dir: dir}, log)
	if err != nil {
		return err
	}
	defer a.Close()
	doc, err := sample.Open()
	if err != nil {
		return err
	}
	defer doc.Close()
	if err := a.CreateOwner(ctx, demoUser, demoPassword); err != nil {
		return err
	}
	in, err := a.SignIn(ctx, users.Credentials{Name: demoUser, Password: demoPassword})
	if err != nil {
		return err
	}
	got, err := a.Import(ctx, app.Machine(), doc, migration.ImportOptions{FileName: filepath.Base(sample.Name)})
	if err != nil {
		return err
	}
	if err := e.show(got, func(p *printer) { printReport(p, got) }); err != nil {
		return err
	}
	p := e.printer()
	p.say("You are signed in as %s; where the password is asked for, it is: %s", demoUser, demoPassword)
	cfg := server.Config{Listen: listen, App: a, Log: log, Pages: web.Options{As: in.Who}, HourlyLimit: api.DefaultHourlyLimit}
	return e.serve(ctx, cfg, "/budgets/"+got.Budget.ID)
}

// serve runs the server until it is stopped, and prints the address of the page to start with.
func (e *env) serve(ctx context.Context, cfg server.Config, begin string) error {
	p := e.printer()
	cfg.Version = Version()
	cfg.Ready = func(url string) {
		p.say("Holdover is at %s%s   (Ctrl+C stops it)", url, begin)
		if cfg.Pages.FirstCode != "" {
			if cfg.Public != "" {
				url = cfg.Public
			}
			p.say("There is no user yet: open %s/first-start?code=%s to create the owner", url, cfg.Pages.FirstCode)
		}
	}
	return server.Run(ctx, cfg)
}

func (e *env) serverLog() *slog.Logger {
	return slog.New(slog.NewJSONHandler(e.err, nil))
}

func listenFlag(cmd *cobra.Command, listen *string) {
	cmd.Flags().StringVar(listen, "listen", "127.0.0.1:8585", "address to listen on, host:port")
	takesAddress(cmd.Flags(), "listen")
}

// healthPatience is the time limit for a server's response to a health check.
const healthPatience = 4 * time.Second

func newHealth(e *env) *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:     "health",
		Short:   "Check that a server on this machine is healthy",
		Long:    "Check that a server on this machine and its database respond. For containers,\nwhich have no other program for this check.",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := askHealth(cmd.Context(), address); err != nil {
				return err
			}
			return e.show(map[string]string{"status": "ok"}, func(p *printer) { p.say("The server is healthy.") })
		},
	}
	cmd.Flags().StringVar(&address, "listen", "127.0.0.1:8585", "where it listens, host:port")
	takesAddress(cmd.Flags(), "listen")
	return cmd
}

func askHealth(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return usageError{err}
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return apperr.New(apperr.Unavailable, "nothing answers at %s", address).WithCause(err).WithHint("check that holdover serve is running there")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return apperr.New(apperr.Unavailable, "the server at %s is not healthy: %s", address, resp.Status).WithHint("see its log")
	}
	return nil
}

func newMCP(e *env) *cobra.Command {
	var cfg mcp.Config
	var listen string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Give an AI assistant access to the budgets, over the Model Context Protocol",
		Long: `Give an AI assistant access to the budgets, over the Model Context Protocol: by standard
input and output, as assistants start it, or with --http at an address, for
anyone who sends a token (holdover token new).

It only reads, unless it is started with --write; over HTTP a read-only token
only reads all the same. Whatever an assistant changes is one step of the
history, which names it, and can be undone.`,
		Example: "  holdover mcp --budget Household\n  holdover mcp --write --http 127.0.0.1:8586",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: e.inApp(func(cmd *cobra.Command, _ []string, a *app.App) error {
			cfg.App, cfg.Log, cfg.Version = a, e.serverLog(), Version()
			if listen == "" {
				return mcp.Stdio(cmd.Context(), cfg)
			}
			mux := http.NewServeMux()
			mux.Handle("/mcp", mcp.Handler(cfg))
			return server.Serve(cmd.Context(), listen, mux, cfg.Log, func(url string) {
				e.printer().say("Assistants find the budgets at %s/mcp, with a token.", url)
			})
		}),
	}
	cmd.Flags().BoolVar(&cfg.Write, "write", false, "the assistant may also change budgets")
	cmd.Flags().StringVar(&cfg.Budget, "budget", "", "show no other budget than this one, by `NAME` or id")
	cmd.Flags().StringVar(&listen, "http", "", "serve HTTP at this `ADDRESS`, such as 127.0.0.1:8586, in place of standard input and output")
	takesAddress(cmd.Flags(), "http")
	return cmd
}
