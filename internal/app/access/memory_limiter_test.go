package access

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"holdover/internal/fault"
	"holdover/internal/people"
)

// Heavy works are admitted by what they take together: what weighs half goes beside
// another half, a third waits, and who leaves meanwhile waits no longer.
func TestHeavyWorksAreAdmittedByWeight(t *testing.T) {
	limiter := newMemoryLimiter()
	began := make(chan struct{})
	end := make(chan struct{})
	ended := make(chan error, 2)
	for user := range int64(2) {
		go func() {
			ended <- limiter.Heavily(t.Context(), people.Actor{User: user}, heavyMemory/2, func() error {
				began <- struct{}{}
				<-end
				return nil
			})
		}()
	}
	<-began
	<-began
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if err := limiter.Heavily(ctx, people.Actor{User: 3}, 1, func() error { t.Error("it went beyond the room"); return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(end)
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	if err := limiter.Heavily(t.Context(), people.Actor{User: 3}, 10*heavyMemory, func() error { return errors.New("done") }); err == nil || err.Error() != "done" {
		t.Error(err)
	}
}

// What is not admitted in time is refused by name, and told when to come again: where others have the room, and where
// the person's own work goes on.
func TestHeavyWorksDoNotWaitForEver(t *testing.T) {
	for user, why := range map[int64]string{
		1: "other large files and budgets of yours are being worked on",
		2: "other large files and budgets are being worked on",
	} {
		synctest.Test(t, func(t *testing.T) {
			limiter := newMemoryLimiter()
			err := limiter.Heavily(t.Context(), people.Actor{User: 1}, Alone, func() error {
				return limiter.Heavily(t.Context(), people.Actor{User: user}, 1, func() error { return nil })
			})
			var f *fault.Error
			if !errors.As(err, &f) || f.Kind != fault.Unavailable || f.Retry != heavyPatience || f.Message != why {
				t.Errorf("%+v, want %s", err, why)
			}
		})
	}
}

// Whoever brings many works at once does not stand before everybody else with them: between two of hers the others have
// theirs, however late they came.
func TestHeavyWorksOfOnePersonLeaveRoomForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter := newMemoryLimiter()
		var order []int64
		end := make(chan struct{})
		begin := func(user int64) {
			go func() {
				err := limiter.Heavily(t.Context(), people.Actor{User: user}, Alone, func() error {
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
