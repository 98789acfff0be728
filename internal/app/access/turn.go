package access

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/people"
)

// Heavy works go on side by side as long as they take no more memory together than
// this, in bytes. What takes more by itself goes on alone.
const heavyRoom = 512 << 20

// What works take of it, as measured on the worst of their inputs.
const (
	Alone          = heavyRoom
	PerTransaction = 2 << 10 // of a budget that is held whole
	PerPlanByte    = 16      // of a plan document that is decoded
	PerBankByte    = 20      // of a bank's file that is read
)

// heavyPatience is how long a work waits for its turn.
const heavyPatience = time.Minute

// turns admits heavy works by what they weigh, in the order in which they came, and
// one of each person at a time: whoever brings twenty files stands in the line once,
// and nobody waits behind more than one of them.
type turns struct {
	room *semaphore.Weighted
	mine *lines
}

func newTurns() turns { return turns{semaphore.NewWeighted(heavyRoom), &lines{of: map[int64]*line{}}} }

// Heavily runs do when there is room for so many bytes of memory and no other heavy
// work of the actor is under way. Whoever opens a look or a change opens it inside
// do, and has received what it works on before: what waits must hold nothing that
// others need, and what is admitted must not wait for anybody. Fault: Unavailable
// after a minute.
func (t turns) Heavily(ctx context.Context, who people.Actor, bytes int64, do func() error) error {
	bytes = min(max(bytes, 0), heavyRoom)
	waiting, stop := context.WithTimeout(ctx, heavyPatience)
	defer stop()
	own := t.mine.join(who.User)
	defer t.mine.leave(who.User)
	if err := own.Acquire(waiting, 1); err != nil {
		return notAdmitted(ctx, err, "other large files and budgets of yours are being worked on")
	}
	defer own.Release(1)
	if err := t.room.Acquire(waiting, bytes); err != nil {
		return notAdmitted(ctx, err, "other large files and budgets are being worked on")
	}
	defer t.room.Release(bytes)
	return do()
}

// notAdmitted is why a work had no turn: its caller went, or what was before it took too long.
func notAdmitted(ctx context.Context, err error, why string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.New(fault.Unavailable, "%s", why).WithCause(err).WithHint("try again in a minute").WithRetry(heavyPatience)
}

// Wholly runs do when there is room for all of the budget with an id, and for so many
// bytes beside it, when the actor has a right to it.
func (a *Access) Wholly(ctx context.Context, who people.Actor, id string, right auth.Right, beside int64, do func() error) error {
	h, err := a.Header(ctx, who, id, right)
	if err != nil {
		return err
	}
	return a.Heavily(ctx, who, beside+int64(h.Transactions)*PerTransaction, do)
}

// lines has a line for each person who has heavy works, by the person's number.
type lines struct {
	lock sync.Mutex
	of   map[int64]*line
}

// line lets one work through at a time. It goes with the last who stands in it.
type line struct {
	*semaphore.Weighted
	in int
}

func (l *lines) join(user int64) *line {
	l.lock.Lock()
	defer l.lock.Unlock()
	one := l.of[user]
	if one == nil {
		one = &line{Weighted: semaphore.NewWeighted(1)}
		l.of[user] = one
	}
	one.in++
	return one
}

func (l *lines) leave(user int64) {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.of[user].in--; l.of[user].in == 0 {
		delete(l.of, user)
	}
}
