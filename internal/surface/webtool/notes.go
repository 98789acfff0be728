package webtool

import (
	"sync"
	"time"
)

// notes stores the errors of the last failed downloads until their pages read them. They contain no name, token or
// figure.
type notes struct {
	mu  sync.Mutex
	all map[string]note
}

type note struct {
	why error
	at  time.Time
}

const (
	mostNotes = 1000
	noteLife  = 5 * time.Minute
)

func (n *notes) put(visit string, why error, now time.Time) {
	if visit == "" || len(visit) > 64 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for key, old := range n.all {
		if now.Sub(old.at) > noteLife {
			delete(n.all, key)
		}
	}
	if n.all == nil {
		n.all = map[string]note{}
	}
	if len(n.all) < mostNotes {
		n.all[visit] = note{why, now}
	}
}

// take returns the reason once, and nil without a reason.
func (n *notes) take(visit string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	why := n.all[visit].why
	delete(n.all, visit)
	return why
}
