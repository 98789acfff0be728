package api

import (
	"context"
	"fmt"
	"testing"

	"holdover/internal/surface/httpx"
)

// Regression: a client that disconnected while it waited was logged with status 500, as a defect of Holdover.
func TestDisconnectedClientIsNotLoggedAsADefect(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := errorResponse(ctx, fmt.Errorf("beginning a transaction: %w", context.Canceled)).Err.status; got != httpx.ClientGone {
		t.Errorf("got status %d, want %d", got, httpx.ClientGone)
	}
}
