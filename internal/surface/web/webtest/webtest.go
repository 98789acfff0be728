// Package webtest provides the pages to the tests of the feature packages, which package web imports and which
// therefore cannot import it. It is used by tests only.
package webtest

import (
	"bytes"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"holdover/internal/app"
	"holdover/internal/app/backups"
	"holdover/internal/surface/ui"
	"holdover/internal/surface/web"
	"holdover/internal/testing/browsertest/walk"
)

// Pages returns the handler of all pages, with the actor signed in for all requests.
func Pages(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
	return web.New(a, log, ui.Options{As: as})
}

// NewEnvWithSignIn returns a server that requires sign-in, with the given options.
func NewEnvWithSignIn(t testing.TB, options ui.Options) *walk.Env {
	t.Helper()
	pages := func(a *app.App, log *slog.Logger, _ app.Actor) http.Handler { return web.New(a, log, options) }
	return walk.NewEnvWithSignIn(t, pages, slog.New(slog.DiscardHandler))
}

// NewEnvWithBackups returns a server that requires sign-in and has its backups in a folder.
func NewEnvWithBackups(t testing.TB, options ui.Options, folder string) *walk.Env {
	t.Helper()
	pages := func(a *app.App, log *slog.Logger, _ app.Actor) http.Handler {
		options.Backups = a.NewBackups(backups.Config{Folder: folder, At: 3 * time.Hour, Keep: 14, Now: time.Now})
		return web.New(a, log, options)
	}
	return walk.NewEnvWithSignIn(t, pages, slog.New(slog.DiscardHandler))
}

// NewEnvWithLog returns a server with the users Anna and Ben that writes its log to a buffer.
func NewEnvWithLog(t testing.TB, to *bytes.Buffer) *walk.Env {
	t.Helper()
	w := walk.NewEnvWithSignIn(t, Pages, slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelDebug})))
	w.AddAnnaAndBen(t)
	return w
}
