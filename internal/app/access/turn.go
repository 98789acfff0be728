package access

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"holdover/internal/auth"
	"holdover/internal/fault"
	"holdover/internal/line"
	"holdover/internal/people"
)

// heavyRoom is how much memory heavy works may take together to go on side by side, in
// bytes. What takes more by itself goes on alone.
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
	mine *line.Lines[int64] // by the person's number
}

func newTurns() turns { return turns{semaphore.NewWeighted(heavyRoom), &line.Lines[int64]{}} }

// Heavily runs do when there is room for so many bytes of memory and no other heavy
// work of the actor is under way. Whoever opens a look or a change opens it inside
// do, and has received what it works on before: what waits must hold nothing that
// others need, and what is admitted must not wait for anybody. Fault: Unavailable
// after a minute.
func (t turns) Heavily(ctx context.Context, who people.Actor, bytes int64, do func() error) error {
	bytes = min(max(bytes, 0), heavyRoom)
	waiting, stop := context.WithTimeout(ctx, heavyPatience)
	defer stop()
	leave, err := t.mine.Enter(waiting, who.User)
	if err != nil {
		return notAdmitted(ctx, err, "other large files and budgets of yours are being worked on")
	}
	defer leave()
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
