package budgetsession

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"holdover/internal/app/users"
	"holdover/internal/base/apperr"
)

// Heavy tasks are admitted by their total memory: two halves run at the same time, a third waits, and a cancelled
// task stops waiting.
func TestTasksAreAdmittedByMemory(t *testing.T) {
	limiter := newMemoryLimiter()
	started := make(chan struct{})
	end := make(chan struct{})
	ended := make(chan error, 2)
	for user := range int64(2) {
		go func() {
			ended <- limiter.WithMemory(t.Context(), users.Actor{User: user}, heavyMemory/2, func() error {
				started <- struct{}{}
				<-end
				return nil
			})
		}()
	}
	<-started
	<-started
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := limiter.WithMemory(ctx, users.Actor{User: 3}, 1, func() error { t.Error("it went beyond the room"); return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(end)
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := limiter.WithMemory(t.Context(), users.Actor{User: 3}, 10*heavyMemory, func() error { return errors.New("done") }); err == nil || err.Error() != "done" {
		t.Error(err)
	}
}

// A task that is not admitted in time is refused with a code and a time to retry after: if other tasks use the
// memory, and if the user's own task is running.
func TestWaitingTaskIsRefusedAfterATimeout(t *testing.T) {
	for user, why := range map[int64]string{
		1: "other large files and budgets of yours are being worked on",
		2: "other large files and budgets are being worked on",
	} {
		synctest.Test(t, func(t *testing.T) {
			limiter := newMemoryLimiter()
			err := limiter.WithMemory(t.Context(), users.Actor{User: 1}, Alone, func() error {
				return limiter.WithMemory(t.Context(), users.Actor{User: user}, 1, func() error { return nil })
			})
			var f *apperr.Error
			if !errors.As(err, &f) || f.Kind != apperr.Unavailable || f.Retry != heavyPatience || f.Message != why {
				t.Errorf("%+v, want %s", err, why)
			}
		})
	}
}

// A user that starts many tasks at once does not delay all others by them: between two of these tasks, tasks of other
// users run, even if they arrived later.
func TestTasksOfOneUserDoNotDelayOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := newMemoryLimiter()
		var order []int64
		end := make(chan struct{})
		begin := func(user int64) {
			go func() {
				err := limiter.WithMemory(t.Context(), users.Actor{User: user}, Alone, func() error {
					order = append(order, user)
					<-end
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
		}
		for _, user := range []int64{1, 1, 1, 1, 2, 3, 2} {
			begin(user)
		}
		for range 7 {
			end <- struct{}{}
			synctest.Wait()
		}
		if want := []int64{1, 2, 3, 1, 2, 1, 1}; !slices.Equal(order, want) {
			t.Errorf("they went in the order %v, want %v", order, want)
		}
	})
}
