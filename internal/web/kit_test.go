package web

import (
	"log/slog"
	"net/http"
	"testing"

	"holdover/internal/app"
	"holdover/internal/browsertest/walk"
	"holdover/internal/ui"
)

// pages are the pages under test.
func pages(a *app.App, log *slog.Logger, as app.Actor) http.Handler {
	return New(a, log, ui.Options{As: as})
}

// walker adds to a walk what one page alone needs.
type walker struct{ *walk.Walker }

func newWalker(t *testing.T, w *walk.World, l walk.Look) walker {
	t.Helper()
	return walker{walk.New(t, w, l)}
}
