package cli

import (
	"context"
	"crypto/rand"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"holdover/internal/api"
	"holdover/internal/app"
	"holdover/internal/sample"
	"holdover/internal/server"
	"holdover/internal/store"
	"holdover/internal/web"
)

func newServe(e *env) *cobra.Command {
	var listen string
	var limit int
	var pages web.Options
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the application to the browser",
		Long: `Serve the application to the browser. The first page creates the owner; from
another machine that needs a code, which is printed here as long as there is no
user.`,
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := e.serverLog()
			a, err := app.Open(cmd.Context(), store.Config{Dir: e.data, URL: e.database, Warm: true}, log)
			if err != nil {
				return err
			}
			defer a.Close()
			has, err := a.HasUsers(cmd.Context())
			if err != nil {
				return err
			}
			if !has {
				pages.FirstCode = rand.Text()[:codeLength]
			}
			return e.serve(cmd.Context(), server.Config{Listen: listen, App: a, Log: log, Pages: pages, HourlyLimit: limit})
		},
	}
	listenFlag(cmd, &listen)
	cmd.Flags().IntVar(&limit, "api-limit", api.DefaultHourlyLimit, "requests to the API that a token has in any hour, 0 for no limit")
	cmd.Flags().BoolVar(&pages.BehindProxy, "behind-proxy", false, "believe a proxy's X-Forwarded-Proto and X-Forwarded-For")
	return cmd
}

func newDemo(e *env) *cobra.Command {
	var listen string
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   "Serve a sample budget from a temporary folder",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
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

// codeLength is how many characters of five random bits each the code has that
// lets another machine create the owner.
const codeLength = 10

// The demo's user is signed in from the start; some pages ask for the password.
const (
	demoUser     = "Demo"
	demoPassword = "sample budget"
)

func (e *env) demo(ctx context.Context, dir, listen string) error {
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
	in, err := a.SignIn(ctx, app.Credentials{Name: demoUser, Password: demoPassword})
	if err != nil {
		return err
	}
	got, err := a.Import(ctx, app.Machine(), doc, app.ImportOptions{FileName: filepath.Base(sample.Name)})
	if err != nil {
		return err
	}
	if err := e.show(got, func(p *printer) { printReport(p, got) }); err != nil {
		return err
	}
	p := &printer{out: e.out, talk: e.err}
	p.say("You are signed in as %s; where the password is asked for, it is: %s", demoUser, demoPassword)
	return e.serve(ctx, server.Config{Listen: listen, App: a, Log: log, Pages: web.Options{As: in.Who}, HourlyLimit: api.DefaultHourlyLimit})
}

func (e *env) serve(ctx context.Context, cfg server.Config) error {
	p := &printer{out: e.out, talk: e.err}
	cfg.Ready = func(url string) {
		p.say("Holdover is at %s   (Ctrl+C stops it)", url)
		if cfg.Pages.FirstCode != "" {
			p.say("Nobody can sign in yet: open it and create the owner. From another machine that needs the code %s", cfg.Pages.FirstCode)
		}
	}
	return server.Run(ctx, cfg)
}

func (e *env) serverLog() *slog.Logger {
	return slog.New(slog.NewJSONHandler(e.err, nil))
}

func listenFlag(cmd *cobra.Command, listen *string) {
	cmd.Flags().StringVar(listen, "listen", "127.0.0.1:8585", "address to listen on, host:port")
}
