// Package server puts the surfaces together on one address and runs them until
// it is told to stop.
//
// Floor 6: may import everything below. Start with Run.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"holdover/internal/api"
	"holdover/internal/app"
	"holdover/internal/httpx"
	"holdover/internal/mcp"
	"holdover/internal/oauth"
	"holdover/internal/web"
)

// Config says where and how to serve.
type Config struct {
	Listen string // host:port; port 0 takes a free one
	App    *app.App
	Log    *slog.Logger
	Pages  web.Options
	// Public is the address that people open, without a slash at its end; see
	// ParsePublic. Behind a proxy, programs can ask for access only where it is set.
	Public string
	// HourlyLimit is how many requests to the API a token has in any hour; 0 is no limit.
	HourlyLimit int
	// Version is the program's, which assistants are told.
	Version string
	// Ready is called with the address once connections are accepted.
	Ready func(url string)
}

// Run serves the application until ctx is done, and meanwhile enters scheduled
// transactions on their day.
func Run(ctx context.Context, cfg Config) error {
	ctx, stop := context.WithCancel(ctx)
	var due sync.WaitGroup
	due.Go(func() { enterDue(ctx, cfg.App, cfg.Log, time.Now, lookEvery) })
	defer due.Wait()
	defer stop()
	return Serve(ctx, cfg.Listen, Handler(cfg), cfg.Log, cfg.Ready)
}

// Handler is every surface under one roof.
func Handler(cfg Config) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", health(cfg))
	calls := api.New(api.Config{App: cfg.App, Log: cfg.Log, Authenticate: cfg.App.ActorOfBearer, HourlyLimit: cfg.HourlyLimit})
	mux.Handle("/v1/", calls)
	mux.Handle("/docs/api/", calls)
	access := oauth.New(oauth.Config{App: cfg.App, Log: cfg.Log, Who: web.Recogniser(cfg.App, cfg.Pages), Issuer: cfg.issuer, Address: func(r *http.Request) string {
		return httpx.ClientAddress(r, cfg.Pages.BehindProxy)
	}})
	mux.Handle("/mcp", mcp.Handler(mcp.Config{App: cfg.App, Log: cfg.Log, Version: cfg.Version, Write: true, Metadata: func(r *http.Request) (string, error) {
		issuer, err := cfg.issuer(r)
		return issuer + oauth.ResourcePath, err
	}}))
	for _, path := range oauth.Paths {
		mux.Handle(path, access)
	}
	mux.Handle("/", web.New(cfg.App, cfg.Log, cfg.Pages))
	return guarded(mux, cfg)
}

// health says whether the server is well, and its log why not: whoever asks knows nothing more, and asks so often that the log
// says it once, and once that it is over.
func health(cfg Config) http.HandlerFunc {
	var ill atomic.Bool
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		if err := cfg.App.Ping(r.Context()); err != nil {
			if !ill.Swap(true) {
				cfg.Log.WarnContext(r.Context(), "not well", "error", err.Error(), "cause", errors.Unwrap(err))
			}
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"status":"unavailable","database":"does not answer"}` + "\n"))
			return
		}
		if ill.Swap(false) {
			cfg.Log.InfoContext(r.Context(), "well again")
		}
		_, _ = w.Write([]byte(`{"status":"ok"}` + "\n"))
	}
}
