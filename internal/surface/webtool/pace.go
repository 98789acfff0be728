package webtool

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"holdover/internal/base/apperr"
	"holdover/internal/model/auth"
	"holdover/internal/surface/httpx"
)

// mostCalls is the number of requests with calls to the source that one network may make in a minute. A user that
// presses buttons makes far fewer. A program could exhaust the source's limit for this tool.
const mostCalls = 30

// paced limits how often a network may use a handler that calls the source.
func (t *Tool) paced(h httpx.Handler) httpx.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := t.mayCall(r); err != nil {
			return err
		}
		return h(w, r)
	}
}

func (t *Tool) mayCall(r *http.Request) error {
	who := auth.Network(httpx.ClientAddress(r, t.cfg.BehindProxy), 64)
	_, wait := t.calls.Take(who, t.now())
	if wait <= 0 {
		return nil
	}
	return apperr.New(apperr.TooMany, "too many requests from your network").WithID("too-often").
		WithHint("try again in %s, or use one of the other ways", minutes(wait)).WithRetry(wait)
}

// requestDedup caches the source's last response for a short time, so that many users that press Connect cause one
// request.
type requestDedup struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// How long a response is cached.
const (
	knockLife   = 10 * time.Second
	troubleLife = 3 * time.Second
)

// once calls knock, unless a recent result is stored. Concurrent callers wait and use the same result.
func (k *requestDedup) once(now func() time.Time, knock func() error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	life := knockLife
	if k.err != nil {
		life = troubleLife
	}
	if since := now().Sub(k.at); since >= 0 && since < life {
		return k.err
	}
	err := knock()
	if !errors.Is(err, context.Canceled) { // the client disconnected, so the result is not about the source
		k.at, k.err = now(), err
	}
	return err
}
