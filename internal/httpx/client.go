package httpx

import (
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// ClientAddress is where the browser is, as far as that can be known: behind a
// proxy the last address, which the proxy itself has added.
func ClientAddress(r *http.Request, behindProxy bool) string {
	if behindProxy {
		if all := r.Header.Values("X-Forwarded-For"); len(all) > 0 {
			last := all[len(all)-1]
			return strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// Pace lets everybody do something so many times within a while. The zero value
// lets nobody do anything.
type Pace struct {
	Most   int
	Within time.Duration

	mu   sync.Mutex
	seen map[string]*turns
	tidy time.Time // when it is worth looking for what is over
}

type turns struct {
	began time.Time
	n     int
}

// paceKeys bounds what a crowd can make a Pace remember; those beyond share one
// count, so that a crowd of addresses gains nothing.
const paceKeys = 10_000

// Take counts one, or says how long to wait; one that has to wait is not counted.
func (p *Pace) Take(key string, now time.Time) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seen == nil {
		p.seen = map[string]*turns{}
	}
	of, ok := p.seen[key]
	if !ok {
		of = p.begin(key, now)
	}
	if now.Sub(of.began) >= p.Within {
		*of = turns{began: now}
	}
	if of.n >= p.Most {
		return of.began.Add(p.Within).Sub(now)
	}
	of.n++
	return 0
}

func (p *Pace) begin(key string, now time.Time) *turns {
	if len(p.seen) >= paceKeys && !now.Before(p.tidy) {
		p.tidy = now.Add(p.Within)
		for k, of := range p.seen {
			if now.Sub(of.began) >= p.Within {
				delete(p.seen, k)
			}
		}
	}
	if len(p.seen) >= paceKeys {
		if of, ok := p.seen[""]; ok {
			return of
		}
		key = ""
	}
	of := &turns{began: now}
	p.seen[key] = of
	return of
}
