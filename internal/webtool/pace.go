package webtool

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/httpx"
)

// mostCalls is how many things that end in a call at the source one person does
// in a minute. Whoever presses buttons stays far below; a program that does can
// use up what the source lets this tool ask for.
const mostCalls = 30

// paced lets a handler that calls the source be called as often as a person does.
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
	wait := t.pace.Take(who, t.now())
	if wait <= 0 {
		return nil
	}
	return fault.New(fault.TooMany, "this tool was used very often from where you are").WithID("too-often").
		WithHint("try again in %s, or take one of the other ways", minutes(wait)).WithRetry(wait)
}

// knocks remembers what the source answered a moment ago: a crowd that presses
// Connect asks it once.
type knocks struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// How long an answer holds.
const (
	knockLife   = 10 * time.Second
	troubleLife = 3 * time.Second
)

// once knocks, unless that was answered a moment ago. Others wait meanwhile, and
// need not knock then.
func (k *knocks) once(now func() time.Time, knock func() error) error {
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
	if !errors.Is(err, context.Canceled) { // that one left, which says nothing of the source
		k.at, k.err = now(), err
	}
	return err
}
