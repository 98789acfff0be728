// Package webtest hands the pages to the tests of the rooms, which web imports and
// which so cannot build them themselves. It is for tests alone.
package webtest

import (
	"bytes"
	"log/slog"
	"net/http"
	"testing"

	"holdover/internal/app"
	"holdover/internal/browsertest/walk"
	"holdover/internal/ui"
	"holdover/internal/web"
)

// Pages are all pages, with whoever asks signed in as the actor.
func Pages(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
	return web.New(a, log, ui.Options{As: as})
}

// SignWorld is a server that people sign in to, run in some way.
func SignWorld(t testing.TB, options ui.Options) *walk.World {
	t.Helper()
	pages := func(a *app.App, log *slog.Logger, _ app.Actor) http.Handler { return web.New(a, log, options) }
	return walk.SignWorld(t, pages, slog.New(slog.DiscardHandler))
}

// LoggedWorld has two users, Anna and Ben, and writes its log to a buffer.
func LoggedWorld(t testing.TB, to *bytes.Buffer) *walk.World {
	t.Helper()
	w := walk.SignWorld(t, Pages, slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelDebug})))
	w.AddAnnaAndBen(t)
	return w
}
