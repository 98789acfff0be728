package api

import (
	"context"
	"fmt"
	"testing"

	"holdover/internal/surface/httpx"
)

// TestDisconnectedClientIsNotLoggedAsADefect: for each that gave up waiting the log had a defect of this program, status 500.
func TestDisconnectedClientIsNotLoggedAsADefect(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := answerFor(ctx, fmt.Errorf("beginning a transaction: %w", context.Canceled)).Err.status; got != httpx.ClientGone {
		t.Error(got)
	}
}
