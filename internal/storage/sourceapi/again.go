package sourceapi

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// busyWait contains the waits for a busy source that does not specify one. They grow, because the limit is per hour.
var busyWait = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute}

// triesForNobody is the number of retries for an address that does not respond at all, since waiting rarely helps.
const triesForNobody = 2

// again repeats do until it succeeds or repeating cannot help: it waits for a source that requests waits without
// limit, and repeats other failures up to patience times. do reports whether it made progress; then the count
// restarts. With Options.Once it calls do once.
func (c *Client) again(ctx context.Context, patience func(*failure) int, do func() (further bool, err error)) error {
	tries, busy := 0, 0
	for {
		further, err := do()
		f, ok := errors.AsType[*failure](err)
		if err == nil || !ok || c.opts.Once {
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

// usual returns the number of attempts for calls without an alternative.
func (c *Client) usual(*failure) int { return c.times.attempt }
