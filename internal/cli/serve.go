package cli

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"holdover/internal/app"
	"holdover/internal/sample"
	"holdover/internal/server"
	"holdover/internal/store"
)

func newServe(e *env) *cobra.Command {
	var listen string
	cmd := &cobra.Command{
		Use:     "serve",
		Short:   "Serve the application to the browser",
		GroupID: "serve",
		Args:    exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			log := e.serverLog()
			a, err := app.Open(cmd.Context(), store.Config{Dir: e.data, URL: e.database}, log)
			if err != nil {
				return err
			}
			defer a.Close()
			return e.serve(cmd.Context(), a, listen, log)
		},
	}
	listenFlag(cmd, &listen)
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
	got, err := a.Import(ctx, app.Machine(), doc, app.ImportOptions{FileName: filepath.Base(sample.Name)})
	if err != nil {
		return err
	}
	if err := e.show(got, func(p *printer) { printReport(p, got) }); err != nil {
		return err
	}
	return e.serve(ctx, a, listen, log)
}

func (e *env) serve(ctx context.Context, a *app.App, listen string, log *slog.Logger) error {
	p := &printer{out: e.out, talk: e.err}
	return server.Run(ctx, server.Config{
		Listen: listen, App: a, Log: log,
		Ready: func(url string) { p.say("Holdover is at %s   (Ctrl+C stops it)", url) },
	})
}

func (e *env) serverLog() *slog.Logger {
	return slog.New(slog.NewJSONHandler(e.err, nil))
}

func listenFlag(cmd *cobra.Command, listen *string) {
	cmd.Flags().StringVar(listen, "listen", "127.0.0.1:8585", "address to listen on, host:port")
}
