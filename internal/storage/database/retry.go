package database

import (
	"context"
	"errors"
	"time"
)

// retry decides whether a request to a server is sent again on another connection after its connection was lost.
type retry struct {
	begun time.Time
	lost  time.Time // when the first attempt failed, or earlier if the request had waited long for a connection
	made  int
}

// How long to wait for a server that was lost. A server that reports that it is starting, or recovering from a crash, will answer.
const (
	lostPatience     = 4 * time.Second
	startingPatience = 30 * time.Second
)

func newRetry() retry { return retry{begun: time.Now()} }

// again waits before the next attempt, or returns the error if there is no reason for one.
func (t *retry) again(ctx context.Context, err error) error {
	now := time.Now()
	if t.made++; t.made == 1 {
		t.lost = now
		if late := t.begun.Add(silence); late.Before(now) {
			t.lost = late
		}
	}
	patience := lostPatience
	if isStarting(err) {
		patience = startingPatience
	}
	if !isLost(err) || now.Sub(t.lost) >= patience {
		return err
	}
	select {
	case <-ctx.Done():
		return errors.Join(ctx.Err(), err)
	case <-time.After(time.Duration(min(10*(t.made-1), 200)) * time.Millisecond):
		return nil
	}
}
