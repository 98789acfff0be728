package sourceapi

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// busyWait is how long to wait for a source that is busy and does not say how
// long; it grows, since the limit is by the hour.
var busyWait = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute}

// triesForNobody is how often an address is tried again where nothing answers at
// all, which is rarely a matter of time.
const triesForNobody = 2

// again repeats do until it succeeds or repeating cannot help: it waits for a source that asks to wait without limit,
// and repeats other failures up to patience times. do reports whether it made progress; then the count restarts.
func (c *Client) again(ctx context.Context, patience func(*failure) int, do func() (further bool, err error)) error {
	tries, busy := 0, 0
	for {
		further, err := do()
		f, ok := errors.AsType[*failure](err)
		if err == nil || !ok {
			return err
		}
		if further {
			tries, busy = 0, 0
		}
		var p Pause
		switch {
		case f.status == http.StatusTooManyRequests:
			p = Pause{For: c.busyFor(f, busy), Why: c.opts.Address.Name() + " asks to wait", Busy: true}
			busy++
		case f.again && tries < patience(f) && (!f.absent || tries < triesForNobody):
			p = Pause{For: max(f.retryIn, c.times.backoff<<tries), Why: f.says.Message}
			tries++
		default:
			return err
		}
		if err := c.pause(ctx, p); err != nil {
			return err
		}
	}
}

func (c *Client) busyFor(f *failure, busy int) time.Duration {
	if f.retryIn > 0 {
		return f.retryIn
	}
	return busyWait[min(busy, len(busyWait)-1)]
}

// usual is the patience with calls that nothing can take the place of.
func (c *Client) usual(*failure) int { return c.times.attempt }
