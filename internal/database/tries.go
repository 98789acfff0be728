package database

import (
	"context"
	"errors"
	"time"
)

// tries are those of one thing that is asked of a server: where the connection is lost, it is asked once more on another.
type tries struct {
	begun time.Time
	lost  time.Time // when the first failed; whoever stood in line for long has waited already
	made  int
}

// How long a server that was lost is waited for. One that says itself that it starts, or comes back from a crash, will answer.
const (
	lostPatience     = 4 * time.Second
	startingPatience = 30 * time.Second
)

func newTries() tries { return tries{begun: time.Now()} }

// again waits before another try, or gives the error that is no reason for one.
func (t *tries) again(ctx context.Context, err error) error {
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
