// Package server serves all surfaces on one address until it is stopped.
//
// Start with Run.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"holdover/internal/app"
	"holdover/internal/surface/api"
	"holdover/internal/surface/httpx"
	"holdover/internal/surface/mcp"
	"holdover/internal/surface/metrics"
	"holdover/internal/surface/oauth"
	"holdover/internal/surface/web"
)

// Config is the configuration of the server.
type Config struct {
	Listen string // host:port; port 0 takes a free one
	App    *app.App
	Log    *slog.Logger
	Pages  web.Options
	// Public is the address that users open, without a trailing slash; see ParsePublic. Behind a proxy, programs can
	// request access only if it is set.
	Public string
	// HourlyLimit is the number of requests to the API and to /mcp that a token may make in an hour; 0 means no limit.
	HourlyLimit int
	// Metrics is the address of the metrics, host:port; "" for none. They are not served on Listen, which others can reach.
	Metrics string
	// Version is the program's version, which is reported to assistants.
	Version string
	// Ready is called with the address once connections are accepted.
	Ready func(url string)
}

// Run serves the application until ctx is done. It also enters scheduled transactions on their day, sends reminders, and makes
// a backup each day.
func Run(ctx context.Context, cfg Config) error {
	ctx, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	background.Go(func() { enterDue(ctx, cfg.App, cfg.Log, time.Now, lookEvery) })
	background.Go(func() { fetchBanks(ctx, cfg.App, cfg.Log, lookEvery) })
	background.Go(func() { sendReminders(ctx, cfg.App, cfg.Log, time.Now, lookEvery) })
	if cfg.Pages.Backups != nil {
		background.Go(func() { makeBackups(ctx, cfg.Pages.Backups, lookEvery) })
	}
	defer background.Wait()
	defer stop()
	h := Handler(cfg)
	if cfg.Metrics == "" {
		return Serve(ctx, cfg.Listen, h, cfg.Log, cfg.Ready)
	}
	h, scrape := measured(h, cfg)
	served, ctx := errgroup.WithContext(ctx)
	served.Go(func() error {
		return Serve(ctx, cfg.Metrics, scrape, cfg.Log, func(string) {
			served.Go(func() error { return Serve(ctx, cfg.Listen, h, cfg.Log, cfg.Ready) })
		})
	})
	return served.Wait()
}

// measured returns a handler that counts the requests of h, and the handler that serves the counts at /metrics.
func measured(h http.Handler, cfg Config) (counted, scrape http.Handler) {
	m := metrics.New(cfg.Version, time.Now(), cfg.figures)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m)
	return httpx.Observed(h, m.Observe), mux
}

// figures returns the figures of the database and the cache. It omits the size of a database that does not respond.
func (cfg *Config) figures(ctx context.Context) []metrics.Figure {
	all := []metrics.Figure{{Name: "holdover_cache_bytes", Help: "Estimated size of the cached values of budgets.", Value: float64(cfg.App.CachedBytes())}}
	if size, err := cfg.App.DatabaseSize(ctx); err == nil {
		all = append(all, metrics.Figure{Name: "holdover_database_bytes", Help: "Size of the database on its disk.", Value: float64(size)})
	}
	succeeded, failed := cfg.App.Fetches()
	fetches := metrics.Figure{Name: "holdover_fetches_total", Help: "Downloads of plans from a source, since the start.", Counter: true, Result: "ok", Value: float64(succeeded)}
	all = append(all, fetches)
	fetches.Result, fetches.Value = "failed", float64(failed)
	all = append(all, fetches)
	return append(all, cfg.backupFigures()...)
}

// backupFigures returns the figures of the newest backup and of failures. It returns none of a server that makes no backups.
func (cfg *Config) backupFigures() []metrics.Figure {
	if cfg.Pages.Backups == nil || !cfg.Pages.Backups.Enabled() {
		return nil
	}
	m := cfg.Pages.Backups.Metrics()
	all := []metrics.Figure{{Name: "holdover_backup_failures_total", Help: "Daily backups that failed, since the start.", Value: float64(m.Failures), Counter: true}}
	if m.Latest != nil {
		all = append(
			all, metrics.Figure{Name: "holdover_backup_last_timestamp_seconds", Help: "Time of the newest backup, in seconds since 1970.", Value: float64(m.Latest.Made.Unix())},
			metrics.Figure{Name: "holdover_backup_last_bytes", Help: "Size of the newest backup.", Value: float64(m.Latest.Bytes)},
		)
	}
	return all
}

// Handler returns the handler for all surfaces.
func Handler(cfg Config) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", health(cfg))
	limit := httpx.NewTokenLimiter(cfg.HourlyLimit)
	calls := api.New(api.Config{App: cfg.App, Log: cfg.Log, Authenticate: cfg.App.ActorOfBearer, Limit: limit})
	mux.Handle("/v1/", calls)
	mux.Handle("/docs/api/", calls)
	access := oauth.New(oauth.Config{App: cfg.App, Log: cfg.Log, Who: web.Recogniser(cfg.App, cfg.Pages), Issuer: cfg.issuer, Address: func(r *http.Request) string {
		return httpx.ClientAddress(r, cfg.Pages.BehindProxy)
	}})
	mux.Handle("/mcp", mcp.Handler(mcp.Config{App: cfg.App, Log: cfg.Log, Version: cfg.Version, Write: true, Limit: limit, Metadata: func(r *http.Request) (string, error) {
		issuer, err := cfg.issuer(r)
		return issuer + oauth.ResourcePath, err
	}}))
	for _, path := range oauth.Paths {
		mux.Handle(path, access)
	}
	pages := cfg.Pages
	pages.Public = cfg.Public
	mux.Handle("/", web.New(cfg.App, cfg.Log, pages))
	return guarded(mux, cfg)
}

// health returns the handler for health checks. The response does not contain the reason for a failure. Because
// checks are frequent, the log records the reason once, and the recovery once.
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
