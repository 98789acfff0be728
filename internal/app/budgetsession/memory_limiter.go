package budgetsession

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
	"holdover/internal/base/keylock"
	"holdover/internal/model/auth"
)

// heavyMemory is the number of bytes that heavy tasks may reserve in total. A task that needs more runs alone.
const heavyMemory = 512 << 20

// The memory that tasks reserve, in bytes, as measured on the worst inputs.
const (
	Alone          = heavyMemory
	PerTransaction = 2 << 10 // of a budget held in memory
	PerPlanByte    = 16      // of a decoded plan document
	PerBankByte    = 20      // of a parsed bank file
)

// heavyPatience is the maximum time a task waits to start.
const heavyPatience = time.Minute

// memoryLimiter starts heavy tasks by the memory that they reserve, in order of arrival, one of each user at a time.
// A user with twenty files has one task in the queue for memory, so that others wait for at most one of them.
type memoryLimiter struct {
	memory *semaphore.Weighted
	users  *keylock.Locks[int64] // by user number
}

func newMemoryLimiter() memoryLimiter {
	return memoryLimiter{semaphore.NewWeighted(heavyMemory), &keylock.Locks[int64]{}}
}

// WithMemory runs do when the given number of bytes of memory is free and the actor has no other heavy task. do must open its
// transactions itself, and must have received its input before: a waiting task must hold no lock or connection that
// others need, and a running task must not wait for a client. It returns an Unavailable error after a minute.
func (l memoryLimiter) WithMemory(ctx context.Context, who users.Actor, bytes int64, do func() error) error {
	bytes = min(max(bytes, 0), heavyMemory)
	waiting, stop := context.WithTimeout(ctx, heavyPatience)
	defer stop()
	unlock, err := l.users.Lock(waiting, who.User)
	if err != nil {
		return notAdmitted(ctx, err, "other large files and budgets of yours are being worked on")
	}
	defer unlock()
	if err := l.memory.Acquire(waiting, bytes); err != nil {
		return notAdmitted(ctx, err, "other large files and budgets are being worked on")
	}
	defer l.memory.Release(bytes)
	return do()
}

// notAdmitted returns the error for a task that did not start: its request was cancelled, or other tasks took too
// long.
func notAdmitted(ctx context.Context, err error, why string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return apperr.New(apperr.Unavailable, "%s", why).WithCause(err).WithHint("try again in a minute").WithRetry(heavyPatience)
}

// WithBudgetMemory is WithMemory with memory for the whole budget with an id, plus a number of bytes, if the actor has a right to
// it.
func (a *Access) WithBudgetMemory(ctx context.Context, who users.Actor, id string, right auth.Right, beside int64, do func() error) error {
	h, err := a.Header(ctx, who, id, right)
	if err != nil {
		return err
	}
	return a.WithMemory(ctx, who, beside+int64(h.Transactions)*PerTransaction, do)
}
