package web

import (
	"crypto/rand"
	"crypto/subtle"
	"sync"
	"time"

	"holdover/internal/app"
	"holdover/internal/fault"
	"holdover/internal/sourceapi"
)

// heldSources are the tokens between the two steps of an import from a source:
// the one that lists the plans and the one that fetches one of them.
//
// A token is here and nowhere else, in memory, for a few minutes. The page of
// the second step carries an id that cannot be guessed and is of no use to
// another user or session. The other way, to ask for the token in each step or to
// send it back in a hidden field, would have put it into a page, which browsers
// keep. Each session has one at a time, so that nobody can pile them up.
type heldSources struct {
	mu sync.Mutex
	by map[holder]*heldSource
}

// holder is whose a token is. The session is empty where nobody signs in.
type holder struct {
	user    int64
	session string
}

type heldSource struct {
	id    string
	from  app.SourceChoice
	plans []sourceapi.Plan
	timer *time.Timer
}

// holdFor is how long there is to choose a plan.
const holdFor = 10 * time.Minute

// keep holds a token in the place of the holder's last one and gives its id.
func (h *heldSources) keep(who holder, from app.SourceChoice, plans []sourceapi.Plan) string {
	made := &heldSource{id: rand.Text(), from: from, plans: plans}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by == nil {
		h.by = map[holder]*heldSource{}
	}
	if last := h.by[who]; last != nil {
		last.timer.Stop()
	}
	h.by[who] = made
	made.timer = time.AfterFunc(holdFor, func() { h.drop(who, made.id) })
	return made.id
}

// find is what is held for the holder under an id. Fault: NotFound.
func (h *heldSources) find(who holder, id string) (*heldSource, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	held := h.by[who]
	if held == nil || subtle.ConstantTimeCompare([]byte(held.id), []byte(id)) != 1 {
		return nil, fault.New(fault.NotFound, "the token is not held any more").
			WithHint("it is kept for 10 minutes and never written down: give it again")
	}
	return held, nil
}

// drop forgets what is held under an id.
func (h *heldSources) drop(who holder, id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if held := h.by[who]; held != nil && held.id == id {
		held.timer.Stop()
		delete(h.by, who)
	}
}

// plan is the plan of an id. Fault: Invalid where none was chosen.
func (h *heldSource) plan(id string) (sourceapi.Plan, error) {
	for _, p := range h.plans {
		if p.ID == id {
			return p, nil
		}
	}
	return sourceapi.Plan{}, fault.New(fault.Invalid, "no plan was chosen").WithHint("choose one of the list")
}
